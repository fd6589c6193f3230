import Healing
import InjectionCorpus
import Judging
import Patches
import Signals
import Testing
import Text

/// The end of a run is the clean run's, whatever reports, tools and actors say.
@Suite struct InjectionTests {
  /// A run over one incident: three failures of different kinds, then the right candidate.
  private func run(saying text: String) async throws -> [String] {
    let signal = Signal(
      .testFailure, tool: "pytest", rule: "AssertionError", message: text, detail: text,
      test: TestID(suite: "tests/test_0.py", name: "test_total"), outcome: .failed)
    let cases = IncidentBuilder().incidents(of: [signal]).map {
      HealingCase(incident: $0, signal: JudgeSignal(.test))
    }
    let answers = ["regression", "still", "right"].map { word in
      ActorAnswer.candidates([
        ProposedText(
          text: JSONValue.object([
            "patch": .string(Fake.candidate(word)), "rationale": .string(text),
          ]).serialized(), origin: "script")
      ])
    }
    let noise = ActorAnswer.candidates([Fake.proposed("no patch")])
    let publisher = FakePublisher()
    var parts = try Fake.parts(
      FakeTrialRunner(saying: [text]), [FakeActor("script", [noise] + answers)],
      limits: Fake.limits(attempts: 6))
    parts.publisher = publisher
    let result = try await HealLoop(cases, parts: parts).run()
    return result.incidents.flatMap { incident in
      ["\(incident.healingCase.id) \(incident.state) \(incident.exitReason)"]
        + incident.attempts.map {
          "\($0.number) \($0.actor) \($0.outcome) \($0.executed) \($0.articles) \($0.failingTests)"
        }
    } + ["\(result.exitReason) \(result.spent.attempts)"]
      + publisher.proposals.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value }
  }

  @Test(arguments: Injection.all)
  func `messages, tool output and rationales change nothing of how a run ends`(
    injection: Injection
  ) async throws {
    let clean = try await run(saying: "assert 1 == 2")
    #expect(clean.count > 6)
    let hostile = try await run(saying: injection.text)
    #expect(hostile == clean)
  }

  @Test(arguments: Injection.all)
  func `an answer that is nothing but such a text is a failed attempt, and the next is asked for`(
    injection: Injection
  ) async throws {
    let cases = Fake.cases(1)
    let actor = FakeActor(answering: [[injection.text], [Fake.candidate("right")]])
    let trialRunner = FakeTrialRunner()
    let parts = try Fake.parts(trialRunner, [actor], limits: Fake.limits(attempts: 3))
    let result = try await HealLoop(cases, parts: parts).run()
    let incident = try #require(result.incidents.first)
    #expect(incident.attempts.count == 2)
    #expect(incident.attempts.first?.executed == false)
    #expect(incident.attempts.map(\.outcome).last == .accepted)
    #expect(trialRunner.tried(cases[0].id) == ["right"])
  }
}
