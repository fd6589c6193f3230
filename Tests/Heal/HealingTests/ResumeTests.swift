import Healing
import Testing

@Suite struct ResumeTests {
  private static let script = [
    [Fake.candidate("wrong"), "no patch"], [Fake.candidate("wrong"), Fake.candidate("regression")],
    [Fake.candidate("right")],
  ]

  private struct Ended: Equatable {
    var incidents: [String]
    var proposals: [String: [String]]
    var attempts: Int
    var reason: ExitReason
  }

  private func ended(_ result: HealResult, _ publisher: FakePublisher) -> Ended {
    Ended(
      incidents: result.incidents.map { incident in
        let attempts = incident.attempts.map { "\($0.number) \($0.actor) \($0.outcome.rawValue)" }
        return
          "\(incident.state) \(incident.exitReason) \(attempts) \(incident.proposal?.branch ?? "")"
      },
      proposals: publisher.proposals, attempts: result.spent.attempts, reason: result.exitReason)
  }

  private func run(
    _ cases: [HealingCase], _ publisher: FakePublisher, _ log: FakeLog,
    _ trialRunner: FakeTrialRunner, _ actor: FakeActor
  ) async throws -> HealResult {
    let records = try log.records.map { try JournalRecord(decoding: $0) }
    let carried = JournalRecord.carried(by: records)
    var parts = try Fake.parts(
      trialRunner, [actor], journal: log, limits: Fake.limits(attempts: 6), spent: carried.spent)
    parts.publisher = publisher
    parts.width = 3
    return try await HealLoop(cases, parts: parts).run()
  }

  @Test func `a run that dies at any record ends as if it had not, and proposes nothing twice`()
    async throws
  {
    let cases = Fake.cases(20)
    let whole = FakeLog()
    let publisher = FakePublisher()
    let wanted = ended(
      try await run(cases, publisher, whole, FakeTrialRunner(), FakeActor(answering: Self.script)),
      publisher)
    #expect(wanted.reason == .healed)
    #expect(wanted.proposals.count == 20)
    for last in stride(from: 1, through: whole.records.count, by: 2) {
      let keepsLast = last % 4 == 1
      let publisher = FakePublisher()
      let broken = FakeLog(breaksAt: last, keepsLast: keepsLast)
      let actor = FakeActor(answering: Self.script)
      let first = FakeTrialRunner()
      _ = try await run(cases, publisher, broken, first, actor)
      let rest = FakeLog(broken.records)
      let second = FakeTrialRunner()
      let result = try await run(cases, publisher, rest, second, actor)
      #expect(ended(result, publisher) == wanted, "died at record \(last)")
      for one in cases {
        let turns = actor.requests(one.id).map(\.turn)
        for turn in 1...3 { #expect(turns.count { $0 == turn } <= 2, "asked anew at \(last)") }
      }
    }
  }

  @Test func `a run that is over is told again without asking or trying anything`() async throws {
    let cases = Fake.cases(4)
    let log = FakeLog()
    let publisher = FakePublisher()
    let wanted = ended(
      try await run(cases, publisher, log, FakeTrialRunner(), FakeActor(answering: Self.script)),
      publisher)
    let trialRunner = FakeTrialRunner()
    let actor = FakeActor(answering: Self.script)
    let again = ended(
      try await run(cases, publisher, FakeLog(log.records), trialRunner, actor), publisher)
    #expect(again == wanted)
    #expect(actor.asked == 0)
    #expect(trialRunner.baselines == 0)
  }

  @Test func `a record that cannot be read is an error`() throws {
    let parts = try Fake.parts(
      FakeTrialRunner(), [], journal: FakeLog([Array("{\"answered\":1}".utf8)]))
    #expect(throws: (any Error).self) { try HealLoop(Fake.cases(1), parts: parts) }
  }
}
