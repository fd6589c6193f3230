import Audit
import Autonomy
import FoundationEssentials
import Healing
import Judging
import Kernel
import Signals
import State
import TestSupport
import Testing

@testable import Proposals

@Suite("Every step of a run is an entry, once, and what others wrote is a digest")
struct HealAuditTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func tell(_ audit: HealAudit, secret: String = "s3cret-token") throws {
    let fix = try fixture.fix(title: "leaks \(secret)", rationale: secret)
    let healingCase = fix.healingCase
    try audit.received(healingCase)
    try audit.observed(fix.baseline, of: [healingCase])
    try audit.abstained(
      Abstention(reason: secret, inspected: [secret]), by: "revert", version: "v1",
      for: healingCase)
    var text = fix.proposed
    text.text = Array(secret.utf8)
    text.origin = "prompt " + String(repeating: "d", count: 64)
    try audit.suggested(text, by: "model", version: "v1", number: 1, for: healingCase)
    try audit.ended(fix.attempts[0], report: fix.report, for: healingCase)
    try audit.closed(healingCase, reason: .healed, explanation: secret)
    try audit.closed(nil, reason: .healed, explanation: nil)
  }

  @Test("A run that is told again, as a resumed one is, adds nothing")
  func once() throws {
    try tell(fixture.audit())
    let entries = try fixture.entries()
    try tell(fixture.audit())
    #expect(try fixture.entries() == entries)
    try tell(fixture.audit(run: "r2"))
    #expect(try fixture.entries().count == entries.count * 2 - 1, "the log is opened once")
    let kinds: [AuditEntry.Kind] = [
      .opened, .signal, .verdict, .verdict, .promptDigest, .candidate, .verdict, .verdict, .verdict,
    ]
    #expect(entries.map(\.kind) == kinds)
    let id = try fixture.fix(title: "leaks s3cret-token").healingCase.id
    #expect(entries.dropFirst().dropLast().allSatisfy { $0.incident == id })
    #expect(LogCheck.report(on: fixture.state.log).problem == nil)
  }

  @Test("No text of a report, a model or a person is in the log")
  func digests() throws {
    try tell(fixture.audit())
    let bytes = try FileSystem.read(fixture.state.log.path.appending("entries"))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cret-token"))
  }

  @Test("What the judge says of candidates counts for their actors")
  func judged() throws {
    try tell(fixture.audit())
    let controller = try AutonomyState.controller(of: fixture.state)
    let records = controller.records.values
    #expect(records.reduce(0) { $0 + $1.judged } == 1)
    #expect(records.reduce(0) { $0 + $1.abstentions } == 1)
    let keys = controller.records.keys.map(\.actorKind).sorted()
    #expect(keys == ["codemod", "revert"])
  }

  @Test("A log that cannot be written is a failure, and nothing goes on")
  func unwritable() throws {
    let audit = try fixture.audit()
    let entries = fixture.state.log.path.appending("entries")
    let bytes = try FileSystem.read(entries)
    try FileSystem.write(bytes.dropLast(10), to: entries, mode: 0o600)
    #expect(throws: RecordFailure.self) { try tell(audit) }
  }
}
