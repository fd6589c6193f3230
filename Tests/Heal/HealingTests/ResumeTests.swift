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

  private func ended(_ result: HealResult, _ desk: FakeDesk) -> Ended {
    Ended(
      incidents: result.incidents.map { incident in
        let attempts = incident.attempts.map { "\($0.number) \($0.actor) \($0.outcome.rawValue)" }
        return
          "\(incident.state) \(incident.exitReason) \(attempts) \(incident.proposal?.branch ?? "")"
      },
      proposals: desk.proposals, attempts: result.spent.attempts, reason: result.exitReason)
  }

  private func run(
    _ cases: [HealingCase], _ desk: FakeDesk, _ log: FakeLog, _ bench: FakeBench, _ actor: FakeActor
  ) async throws -> HealResult {
    let records = try log.records.map { try JournalRecord(decoding: $0) }
    let carried = JournalRecord.carried(by: records)
    var parts = try Fake.parts(
      bench, [actor], journal: log, limits: Fake.limits(attempts: 6), spent: carried.spent)
    parts.desk = desk
    parts.width = 3
    return try await HealLoop(cases, parts: parts).run()
  }

  @Test func `a run that dies at any record ends as if it had not, and proposes nothing twice`()
    async throws
  {
    let cases = Fake.cases(20)
    let whole = FakeLog()
    let desk = FakeDesk()
    let wanted = ended(
      try await run(cases, desk, whole, FakeBench(), FakeActor(answering: Self.script)), desk)
    #expect(wanted.reason == .healed)
    #expect(wanted.proposals.count == 20)
    for last in stride(from: 1, through: whole.records.count, by: 2) {
      let keepsLast = last % 4 == 1
      let desk = FakeDesk()
      let broken = FakeLog(breaksAt: last, keepsLast: keepsLast)
      let actor = FakeActor(answering: Self.script)
      let first = FakeBench()
      _ = try await run(cases, desk, broken, first, actor)
      let rest = FakeLog(broken.records)
      let second = FakeBench()
      let result = try await run(cases, desk, rest, second, actor)
      #expect(ended(result, desk) == wanted, "died at record \(last)")
      for one in cases {
        let turns = actor.requests(one.id).map(\.turn)
        for turn in 1...3 { #expect(turns.count { $0 == turn } <= 2, "asked anew at \(last)") }
      }
    }
  }

  @Test func `a run that is over is told again without asking or trying anything`() async throws {
    let cases = Fake.cases(4)
    let log = FakeLog()
    let desk = FakeDesk()
    let wanted = ended(
      try await run(cases, desk, log, FakeBench(), FakeActor(answering: Self.script)), desk)
    let bench = FakeBench()
    let actor = FakeActor(answering: Self.script)
    let again = ended(try await run(cases, desk, FakeLog(log.records), bench, actor), desk)
    #expect(again == wanted)
    #expect(actor.asked == 0)
    #expect(bench.baselines == 0)
  }

  @Test func `a record that cannot be read is an error`() throws {
    let parts = try Fake.parts(
      FakeBench(), [], journal: FakeLog([Array("{\"answered\":1}".utf8)]))
    #expect(throws: (any Error).self) { try HealLoop(Fake.cases(1), parts: parts) }
  }
}
