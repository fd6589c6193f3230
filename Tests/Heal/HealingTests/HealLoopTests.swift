import Findings
import Healing
import Judging
import Patches
import Signals
import Synchronization
import Testing

@Suite struct HealLoopTests {
  private func run(
    _ cases: [HealingCase], _ trialRunner: FakeTrialRunner, _ actors: [any FixActor],
    publisher: FakePublisher? = FakePublisher(), limits: RunBudget.Limits = .init(), width: Int = 2
  ) async throws -> HealResult {
    var parts = try Fake.parts(trialRunner, actors, limits: limits)
    parts.publisher = publisher
    parts.width = width
    return try await HealLoop(cases, parts: parts).run()
  }

  @Test(arguments: 1...6, 1...6)
  func `a right candidate at a position succeeds exactly when the attempts reach it`(
    position: Int, attempts: Int
  ) async throws {
    let words = (1..<7).map { $0 == position ? "right" : "wrong\($0)" }
    for answers in [words.map { [$0] }, [words]] {
      let actor = FakeActor(answering: answers.map { $0.map(Fake.candidate) })
      let result = try await run(
        Fake.cases(1), FakeTrialRunner(), [actor], limits: Fake.limits(attempts: attempts))
      let incident = try #require(result.incidents.first)
      let isReached = position <= attempts
      #expect(incident.state == (isReached ? .healed : .notHealed))
      #expect(incident.exitReason == (isReached ? .healed : .attemptsExhausted))
      #expect(incident.attempts.map(\.number) == Array(1...min(position, attempts)))
      #expect(result.spent.attempts == min(position, attempts))
    }
  }

  @Test func `unparsable, unappliable and duplicate answers are attempts and are never run`()
    async throws
  {
    let unappliable = Fake.candidate("x").replacing("return 1", with: "return 2")
    let again = Fake.candidate("wrong").replacing("\"wrong\"", with: "'wrong'  # again")
    let actor = FakeActor(
      answering: [
        ["no patch"], [unappliable], [Fake.candidate("wrong")], [again],
        [
          Fake.candidate("right")
        ],
      ])
    let trialRunner = FakeTrialRunner()
    let cases = Fake.cases(1)
    let result = try await run(cases, trialRunner, [actor])
    let attempts = result.incidents[0].attempts
    #expect(
      attempts.map(\.outcome) == [
        .unparsable, .unappliable, .stillReproduces, .duplicate, .accepted,
      ])
    #expect(attempts.map(\.executed) == [false, false, true, false, true])
    #expect(trialRunner.tried(cases[0].id) == ["wrong", "right"])
  }

  @Test func `a candidate that leaves the tree breaks an article and is never run`() async throws {
    let outside = Fake.candidate("x").replacing(Fake.path, with: "../outside.py")
    let trialRunner = FakeTrialRunner()
    let cases = Fake.cases(1)
    let result = try await run(
      cases, trialRunner, [FakeActor(answering: [[outside]])], limits: Fake.limits(attempts: 1))
    #expect(result.incidents[0].attempts[0].outcome == .judgeArticle)
    #expect(result.incidents[0].attempts[0].articles == ["patch-form"])
    #expect(trialRunner.tried(cases[0].id).isEmpty)
  }

  @Test func `each actor is asked until it abstains, and the next hears what was learnt`()
    async throws
  {
    let first = FakeActor("first", answering: [[Fake.candidate("regression")]])
    let second = FakeActor("second", answering: [[Fake.candidate("right")]])
    let cases = Fake.cases(1)
    let result = try await run(cases, FakeTrialRunner(), [first, second])
    #expect(result.incidents[0].attempts.map(\.actor) == ["first", "second"])
    #expect(first.requests(cases[0].id).map(\.turn) == [1, 2])
    let heard = try #require(second.requests(cases[0].id).first)
    #expect(heard.turn == 1)
    #expect(heard.attemptsLeft == 4)
    #expect(heard.reflections.map(\.outcome) == [.regression])
    #expect(heard.reflections[0].failingTests == ["tests.secret_or_not"])
    #expect(heard.reflections[0].changed == ["shop/app.py lines 2-2"])
  }

  @Test func `nothing of a held-back check reaches the next attempt or the report`() async throws {
    let actor = FakeActor(
      answering: [[Fake.candidate("hidden-check")], [Fake.candidate("right")]])
    let cases = Fake.cases(1)
    let result = try await run(cases, FakeTrialRunner(), [actor])
    let reflection = try #require(actor.requests(cases[0].id).last?.reflections.first)
    #expect(reflection.outcome == .hiddenCheck)
    #expect(reflection.failingTests.isEmpty && reflection.findings.isEmpty)
    #expect(reflection.errorClass == nil)
    #expect(result.incidents[0].attempts[0].failingTests.isEmpty)
  }

  @Test func `who has nothing to offer is told apart from who has failed`() async throws {
    let silent = FakeActor(answering: [])
    let none = try await run(Fake.cases(1), FakeTrialRunner(), [silent])
    #expect(none.incidents[0].state == .abstained)
    #expect(none.exitReason == .abstained)
    #expect(none.incidents[0].abstentions.map(\.inspected) == [["the script"]])
    let failed = try await run(
      Fake.cases(1), FakeTrialRunner(), [FakeActor(answering: [[Fake.candidate("wrong")]])])
    #expect(failed.incidents[0].state == .notHealed)
    #expect(failed.exitReason == .abstained)
  }

  @Test(arguments: [ExitReason.modelUnavailable, .spendLimit, .tokensExhausted, .moneyExhausted])
  func `an actor that cannot be asked gives its reason when no other heals`(reason: ExitReason)
    async throws
  {
    let broken = FakeActor("model", [.unavailable(reason, "no")])
    let alone = try await run(Fake.cases(1), FakeTrialRunner(), [broken])
    #expect(alone.exitReason == reason)
    #expect(alone.incidents[0].explanation == "no")
    let helped = try await run(
      Fake.cases(1), FakeTrialRunner(),
      [
        FakeActor("model", [.unavailable(reason, "no")]),
        FakeActor(answering: [[Fake.candidate("right")]]),
      ])
    #expect(helped.exitReason == .healed)
  }

  @Test func `a spending limit is met once and never asked for again`() async throws {
    let actor = FakeActor("model", [.unavailable(.spendLimit, "the account is empty")])
    let result = try await run(Fake.cases(6), FakeTrialRunner(), [actor], width: 1)
    #expect(result.incidents.allSatisfy { $0.exitReason == .spendLimit })
    #expect(actor.asked == 1)
  }

  @Test func `a case that the base refuses is closed with its reason and never asked about`()
    async throws
  {
    let cases = Fake.cases(4)
    let trialRunner = FakeTrialRunner(refusals: [
      cases[0].id: .notReproduced, cases[1].id: .noTests, cases[2].id: .noScanner,
    ])
    let actor = FakeActor(answering: [[Fake.candidate("right")]])
    let result = try await run(cases, trialRunner, [actor])
    #expect(result.incidents.map(\.exitReason) == [.notReproduced, .noTests, .noScanner, .healed])
    #expect(
      result.incidents.map(\.state) == [.notReproduced, .notReproduced, .notReproduced, .healed])
    #expect(result.incidents[0].explanation == "refused as notReproduced")
    #expect(actor.asked == 1)
    #expect(result.exitReason == .healed)
  }

  @Test func `a refused proposal leaves the incident unhealed and outranks what was healed`()
    async throws
  {
    let publisher = FakePublisher(failing: PublishFailure(.pushRefused, "protected branch"))
    let result = try await run(
      Fake.cases(1), FakeTrialRunner(), [FakeActor(answering: [[Fake.candidate("right")]])],
      publisher: publisher)
    #expect(result.incidents[0].state == .notHealed)
    #expect(result.incidents[0].attempts.map(\.outcome) == [.accepted])
    #expect(result.exitReason == .pushRefused)
    #expect(HealResult.reason(of: [.healed, .pushRefused, .abstained]) == .pushRefused)
    #expect(HealResult.reason(of: [.abstained, .healed]) == .healed)
    #expect(HealResult.reason(of: []) == .clean)
  }

  @Test func `processor time is set aside before each trial and ends the run when it is used up`()
    async throws
  {
    var limits = Fake.limits(attempts: 50)
    limits.cpuMilliseconds = 1_000
    let words = (0..<40).map { [Fake.candidate("wrong\($0)")] }
    let result = try await run(
      Fake.cases(1), FakeTrialRunner(cpuMilliseconds: 100), [FakeActor(answering: words)],
      limits: limits)
    #expect(result.exitReason == .cpuExhausted)
    #expect(result.spent.cpuMilliseconds <= 1_000)
    #expect(result.incidents[0].attempts.count == 9)
  }

  @Test
  func
    `no more trials run at once than the width allows, and the order of results is that of the cases`()
    async throws
  {
    let trialRunner = FakeTrialRunner { _ in for _ in 0..<50 { await Task.yield() } }
    let cases = Fake.cases(12)
    let actor = FakeActor(
      answering: [[Fake.candidate("wrong"), Fake.candidate("wrong2"), Fake.candidate("right")]])
    let result = try await run(cases, trialRunner, [actor], width: 3)
    #expect(trialRunner.most <= 3)
    #expect(result.incidents.map(\.healingCase.id) == cases.map(\.id))
    #expect(
      result.incidents.allSatisfy {
        $0.attempts.map(\.outcome) == [.stillReproduces, .stillReproduces, .accepted]
      })
  }

  @Test func `candidates of one answer are tried at once, and count in their order`() async throws {
    let trialRunner = FakeTrialRunner { _ in for _ in 0..<200 { await Task.yield() } }
    let cases = Fake.cases(1)
    let words = ["wrong", "wrong2", "right", "unneeded"].map(Fake.candidate)
    let result = try await run(cases, trialRunner, [FakeActor(answering: [words])], width: 4)
    #expect(trialRunner.most > 1)
    #expect(result.incidents[0].attempts.count == 3)
    #expect(result.spent.attempts == 3)
  }

  @Test func `a part of a failed change that the trialRunner accepts is what is proposed`()
    async throws
  {
    struct Search: PartSearch {
      func part(
        of changes: ChangeSet, after report: TrialReport,
        tryOut: @Sendable (ChangeSet) async -> TrialReport?
      ) async -> KeptPart? {
        guard
          let part = try? Candidate(reading: Array(Fake.candidate("right").utf8))
            .applied(to: Fake.tree), let report = await tryOut(part)
        else { return nil }
        return KeptPart(
          changes: part, report: report, dropped: ["shop/app.py line 9: breaks a test"])
      }
    }
    struct Liar: PartSearch {
      func part(
        of changes: ChangeSet, after report: TrialReport,
        tryOut: @Sendable (ChangeSet) async -> TrialReport?
      ) async -> KeptPart? {
        KeptPart(changes: changes, report: TrialReport(.accepted), dropped: [])
      }
    }
    for (search, outcome) in [
      (Search() as any PartSearch, AttemptOutcome.accepted), (Liar(), .regression),
    ] {
      let actor = FakeActor(answering: [[Fake.candidate("regression")]])
      var parts = try Fake.parts(FakeTrialRunner(), [actor], limits: Fake.limits(attempts: 1))
      let publisher = FakePublisher()
      parts.publisher = publisher
      parts.partSearch = search
      let cases = Fake.cases(1)
      let result = try await HealLoop(cases, parts: parts).run()
      #expect(result.incidents[0].attempts.map(\.outcome) == [outcome])
      #expect(
        publisher.proposals[cases[0].id]?.first?.contains("right") ?? false
          == (outcome == .accepted))
    }
  }

  @Test func `a finding that nothing could look for keeps its proposal`() async throws {
    for (reason, isKept) in [(ExitReason.noScanner, true), (.notReproduced, false)] {
      let cases = Fake.cases(1)
      let publisher = FakePublisher()
      var parts = try Fake.parts(FakeTrialRunner(refusals: [cases[0].id: reason]), [])
      parts.publisher = publisher
      parts.closesObsolete = true
      _ = try await HealLoop(cases, parts: parts).run()
      #expect(publisher.closed.map { $0.contains(cases[0].incident.fingerprint) } == [isKept])
    }
  }

  @Test
  func `obsolete proposals are closed only when every trouble is known, and against what is left`()
    async throws
  {
    let cases = Fake.cases(2)
    for closes in [true, false] {
      let publisher = FakePublisher()
      var parts = try Fake.parts(
        FakeTrialRunner(refusals: [cases[0].id: .notReproduced]), [FakeActor(answering: [])])
      parts.publisher = publisher
      parts.closesObsolete = closes
      _ = try await HealLoop(cases, parts: parts).run()
      #expect(publisher.closed.count == (closes ? 1 : 0))
      #expect(publisher.closed.first.map { !$0.contains(cases[0].incident.fingerprint) } ?? true)
      #expect(publisher.closed.first.map { $0.contains(cases[1].incident.fingerprint) } ?? true)
    }
  }
}
