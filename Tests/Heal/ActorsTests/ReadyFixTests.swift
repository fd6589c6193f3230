import Findings
import FoundationEssentials
import Healing
import Judging
import Patches
import TestSupport
import Testing
import Text

@testable import Actors

@Suite struct ReadyFixTests {
  private static let folder = Executables.package.appending(path: "Tests/Fixtures/ready-fixes")
  private static let texts: [String: String] = {
    var texts: [String: String] = [:]
    for name in ["app.py", "demo.sh", ".github/workflows/build.yml"] {
      let data = (try? Data(contentsOf: folder.appending(path: "tree/\(name)"))) ?? Data()
      texts[name] = String(decoding: data, as: UTF8.self)
    }
    return texts
  }()

  private static func report(_ name: String) throws -> ReadyFixReport {
    try ReadyFixReport(reading: Array(try Data(contentsOf: folder.appending(path: name))))
  }

  private static func propose(
    _ name: String, _ rule: String, _ path: String, _ line: Int
  ) async throws -> ActorAnswer {
    await ReadyFixActor([try report(name)]).propose(
      Cases.request(Cases.finding(rule, path, line), texts))
  }

  // MARK: Recorded reports

  @Test(arguments: [
    ("E401", 1, "import os, sys\n", "import os\nimport sys\n"), ("F401", 2, "import json\n", ""),
    ("C408", 4, "x = dict()", "x = {}"), ("E711", 8, "x == None", "x is None"),
  ])
  func `ruff's fix of a finding is what it changes`(
    rule: String, line: Int, old: String, new: String
  ) async throws {
    let answer = try await Self.propose("ruff.sarif", rule, "app.py", line)
    let proposal = try #require(answer.candidates.first, "\(answer)")
    let before = try #require(Self.texts["app.py"])
    #expect(
      try proposal.applied(to: Self.texts)["app.py"]
        == before.replacing(old, with: new, maxReplacements: 1))
    #expect(proposal.origin == "ruff \(rule)")
    #expect(proposal.highestLevel == 2)
  }

  @Test func `a column behind anything but ASCII is not guessed`() async throws {
    let answer = try await Self.propose("ruff.sarif", "C408", "app.py", 7)
    #expect(answer.abstention?.inspected.first?.contains("ambiguous") == true, "\(answer)")
  }

  @Test(arguments: ["shellcheck-json1.json", "shellcheck-json.json"])
  func `shellcheck's fixes together are what its own diff is`(name: String) async throws {
    var text = try #require(Self.texts["demo.sh"])
    let lines = [(3, "SC2086"), (4, "SC2086"), (6, "SC2086"), (7, "SC2164")]
    for (line, rule) in lines.reversed() {
      let answer = try await Self.propose(name, rule, "demo.sh", line)
      #expect(answer.candidates.count == (line == 4 ? 2 : 1), "\(answer)")
      for candidate in answer.candidates {
        let old = try #require(Self.texts["demo.sh"]).split(separator: "\n")
        let new = try #require(try candidate.applied(to: Self.texts)["demo.sh"])
          .split(separator: "\n")
        #expect(new.indices.filter { new[$0] != old[$0] } == [line - 1])
        if line != 4 { text = text.replacing(old[line - 1], with: new[line - 1]) }
      }
    }
    #expect(
      text == """
        #!/bin/bash
        name=$1
        if [ "$name" = "é" ]; then
        \techo $name\t$name
        fi
        for f in $(ls *.txt); do cat "$f" | grep x; done
        cd /tmp || exit
        read line

        """)
  }

  @Test func `tabs count as each of shellcheck's forms counts them`() async throws {
    for name in ["shellcheck-json1.json", "shellcheck-json.json"] {
      let answer = try await Self.propose(name, "SC2086", "demo.sh", 4)
      let lines = try answer.candidates.map {
        try #require(try $0.applied(to: Self.texts)["demo.sh"]).split(separator: "\n")[3]
      }
      #expect(lines == ["\techo \"$name\"\t$name", "\techo $name\t\"$name\""])
    }
  }

  @Test func `a fix that zizmor's report only names is an abstention that says so`() async throws {
    let answer = try await Self.propose(
      "zizmor.json", "artipacked", ".github/workflows/build.yml", 7)
    #expect(answer.abstention?.inspected.first?.contains("does not hold") == true, "\(answer)")
  }

  @Test(arguments: [("E401", "app.py", 2), ("E402", "app.py", 1), ("E401", "demo.sh", 1)])
  func `another finding's fix is nobody's`(rule: String, path: String, line: Int) async throws {
    let answer = try await Self.propose("ruff.sarif", rule, path, line)
    #expect(answer.abstention?.reason == "The report brings no fix for this finding.")
  }

  @Test func `a fix of our own scan is for its finding, whichever of its tools offers it`()
    async throws
  {
    let edit = Fix.Edit(startLine: 2, startColumn: 4, endLine: 2, endColumn: 6, text: "\"$d\"")
    let fix = Fix(
      tool: "shellcheck", rule: "SC2086", title: "Quote this", columns: .codePoints, edits: [edit])
    let finding = Finding(
      id: "F1", fingerprint: "", tool: "semgrep", ruleID: "unquoted", title: "t", message: "m",
      severity: .low, confidence: .medium, location: Location(path: "a.sh", startLine: 2),
      sources: [.init(tool: "semgrep", rule: "unquoted", path: "a.sh", startLine: 2)],
      fixes: [try #require(fix)])
    let report = ScanReport(
      tree: ".", exitReason: "", tools: [], findings: [finding])
    let actor = ReadyFixActor([try ReadyFixReport(reading: report.json())])
    let texts = ["a.sh": "#!/bin/sh\ncd $d\n"]
    let answer = await actor.propose(Cases.request(Cases.finding("unquoted", "a.sh", 2), texts))
    let proposal = try #require(answer.candidates.first, "\(answer)")
    #expect(try proposal.applied(to: texts)["a.sh"] == "#!/bin/sh\ncd \"$d\"\n")
    #expect(proposal.rationale == "Quote this" && proposal.highestLevel == 2)
    let other = await actor.propose(Cases.request(Cases.finding("unquoted", "a.sh", 1), texts))
    #expect(other.abstention != nil)
  }

  @Test func `it proposes once`() async throws {
    let actor = ReadyFixActor([try Self.report("ruff.sarif")])
    let request = Cases.request(Cases.finding("E401", "app.py", 1), Self.texts, turn: 2)
    #expect(await actor.propose(request).abstention != nil)
  }

  // MARK: Regions

  private static func fixed(
    _ text: String, _ region: JSONValue, _ inserted: JSONValue? = ["text": "X"],
    columnKind: String? = nil, path: String = "a.txt"
  ) async throws -> String? {
    var replacement: [String: JSONValue] = ["deletedRegion": region]
    replacement["insertedContent"] = inserted
    return try await fixed(text, [.object(replacement)], columnKind: columnKind, path: path)
  }

  private static func fixed(
    _ text: String, _ replacements: [JSONValue], columnKind: String?, path: String
  ) async throws -> String? {
    var run: [String: JSONValue] = [
      "tool": ["driver": ["name": "t"]],
      "results": [
        [
          "ruleId": "R",
          "locations": [
            [
              "physicalLocation": [
                "artifactLocation": ["uri": "a.txt"], "region": ["startLine": 1],
              ]
            ]
          ],
          "fixes": [
            [
              "artifactChanges": [
                [
                  "artifactLocation": ["uri": .string(path)],
                  "replacements": .array(replacements),
                ]
              ]
            ]
          ],
        ]
      ],
    ]
    if let columnKind { run["columnKind"] = .string(columnKind) }
    let log: JSONValue = ["version": "2.1.0", "runs": [.object(run)]]
    let report = try ReadyFixReport(reading: log.serialized())
    let answer = await ReadyFixActor([report]).propose(
      Cases.request(Cases.finding("R", "a.txt", 1), ["a.txt": text]))
    return try answer.candidates.first?.applied(to: ["a.txt": text])["a.txt"]
  }

  @Test(arguments: [
    (#"{"startLine": 2}"#, "one\nX\nthree\n"),
    (#"{"startLine": 2, "startColumn": 2, "endColumn": 3}"#, "one\ntXo\nthree\n"),
    (#"{"startLine": 1, "startColumn": 3, "endLine": 2, "endColumn": 2}"#, "onXwo\nthree\n"),
    (#"{"startLine": 3, "endLine": 4, "endColumn": 1}"#, "one\ntwo\nX"),
    (#"{"charOffset": 4, "charLength": 3}"#, "one\nX\nthree\n"),
    (#"{"byteOffset": 0, "byteLength": 0}"#, "Xone\ntwo\nthree\n"),
    (#"{"byteOffset": 14}"#, "one\ntwo\nthree\nX"),
  ])
  func `regions mean what the standard says`(region: String, expected: String) async throws {
    let region = try JSONValue(parsing: Array(region.utf8))
    #expect(try await Self.fixed("one\ntwo\nthree\n", region) == expected)
  }

  @Test func `characters are counted as the run says`() async throws {
    let text = "\u{1F600}ab\n"
    let behind: (Int) -> JSONValue = { column in
      ["startLine": 1, "startColumn": .integer(column), "endColumn": .integer(column + 1)]
    }
    #expect(
      try await Self.fixed(text, behind(2), columnKind: "unicodeCodePoints") == "\u{1F600}Xb\n")
    #expect(try await Self.fixed(text, behind(3), columnKind: "utf16CodeUnits") == "\u{1F600}Xb\n")
    #expect(try await Self.fixed(text, behind(2), columnKind: "utf16CodeUnits") == nil)
    #expect(try await Self.fixed(text, behind(3)) == nil)
  }

  @Test func `line ends of Windows stay`() async throws {
    #expect(try await Self.fixed("a\r\nb\r\n", ["startLine": 1]) == "X\r\nb\r\n")
  }

  @Test(arguments: [
    #"{"startLine": 9}"#, #"{"startLine": 1, "startColumn": 9}"#,
    #"{"startLine": 2, "startColumn": 2, "endLine": 1, "endColumn": 1}"#,
    #"{"byteOffset": 99}"#, #"{"charOffset": 3, "charLength": 99}"#,
    #"{"startLine": 1, "startColumn": 1, "endColumn": 9}"#,
  ])
  func `a place that the file has not changes nothing`(region: String) async throws {
    let region = try JSONValue(parsing: Array(region.utf8))
    #expect(try await Self.fixed("one\ntwo\nthree\n", region) == nil)
  }

  @Test(arguments: ["../a.txt", "/etc/passwd", "file:///etc/passwd", "%2e%2e/a.txt", "b.txt"])
  func `a fix of a file that the tree has not changes nothing`(path: String) async throws {
    #expect(try await Self.fixed("one\n", ["startLine": 1], path: path) == nil)
  }

  @Test
  func `replacements that overlap change nothing; what is put in at one place keeps its order`()
    async throws
  {
    let edit = { (start: Int, end: Int, text: String) -> JSONValue in
      [
        "deletedRegion": [
          "startLine": 1, "startColumn": .integer(start), "endColumn": .integer(end),
        ], "insertedContent": ["text": .string(text)],
      ]
    }
    let text = "abcdef\n"
    #expect(
      try await Self.fixed(
        text, [edit(1, 3, "x"), edit(2, 4, "y")], columnKind: nil, path: "a.txt") == nil)
    #expect(
      try await Self.fixed(
        text, [edit(3, 5, "-"), edit(3, 3, "1"), edit(3, 3, "2")], columnKind: nil, path: "a.txt")
        == "ab12-ef\n")
  }

  @Test(arguments: [
    "", "[", "{}", "[1]", "{\"runs\": [{\"results\": [{\"ruleId\": \"R\", \"fixes\": 1}]}]}",
    "{\"runs\": [{\"columnKind\": \"bytes\"}]}", "{\"comments\": [{\"fix\": {}}]}",
    "{\"comments\": [{\"fix\": {\"replacements\": [{}]}, \"code\": 1, \"file\": \"a\", \"line\": 1}]}",
  ])
  func `a report that is none is refused whole`(text: String) {
    #expect(throws: ReadyFixMistake.self) { try ReadyFixReport(reading: Array(text.utf8)) }
  }
}
