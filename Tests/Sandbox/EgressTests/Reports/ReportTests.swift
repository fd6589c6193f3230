import EgressTestKit
import FoundationEssentials
import Kernel
import Testing

@testable import Egress

/// What two runs reached, side by side.
@Suite struct ReportTests {
  private func record(
    _ name: String, _ port: UInt16? = 443, up: UInt64 = 0, mode: EgressMode? = .tls,
    refusal: EgressRefusal.Code? = nil, by program: String? = nil
  ) -> EgressRecord {
    var record = EgressRecord(
      name: Array(name.utf8), port: port, refusal: refusal.map { EgressRefusal($0, "because") })
    record.bytesUp = up
    record.mode = refusal == nil ? mode : nil
    record.assurance = refusal == nil ? .sni : nil
    if let program { record.attribute(pid: 7, executable: Array(program.utf8)) }
    return record
  }

  private func run(_ records: [EgressRecord], gaps: [String] = []) -> ObservedRun {
    ObservedRun(
      command: ["make"], profile: "build", status: "ok", records: records, gaps: gaps)
  }

  private func report(_ base: [EgressRecord], _ other: [EgressRecord]) -> EgressReport {
    EgressReport(base: run(base), other: run(other))
  }

  @Test func `runs that used the same in the same way are the same`() {
    let records = [record("a.test", up: 900), record("a.test", up: 700), record("b.test", 80)]
    let report = report(records, records.reversed())
    #expect(report.verdict == .same)
    #expect(report.differences.isEmpty)
    #expect(report.unchanged == 2)
    #expect(report.isComplete)
    #expect(report.base.total.bytesUp == 1600)
  }

  @Test func `a new place is wider, whether it was reached or refused or only asked for`() {
    let base = [record("a.test")]
    for new in [
      record("b.test"), record("a.test", 80), record("b.test", refusal: .nameNotAllowed),
      record("b.test", nil, refusal: .nameNotAllowed),
    ] {
      let report = report(base, base + [new])
      #expect(report.verdict == .wider, "\(new)")
      #expect(report.differences.map(\.kind) == [.added])
      #expect(report.text.contains("\n+ \(new.name)"), "\(report.text)")
    }
  }

  @Test func `a place that is no longer used is a difference and not wider`() {
    let report = report([record("a.test"), record("b.test")], [record("a.test")])
    #expect(report.verdict == .different)
    #expect(report.differences.map(\.kind) == [.removed])
  }

  @Test(
    arguments: [
      (0, 4096, false), (0, 4097, true), (100_000, 125_000, false), (100_000, 125_001, true),
      (UInt64.max, UInt64.max, false), (1, UInt64.max, true), (UInt64.max / 2, UInt64.max, true),
    ] as [(UInt64, UInt64, Bool)])
  func `more bytes count beyond a quarter and four KiB`(
    base: UInt64, other: UInt64, isWider: Bool
  ) {
    let report = report([record("a.test", up: base)], [record("a.test", up: other)])
    #expect((report.verdict == .wider) == isWider, "\(report)")
    #expect(report.differences.flatMap(\.aspects) == (isWider ? [.bytesUp] : []))
  }

  @Test func `sums that do not fit stay at the most and hide nothing`() {
    let huge = record("a.test", up: .max)
    let report = report([record("a.test")], [huge, huge, huge])
    #expect(report.other.total.bytesUp == .max)
    #expect(report.verdict == .wider)
  }

  @Test func `another mode, a weaker check, another program and a lifted refusal are wider`() {
    var weaker = record("a.test", mode: .tls)
    weaker.assurance = .name
    let cases: [(EgressRecord, EgressRecord, EgressReport.Difference.Aspect)] = [
      (record("a.test", mode: .tls), record("a.test", mode: .raw), .modes),
      (record("a.test"), weaker, .assurance),
      (record("a.test", by: "/usr/bin/pip"), record("a.test", by: "/usr/bin/sh"), .executables),
      (record("a.test", refusal: .nameNotAllowed), record("a.test", mode: nil), .allowed),
    ]
    for (base, other, aspect) in cases {
      let report = report([base], [other])
      #expect(report.verdict == .wider, "\(aspect)")
      #expect(report.differences.first?.aspects == [aspect])
    }
    // Turned around, nothing is new but what was said and by whom.
    #expect(report([weaker], [record("a.test")]).verdict == .same)
    let refused = report([record("a.test")], [record("a.test", refusal: .deniedByRule)])
    #expect(refused.verdict == .different)
    #expect(refused.differences.first?.aspects == [.refused])
  }

  @Test func `a run without programs in its records makes none of the other's new`() {
    #expect(report([record("a.test")], [record("a.test", by: "/bin/x")]).verdict == .same)
  }

  @Test func `what is not known makes a report incomplete and is said`() {
    let report = EgressReport(
      base: run([]), other: run([], gaps: ["there was no room for 5 attempts"]))
    #expect(!report.isComplete)
    #expect(report.text.contains("? not everything is known of the other run: there was no room"))
    #expect(
      ObservedRun.gaps(
        status: "refused", layers: ["network namespace", "egress broker", "memory limit"],
        unrecorded: 3
      ).count == 4)
    #expect(ObservedRun.gaps(status: "timeout", layers: ["memory limit"], unrecorded: 0).isEmpty)
  }

  // MARK: Documents

  private func document(
    schema: String = "sentinel.run/1", status: String = "ok", egress: String = "[]",
    more: String = ""
  ) -> [UInt8] {
    Array(
      """
      {"schema": "\(schema)", "status": "\(status)", "command": ["x"], "profile": "build",
       "planDigest": "00", "startedAt": "2026-01-01T00:00:00Z", "missing": [], "new": {"key": 1},
       "egress": \(egress)\(more)}
      """.utf8)
  }

  private let good = """
    {"name": "a.test", "port": 443, "verdict": "allowed", "generation": 0, "bytesUp": 1,
     "bytesDown": 2, "milliseconds": 3, "count": 1, "mode": "tls", "assurance": "sni"}
    """

  @Test func `a result is read with its records and keys of later versions`() throws {
    let run = try ObservedRun(reading: document(egress: "[\(good)]"))
    #expect(run.records.map(\.name) == ["a.test"])
    #expect(run.records.first?.mode == .tls)
    #expect(run.gaps.isEmpty)
    let full = try ObservedRun(
      reading: document(more: ", \"egressTotals\": {\"unrecorded\": 9}"))
    #expect(full.gaps == ["there was no room for 9 attempts"])
  }

  @Test func `a report survives its own document`() throws {
    let report = report([record("a.test", by: "/b")], [record("b.test", 80, refusal: .idle)])
    let bytes = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(EgressReport.self, from: bytes) == report)
    #expect(report.schema == "sentinel.egress-report/1")
  }

  @Test(arguments: [
    ("a.test", "evil\\u001b[2J"), ("a.test", ""), ("a.test", "a\\nb"), ("a.test", "\\u202ea"),
    ("\"count\": 1", "\"count\": 0"), ("\"count\": 1", "\"count\": -4"),
    ("\"allowed\"", "\"denied\""), ("\"allowed\"", "\"perhaps\""), ("443", "65536"),
    ("443", "-1"), ("\"bytesUp\": 1", "\"bytesUp\": -1"), ("\"bytesUp\": 1", "\"bytesUp\": 1e40"),
    ("\"tls\"", "\"quic\""), ("\"sni\"", "\"all\""), ("\"name\"", "\"nome\""),
    ("a.test", String(repeating: "a", count: 400)),
  ])
  func `a record that no run writes makes the document none`(part: String, forged: String) {
    let text = good.replacing(part, with: forged)
    #expect(throws: ObservedRun.Mistake.self) {
      try ObservedRun(reading: document(egress: "[\(text)]"))
    }
  }

  @Test(arguments: [
    [], Array("null".utf8), Array("{}".utf8), Array("[1]".utf8), [0xFF, 0xFE],
    Array(repeating: UInt8(ascii: "["), count: 100_000),
  ])
  func `what is no result is refused`(bytes: [UInt8]) {
    #expect(throws: ObservedRun.Mistake.self) { try ObservedRun(reading: bytes) }
  }

  @Test func `another schema and floods of records are refused with their reason`() throws {
    let schema = try #require(throws: ObservedRun.Mistake.self) {
      try ObservedRun(reading: document(schema: "sentinel.run/2\\u0007"))
    }
    #expect(schema.reason.contains("sentinel.run/2\\x07"))
    let flood = "[" + Array(repeating: good, count: 50_001).joined(separator: ",") + "]"
    let many = try #require(throws: ObservedRun.Mistake.self) {
      try ObservedRun(reading: document(egress: flood))
    }
    #expect(many.reason.contains("50001"))
    let large = try #require(throws: ObservedRun.Mistake.self) {
      try ObservedRun(reading: Array(repeating: 0x20, count: ObservedRun.limitBytes + 1))
    }
    #expect(large.reason.contains("larger"))
  }

  @Test func `no bytes crash the reader or are read as more than they say`() {
    var random = SeededRandom(seed: 7)
    let start = document(egress: "[\(good),\(good)]")
    for _ in 0..<2000 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      guard let run = try? ObservedRun(reading: bytes) else { continue }
      #expect(run.records.count <= 2)
      let text = EgressReport(base: run, other: run).text
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }
  }
}
