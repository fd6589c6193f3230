import Testing

@testable import Advisories

@Suite struct AdvisoryReaderTests {
  static let json = """
    {"id": "GHSA-1", "aliases": ["CVE-2024-1"], "summary": "Bad", "details": "Very bad.",
     "published": "2024-01-02T03:04:05Z", "modified": "2024-02-01T00:00:00Z",
     "severity": [{"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}],
     "database_specific": {"severity": "CRITICAL", "cwe_ids": ["CWE-89", "NVD-CWE-noinfo"]},
     "affected": [
       {"package": {"ecosystem": "PyPI", "name": "Some_Thing"}, "versions": ["1.0"],
        "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.2"}]}]},
       {"package": {"ecosystem": "Debian:12", "name": "python-thing"},
        "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}]}]},
       {"package": {"ecosystem": "Nowhere", "name": "thing"}}]}
    """

  static func read(_ text: String, isYAML: Bool = false) throws(AdvisoryError) -> Advisory {
    try AdvisoryReader.read(Array(text.utf8), isYAML: isYAML)
  }

  @Test func `everything that matching and reports need is read`() throws {
    let advisory = try Self.read(Self.json)
    let range = AffectedRange(kind: .ecosystem, events: [.introduced("0"), .fixed("1.2")])
    let expected = Advisory(
      id: "GHSA-1", aliases: ["CVE-2024-1"], summary: "Bad", details: "Very bad.",
      published: "2024-01-02T03:04:05Z",
      vectors: ["CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"], level: "CRITICAL", cwe: [89],
      affected: [
        .init(
          ecosystem: Ecosystem(.pypi), name: "Some_Thing", ranges: [range], versions: ["1.0"]),
        .init(
          ecosystem: Ecosystem(.debian, release: "12"), name: "python-thing",
          ranges: [AffectedRange(kind: .ecosystem, events: [.introduced("0")])]),
      ])
    #expect(advisory == expected)
  }

  @Test func `YAML says the same`() throws {
    let advisory = try Self.read(
      """
      id: PYSEC-1
      affected:
      - package: {ecosystem: PyPI, name: thing}
        ranges:
        - type: ECOSYSTEM
          events:
          - introduced: "0"
          - last_affected: 2.0.1
      published: "2024-01-01T00:00:00Z"
      """, isYAML: true)
    let events = advisory.affected.first?.ranges.first?.events
    #expect(events == [.introduced("0"), .lastAffected("2.0.1")])
    #expect(advisory.published == "2024-01-01T00:00:00Z")
  }

  @Test func `a date before the calendar is no date`() throws {
    #expect(try Self.read(#"{"id": "GO-1", "published": "0001-01-01T00:00:00Z"}"#).published == nil)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"id": "A\nB"}"#, #"{"id": "A)[x](y"}"#, #"{"id": "A", "withdrawn": ""}"#,
    #"{"id": "A", "published": "some day"}"#, #"{"id": "A", "affected": {}}"#,
    #"{"id": "A", "aliases": "B"}"#,
    #"{"id": "A", "affected": [{"package": {"ecosystem": "npm", "name": "x"}, "ranges": {}}]}"#,
    #"{"id": "A", "affected": [{"package": {"ecosystem": "npm", "name": "x"}, "versions": "1"}]}"#,
    #"{"id": "A", "affected": [{"package": {"ecosystem": "npm", "name": "x"},"#
      + #""ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, 5]}]}]}"#,
    #"{"id": 5, "affected": [1]"#, #"{"id": ""}"#,
    #"{"id": "A", "affected": [{"package": {"name": "x"}}]}"#,
    #"{"id": "A", "affected": [{"package": {"ecosystem": "npm", "name": "x"}, "ranges": [{}]}]}"#,
    #"{"id": "A", "affected": [{"package": {"ecosystem": "npm", "name": "x"},"#
      + #""ranges": [{"type": "SEMVER", "events": []}]}]}"#,
    #"{"id": "A", "affected": [{"package": {"ecosystem": "npm", "name": "x"},"#
      + #""ranges": [{"type": "SEMVER", "events": [{"removed": "1"}]}]}]}"#,
  ])
  func `what would match nothing by mistake is refused`(text: String) {
    #expect(throws: AdvisoryError.self) { try Self.read(text) }
  }

  @Test func `an advisory cut anywhere is refused`() {
    let bytes = Array(Self.json.utf8)
    for length in 0..<bytes.count {
      #expect(throws: AdvisoryError.self) {
        try AdvisoryReader.read(Array(bytes.prefix(length)), isYAML: false)
      }
    }
  }

  @Test(arguments: [
    ("2024-01-01", false), ("2024-01-02", true), ("2024-02-29", true), ("2024-03-01", false),
    ("2024-01-02T03:04:04Z", false), ("2024-01-02T03:04:05Z", true),
  ])
  func `an advisory stands from its publication to its withdrawal`(moment: String, stands: Bool) {
    let advisory = Advisory(
      id: "A", published: "2024-01-02T03:04:05Z", withdrawn: "2024-03-01T00:00:00Z", affected: [])
    #expect(advisory.stands(at: moment) == stands)
    #expect(!advisory.stands(at: nil))
    let later = Advisory(id: "B", published: "2999-01-01T00:00:00Z", affected: [])
    #expect(later.stands(at: nil) && !later.stands(at: moment))
  }
}
