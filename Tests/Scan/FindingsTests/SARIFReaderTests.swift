import FoundationEssentials
import Testing

@testable import Findings

@Suite struct SARIFReaderTests {
  private func read(_ run: String, root: String? = nil) throws -> SARIFReading {
    let text = #"{"version": "2.1.0", "runs": [\#(run)]}"#
    return try SARIFReader(root: root).read(Array(text.utf8))
  }

  @Test func `zeros, reversed ends and missing rules are mended`() throws {
    let reading = try read(
      """
      {"tool": {"driver": {"name": "t"}}, "results": [{"ruleId": "r", "message": {"text": "m"},
      "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a%20b.py"},
      "region": {"startLine": 0, "startColumn": 0, "endLine": 0, "endColumn": 0}}}]}]}
      """)
    let finding = try #require(reading.findings.first)
    #expect(finding.location == Location(path: "a b.py", startLine: 1))
    #expect((finding.tool, finding.rule, finding.title) == ("t", "r", "m"))
    #expect(finding.severity == .medium)
  }

  @Test func `absurd numbers are mended and crash nothing`() throws {
    for number in ["9223372036854775807", "-9223372036854775808", "1e300", "\"x\"", "null"] {
      let reading = try read(
        """
        {"tool": {"driver": {"name": "t"}}, "results": [{"ruleIndex": \(number),
        "rank": \(number), "message": {"text": "m"}, "locations": [{"physicalLocation":
        {"artifactLocation": {"uri": "a", "index": \(number)}, "region": {"startLine": \(number),
        "startColumn": \(number), "endLine": \(number), "endColumn": \(number)}}}]}]}
        """)
      var findings = Correlation.findings(from: reading.findings)
      Fingerprinter().assign(to: &findings) { _ in SourceText("x") }
      let location = try #require(findings.first?.location)
      #expect(location.startLine >= 1 && location.endLine >= location.startLine)
      #expect(location.endColumn > location.startColumn)
    }
  }

  @Test func `rules are found by index, in extensions and under hierarchical names`() throws {
    let reading = try read(
      """
      {"tool": {"driver": {"name": "t", "rules": [{"id": "A", "shortDescription": {"text": "one"},
      "properties": {"security-severity": "9.8", "tags": ["external/cwe/cwe-089"]}}]},
      "extensions": [{"name": "e", "rules": [{"id": "B", "shortDescription": {"text": "two"},
      "defaultConfiguration": {"level": "note"}}]}]},
      "results": [{"ruleIndex": 0, "message": {"text": "m"}},
      {"rule": {"index": 0, "toolComponent": {"index": 0}}, "message": {"text": "m"}},
      {"ruleId": "A/sub", "message": {"text": "m"}}]}
      """)
    #expect(reading.findings.map(\.title) == ["one", "two", "one"])
    #expect(reading.findings.map(\.rule) == ["A", "B", "A/sub"])
    #expect(reading.findings.map(\.severity) == [.critical, .low, .critical])
    #expect(reading.findings[0].cwe == [89])
  }

  @Test(arguments: [
    (#"{"uri": "file:///srv/tree/src/a.py"}"#, "src/a.py"),
    (#"{"uri": "/srv/tree/src/../b.py"}"#, "b.py"),
    (#"{"uri": "file:///etc/passwd"}"#, "/etc/passwd"),
    (#"{"uri": "c.py", "uriBaseId": "SRC"}"#, "src/c.py"),
    (#"{"uri": "./d.py", "uriBaseId": "UNKNOWN"}"#, "d.py"),
    (#"{"index": 0}"#, "e.py"),
    (#"{"uri": "%FF%zz.py"}"#, #"\xFF%zz.py"#),
    (#"{"uri": "%C3%A9%C3%E2%82%AC%F0"}"#, #"é\xC3€\xF0"#),
    (#"{"uri": "src\\win.py"}"#, "src/win.py"),
    (#"{"uri": "https://host/x"}"#, "https://host/x"),
  ])
  func `addresses become paths of the tree`(address: String, expected: String) throws {
    let reading = try read(
      """
      {"tool": {"driver": {"name": "t"}}, "artifacts": [{"location": {"uri": "e.py"}}],
      "originalUriBaseIds": {"ROOT": {"uri": "file:///srv/tree/"},
      "SRC": {"uri": "src/", "uriBaseId": "ROOT"}},
      "results": [{"message": {"text": "m"}, "locations": [{"physicalLocation":
      {"artifactLocation": \(address)}}]}]}
      """, root: "/srv/tree/")
    #expect(reading.findings.map(\.location.path) == [expected])
  }

  @Test func `what passed is counted, what is suppressed is kept and marked`() throws {
    let reading = try read(
      """
      {"tool": {"driver": {"name": "t"}}, "invocations": [{"executionSuccessful": false,
      "toolExecutionNotifications": [{"level": "error", "message": {"text": "boom"}}]}],
      "results": [{"kind": "pass", "message": {"text": "m"}},
      {"message": {"text": "m"}, "suppressions": [{"kind": "inSource"}]},
      {"message": {"text": "m"}, "suppressions": [{"kind": "external", "status": "rejected"}]}]}
      """)
    #expect(reading.findings.map { $0.suppression?.by } == ["inSource", nil])
    #expect(reading.runs.map(\.passed) == [1])
    #expect(reading.runs.map(\.succeeded) == [false])
    #expect(reading.runs[0].errors.map(\.message) == ["boom"])
  }

  @Test func `weaknesses come from relationships, taxa and properties`() throws {
    let reading = try read(
      """
      {"tool": {"driver": {"name": "t", "rules": [{"id": "A", "relationships": [{"target":
      {"id": "120", "toolComponent": {"name": "CWE"}}}], "properties": {"cwe": ["CWE-676: x"]}}]}},
      "taxonomies": [{"name": "CWE", "taxa": [{"id": "20"}]}],
      "results": [{"ruleId": "A", "message": {"text": "m"},
      "taxa": [{"index": 0, "toolComponent": {"index": 0}}]}]}
      """)
    #expect(reading.findings[0].cwe == [20, 120, 676])
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"runs": {}}"#, #"{"version": "1.0", "runs": []}"#, "no",
  ])
  func `what is no SARIF file is an error and never an empty answer`(text: String) {
    #expect(throws: SARIFFailure.self) { try SARIFReader().read(Array(text.utf8)) }
  }

  @Test(.enabled(if: SharedData.root != nil, "the shared test data is absent"))
  func `real files give the expected numbers of findings`() throws {
    let expected = try SharedData.expectedCounts().filter { $0.key.hasSuffix(".sarif") }
    #expect(expected.count >= 20)
    for (path, count) in expected.sorted(by: { $0.key < $1.key }) {
      let reading = try SARIFReader().read(try SharedData.bytes("tool-reports/\(path)"))
      #expect(reading.findings.count == count, "\(path)")
    }
  }

  @Test(.enabled(if: SharedData.root != nil, "the shared test data is absent"))
  func `no real file and no cut of one makes the reader crash or lie`() throws {
    let root = try #require(SharedData.root)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/tool-reports/sarif")
    for name in names.sorted() {
      let bytes = try SharedData.bytes("tool-reports/sarif/\(name)")
      let reading = try SARIFReader().read(bytes)
      let merged = Correlation.findings(from: reading.findings)
      #expect(merged.reduce(0) { $0 + $1.sources.count } == reading.findings.count, "\(name)")
      for part in 1...8 {
        #expect(throws: SARIFFailure.self) {
          try SARIFReader().read(Array(bytes.prefix(bytes.count * part / 9)))
        }
      }
    }
  }
}
