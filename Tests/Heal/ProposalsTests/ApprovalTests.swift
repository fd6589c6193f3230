import Audit
import Autonomy
import FoundationEssentials
import Git
import Healing
import Kernel
import State
import TestSupport
import Testing
import Text

@testable import Proposals

@Suite("An approval is for one thing, once, in time, and by somebody else")
struct ApprovalTests {
  private static let hour: Int64 = 3_600_000
  private let binding = ApprovalBinding(
    patch: "p", base: "b", evidence: "e", action: "push", target: "t")

  /// A log of approvals without a log.
  private struct ProposalPublisher {
    var entries: [AuditEntry] = []
    var book: ApprovalRecords { ApprovalRecords(entries) }

    mutating func ask(_ binding: ApprovalBinding, needed: Int = 1, at now: Int64 = 0) -> String {
      let asked = book.asking(binding, of: "I", needed: needed, by: "ada", at: now)
      entries += asked.entries
      return asked.id
    }

    mutating func approve(
      _ id: String, by name: String, for time: Int64 = ApprovalRecords.answerMilliseconds,
      at now: Int64 = 0
    ) throws {
      entries.append(
        try book.answering(id, agrees: true, by: name, account: "acc", for: time, at: now))
    }

    mutating func use(
      _ id: String, for binding: ApprovalBinding, by run: String = "r", at now: Int64 = 0
    ) throws {
      entries += try book.consuming(id, for: binding, by: run, at: now)
    }
  }

  private func refused(_ body: () throws -> Void) {
    #expect(throws: ApprovalRecords.Refusal.self, performing: body)
  }

  @Test("It is granted by another, used once, and not used twice")
  func once() throws {
    var publisher = ProposalPublisher()
    let id = publisher.ask(binding)
    #expect(publisher.book[id]?.state(at: 0) == .requested)
    refused { try publisher.use(id, for: binding) }
    try publisher.approve(id, by: "bob")
    #expect(publisher.book[id]?.state(at: 0) == .approved)
    try publisher.use(id, for: binding)
    #expect(publisher.book[id]?.state(at: 0) == .consumed)
    refused { try publisher.use(id, for: binding, by: "another") }
    // The run that has used it was killed before the push, and goes on.
    try publisher.use(id, for: binding)
    #expect(publisher.entries.count == 3)
    let again = publisher.ask(binding)
    #expect(again != id && publisher.book[again]?.state(at: 0) == .requested)
  }

  @Test("Whoever asked cannot grant it, however the name is written")
  func own() throws {
    var publisher = ProposalPublisher()
    let id = publisher.ask(binding)
    for name in ["ada", "Ada", "ADA ", "a da", "ada\u{200B}", "\u{202E}ada"] {
      refused { try publisher.approve(id, by: name) }
    }
    try publisher.approve(id, by: "adam")
    #expect(publisher.book[id]?.state(at: 0) == .approved)
  }

  @Test("Two who are needed are two people")
  func two() throws {
    var publisher = ProposalPublisher()
    let id = publisher.ask(binding, needed: 2)
    try publisher.approve(id, by: "bob")
    refused { try publisher.approve(id, by: "Bob") }
    #expect(publisher.book[id]?.state(at: 0) == .requested)
    try publisher.approve(id, by: "cleo")
    #expect(publisher.book[id]?.state(at: 0) == .approved)
  }

  @Test("It is for these digests and no others")
  func others() throws {
    var publisher = ProposalPublisher()
    let id = publisher.ask(binding)
    try publisher.approve(id, by: "bob")
    let keys: [WritableKeyPath<ApprovalBinding, String>] = [
      \.patch, \.base, \.evidence, \.action, \.target,
    ]
    for key in keys {
      var other = binding
      other[keyPath: key] = "other"
      refused { try publisher.use(id, for: other) }
      #expect(other.digest != binding.digest)
    }
    // A moved base asks again, and what was granted for the old one is gone.
    var moved = binding
    moved.base = "b2"
    let again = publisher.ask(moved)
    #expect(publisher.book[again]?.state(at: 0) == .requested)
    #expect(publisher.book[id]?.state(at: 0) == .superseded)
    refused { try publisher.use(id, for: binding) }
  }

  @Test("Requests and answers expire, and a late answer is none")
  func expired() throws {
    var publisher = ProposalPublisher()
    let id = publisher.ask(binding)
    refused { try publisher.approve(id, by: "bob", at: ApprovalRecords.requestMilliseconds) }
    try publisher.approve(id, by: "bob", for: Self.hour)
    #expect(publisher.book[id]?.state(at: Self.hour - 1) == .approved)
    #expect(publisher.book[id]?.state(at: Self.hour) == .requested)
    refused { try publisher.use(id, for: binding, at: Self.hour) }
    #expect(publisher.book[id]?.state(at: ApprovalRecords.requestMilliseconds) == .expired)
    #expect(publisher.ask(binding, at: ApprovalRecords.requestMilliseconds) != id)
  }

  @Test("One who denies is enough, also after it was granted, and it is not asked for again")
  func denied() throws {
    var publisher = ProposalPublisher()
    let id = publisher.ask(binding)
    try publisher.approve(id, by: "bob")
    publisher.entries.append(
      try publisher.book.answering(id, agrees: false, by: "cleo", account: "acc", at: 1))
    #expect(publisher.book[id]?.state(at: 1) == .denied)
    refused { try publisher.use(id, for: binding) }
    refused { try publisher.approve(id, by: "dan") }
    #expect(publisher.ask(binding) == id)
  }

  private func fixture(approvals: Int = 1) throws -> Fixture {
    var fixture = try Fixture()
    fixture.policy = AutonomyPolicy(
      defaults: .init(ceiling: .proposer, risk: .medium, approvals: approvals))
    fixture.policy.isWritten = true
    return fixture
  }

  private func request(_ published: PublishedProposal) throws -> JSONValue {
    try #require(published.decision["inputs"]?["approval"])
  }

  @Test("A branch waits for approval; the next run pushes what was approved, to the byte")
  func push() async throws {
    let fixture = try fixture()
    let remote = try fixture.remote()
    let early = [EvidenceDocument(name: "time", content: Array("1 s".utf8))]
    let late = [EvidenceDocument(name: "time", content: Array("2 s".utf8))]
    let first = try await fixture.publisher(fixture.origin).publish(fixture.fix(documents: early))
    #expect(first.branch == nil)
    let asked = try request(first)
    #expect(asked["state"] == "requested")
    let id = try #require(asked["id"]?.string)
    let text = try String(
      contentsOfFile: (first.folder ?? "") + "/proposal.md", encoding: .utf8)
    #expect(text.contains("sentinel approve \(id)"))
    // Without an answer nothing changes, and nobody is asked twice.
    let second = try await fixture.publisher(fixture.origin, run: "r2").publish(
      fixture.fix(documents: late))
    #expect(second.branch == nil)
    #expect(try request(second)["id"]?.string == id)
    let publisher = ApprovalRequests(fixture.state)
    #expect(throws: ApprovalRecords.Refusal.self) {
      try publisher.answer(id, agrees: true, by: Caller.name(), for: Self.hour)
    }
    _ = try publisher.answer(id, agrees: true, by: "somebody else", for: Self.hour)
    let third = try await fixture.publisher(fixture.origin, run: "r3").publish(
      fixture.fix(documents: late))
    #expect(third.branch != nil)
    let heads = try fixture.git("for-each-ref", "refs/heads/sentinel", at: remote)
    #expect(heads.split(separator: "\n").count == 1)
    let evidence = try FileSystem.read(
      BytePath(third.folder ?? "").appending("evidence/trial-time"))
    #expect(evidence == Array("1 s".utf8), "the evidence that was seen is what was published")
    #expect(try publisher.book()[id]?.consumedBy == "r3")
    // Nothing is left to be done, so that nobody is asked again.
    let fourth = try await fixture.publisher(fixture.origin, run: "r4").publish(
      fixture.fix(documents: late))
    #expect(fourth.branch != nil && fourth.decision["inputs"]?["approval"] == nil)
  }

  @Test("Another change and a moved base ask again")
  func again() async throws {
    let fixture = try fixture()
    _ = try fixture.remote()
    let publisher = ApprovalRequests(fixture.state)
    let first = try request(try await fixture.publisher(fixture.origin).publish(fixture.fix()))
    _ = try publisher.answer(first["id"]?.string ?? "", agrees: true, by: "bob", for: Self.hour)
    let other = try await fixture.publisher(fixture.origin, run: "r2").publish(
      fixture.fix(with: "a * 4"))
    #expect(other.branch == nil)
    let second = try request(other)
    #expect(second["id"] != first["id"])
    _ = try publisher.answer(second["id"]?.string ?? "", agrees: true, by: "bob", for: Self.hour)
    try fixture.git("commit", "-q", "--allow-empty", "-m", "moved")
    let moved = try await fixture.publisher(fixture.origin, run: "r3").publish(
      fixture.fix(with: "a * 4"))
    #expect(moved.branch == nil)
    #expect(try request(moved)["id"] != second["id"])
  }

  @Test("Evidence that was changed while it waited is not approved")
  func swapped() async throws {
    let fixture = try fixture()
    _ = try fixture.remote()
    let id =
      try request(try await fixture.publisher(fixture.origin).publish(fixture.fix()))["id"]?.string
      ?? ""
    let pending = fixture.state.path.appending("pending")
    let names = try FileManager.default.contentsOfDirectory(atPath: pending.description)
    try FileSystem.write(
      [1], to: pending.appending(names[0]).appending("candidate.txt"), mode: 0o600)
    #expect(throws: ApprovalRecords.Refusal.self) {
      try ApprovalRequests(fixture.state).answer(id, agrees: true, by: "bob", for: Self.hour)
    }
  }
}
