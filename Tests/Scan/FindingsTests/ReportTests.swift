import FoundationEssentials
import Testing

@testable import Findings
@testable import Text

@Suite struct ScanReportTests {
  @Test func `the document is as recorded and reads back equal`() throws {
    let report = SampleReport.make()
    let json = report.json()
    try expectGolden(json, "sample.json")
    #expect(try ScanReport(parsing: json) == report)
    #expect(try ScanReport(parsing: json).json() == json)
  }

  @Test func `the document is what the coders of the model make`() throws {
    let encoded = try JSONEncoder().encode(SampleReport.make())
    #expect(try JSONValue(parsing: Array(encoded)) == SampleReport.make().value)
  }

  @Test func `the promised keys are there`() throws {
    let document = try JSONValue(parsing: SampleReport.make().json())
    #expect(document["schema"]?.string == "sentinel.scan/1")
    #expect(
      Set(document.members.keys) == [
        "schema", "tree", "complete", "exitReason", "tools", "findings", "coverage",
      ])
    let keys = Set(document["findings"]?[2]?.members.keys.map(\.self) ?? [])
    #expect(
      keys.isSuperset(of: [
        "id", "fingerprint", "tool", "ruleID", "title", "message", "severity", "cwe", "state",
        "location", "sources",
      ]))
  }

  @Test(arguments: ToolRun.State.allCases)
  func `only completed and not applicable tools leave a scan complete`(state: ToolRun.State) {
    let report = ScanReport(
      tree: "t", exitReason: "", tools: [ToolRun(name: "a", state: state)], findings: [])
    #expect(report.complete == (state == .completed || state == .notApplicable))
    let text = TerminalReport().render(report)
    #expect(text.contains("INCOMPLETE") == !report.complete)
  }

  @Test func `a file that a tool never mentioned makes the scan incomplete`() {
    let coverage = Coverage(files: 1, unseen: [Coverage.Unseen(path: "a.py", tool: "bandit")])
    let report = ScanReport(tree: "t", exitReason: "", tools: [], findings: [], coverage: coverage)
    #expect(!report.complete)
  }

  @Test func `another schema and a false claim to be complete are refused`() throws {
    let json = String(decoding: SampleReport.make().json(), as: UTF8.self)
    for (old, new) in [
      ("sentinel.scan/1", "sentinel.scan/2"), (#""complete": false"#, #""complete": true"#),
    ] {
      let parts = json.split(separator: old, omittingEmptySubsequences: false)
      #expect(parts.count == 2)
      #expect(throws: ScanReportFailure.self) {
        try ScanReport(parsing: Array(parts.joined(separator: new).utf8))
      }
    }
  }

  @Test func `no scalar in the document can steer a terminal`() throws {
    let text = String(decoding: SampleReport.make().json(), as: UTF8.self)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isHidden($0) })
  }
}

@Suite struct TerminalReportTests {
  @Test func `the plain text is as recorded`() throws {
    try expectGolden(Array(TerminalReport().render(SampleReport.make()).utf8), "sample.txt")
    let complete = SampleReport.make(isComplete: true)
    try expectGolden(Array(TerminalReport().render(complete).utf8), "complete.txt")
  }

  @Test(arguments: [40, 60, 80, 132])
  func `no line is wider than the terminal`(width: Int) {
    let text = TerminalReport(width: width).render(SampleReport.make())
    // The tools table keeps its columns; everything else wraps.
    let lines = text.split(separator: "\n").filter { width >= 80 || !$0.contains(" ms") }
    for line in lines where width >= 80 || line.hasPrefix(" ") {
      #expect(VisibleText.columns(String(line)) <= width, "\(line)")
    }
  }

  @Test func `colour changes nothing but colour`() {
    let coloured = TerminalReport(colour: true).render(SampleReport.make())
    let stripped = coloured.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
      .enumerated().map { index, part in
        index == 0 ? String(part) : String(part.drop { $0 != "m" }.dropFirst())
      }.joined()
    #expect(stripped == TerminalReport().render(SampleReport.make()))
    #expect(coloured != stripped)
  }

  @Test func `hostile text cannot steer the terminal`() {
    let text = TerminalReport().render(SampleReport.make())
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isHidden($0) })
    #expect(text.contains(#"src/\u{1B}[2J\u{202E}yp.x"#))
  }
}

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain é 漢字 👍", "plain é 漢字 👍"), ("\u{1B}[2J", #"\u{1B}[2J"#),
    ("\u{1B}]0;t\u{7}", #"\u{1B}]0;t\u{7}"#), ("\u{9B}31m", #"\u{9B}31m"#),
    ("a\u{202E}b\u{2066}", #"a\u{202E}b\u{2066}"#), ("a\u{200B}\u{FEFF}", #"a\u{200B}\u{FEFF}"#),
    ("\u{E0041}\u{3164}", #"\u{E0041}\u{3164}"#), ("a\r\nb\tc\rd", "a b c d"),
    ("\u{7F}\u{2028}", #"\u{7F}\u{2028}"#), ("\u{0}\u{8}", #"\u{0}\u{8}"#),
  ])
  func `a line shows what is hidden`(text: String, expected: String) {
    #expect(VisibleText.line(text) == expected)
  }

  @Test func `a block keeps its lines and nothing else`() {
    #expect(VisibleText.block("a\r\n\tb\rc\u{1B}") == "a\n\tb\nc\\u{1B}")
  }

  @Test func `columns are those of a terminal`() {
    #expect(VisibleText.columns("aé漢e\u{301}👍") == 7)
  }
}

@Suite struct JSONValueTests {
  @Test(arguments: [
    #"{"a": [1, -2.5e1, true, false, null, "x\u00e9\ud83d\ude00\n"]}"#, "0", #""""#, "[]", " {} ",
  ])
  func `values survive writing and reading`(text: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(try JSONValue(parsing: value.serialized()) == value)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\" 1}", "tru", "1 2", "\"", "\"\\x\"", "\"\\u12", "nan", "-", "1e999",
    "{\"a\":1,}", "[", "\\", "{1:2}", "\"\\u+123\"",
  ])
  func `what is not JSON is refused`(text: String) {
    #expect(throws: JSONFailure.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test func `deep nesting is refused and does not exhaust the stack`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONFailure.self) { try JSONValue(parsing: bytes) }
  }

  @Test func `more values than are bearable are refused, and as many as are taken are read`() throws
  {
    let three = Array("[1, {\"a\": 2}]".utf8)
    #expect(try JSONValue(parsing: three, mostValues: 4).elements.count == 2)
    let failure = #expect(throws: JSONFailure.self) {
      try JSONValue(parsing: three, mostValues: 3)
    }
    #expect(failure?.reason == .tooMany)
    // Two bytes a value: within the bound on bytes of every reader, and beyond that on values.
    let many =
      Array("[".utf8)
      + Array(repeating: Array("1,".utf8), count: JSONValue.mostValues)
      .joined() + Array("1]".utf8)
    #expect(throws: JSONFailure.self) { try JSONValue(parsing: many) }
  }

  @Test func `sloppy bytes are read`() throws {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x22, 0xFF, 0x0A, 0x5C, 0x75] + Array("d800\"".utf8)
    #expect(try JSONValue(parsing: bytes) == "\u{FFFD}\n\u{FFFD}")
  }

  @Test func `random bytes never crash the reader`() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array(#"{}[]",:\u0019etrufalsn-+.e "#.utf8)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
        alphabet.randomElement(using: &generator)
      }
      _ = try? JSONValue(parsing: bytes)
    }
  }
}

@Suite struct RankingTests {
  private static func finding(
    _ path: String, _ severity: Severity, line: Int = 1, confidence: Confidence = .medium,
    tools: Int = 1
  ) -> Finding {
    Finding(
      id: "F1", fingerprint: "", tool: "t", ruleID: "r", weaknessClass: "sql-injection",
      title: "rule r", message: "Text of a request becomes SQL.", severity: severity,
      confidence: confidence, location: Location(path: path, startLine: line),
      sources: (0..<tools).map { .init(tool: "t\($0)", rule: "r", path: path, startLine: line) })
  }

  @Test func `the product comes first, then severity, confidence and agreement`() {
    let ordered = [
      Self.finding("a.py", .critical), Self.finding("b.py", .high, confidence: .high),
      Self.finding("c.py", .high, tools: 2), Self.finding("c.py", .high, line: 2),
      Self.finding("d.py", .info), Self.finding("tests/a.py", .critical),
      Self.finding("docs/b.py", .low),
    ]
    #expect(Ranking.worstFirst(ordered.reversed()) == ordered)
  }

  @Test(arguments: [
    ("src/app.py", CodeRole.product), ("contest/app.py", .product), ("tests/app.py", .test),
    ("a/__tests__/b.ts", .test), ("pkg/db_test.go", .test), ("_test.go", .product),
    ("src/vendor/x/tests/y.go", .vendored), ("Examples/a.js", .example),
    ("docs/conf.py", .documentation),
    ("src/Latest.java", .product), ("src/AppTest.java", .test),
    ("test", .product), ("src/app.min.js", .generated), ("", .product),
  ])
  func `a path tells what its code is there for`(path: String, role: CodeRole) {
    #expect(CodeRole(path: path) == role)
  }

  @Test func `one screen shows the worst and counts the others`() {
    let findings =
      (1...9).map { Self.finding("tests/a.py", .critical, line: $0) }
      + (1...9).map { Self.finding("src/a.py", .low, line: $0) }
    let report = ScanReport(tree: ".", exitReason: "the gate passed", tools: [], findings: findings)
    let text = TerminalReport(most: 10).render(report)
    #expect(text.hasPrefix("The worst of 18 findings\n"))
    #expect(text.contains("SQL injection: Text of a request becomes SQL."))
    #expect(text.contains("8 more: 8 in tests. --all shows them."))
    #expect(!TerminalReport(most: 18).render(report).contains("--all"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 50)
  }

  @Test func `findings about one package are one entry`() {
    let findings = (1...12).map { number in
      var finding = Self.finding("requirements.txt", .high, line: 3)
      finding.ruleID = "GHSA-\(number)"
      finding.message = "Version 2 is the smallest upgrade."
      finding.package = .init(purl: "pkg:pypi/flask", version: "1", fixedVersions: ["2"])
      return finding
    }
    let report = ScanReport(tree: ".", exitReason: "no", tools: [], findings: findings)
    let text = TerminalReport(width: 100, most: 10).render(report)
    #expect(text.contains("pkg:pypi/flask 1 has 12 known vulnerabilities. Version 2 is"))
    #expect(text.contains("--all shows each of them."))
  }

  @Test(arguments: [40, 80])
  func `no path is wider than the terminal or steers it`(width: Int) {
    let path = String(repeating: "\u{1B}[2J漢字/", count: 2_000) + "end.py"
    let findings = (1...3).map { Self.finding(path, .high, line: $0) }
    let report = ScanReport(tree: ".", exitReason: "no", tools: [], findings: findings)
    let text = TerminalReport(width: width, most: 2).render(report)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isHidden($0) })
    #expect(text.contains("end.py:1"))
    for line in text.split(separator: "\n") where !line.hasPrefix("Findings: ") {
      #expect(VisibleText.columns(String(line)) <= width, "\(line)")
    }
  }
}
