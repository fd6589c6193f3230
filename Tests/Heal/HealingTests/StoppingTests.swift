import Healing
import Synchronization
import Testing

@Suite struct StoppingTests {
  @Test func `a raised switch ends a run whose trial and actor never end by themselves`()
    async throws
  {
    let isHalted = Mutex(false)
    let trialRunner = FakeTrialRunner { _ in
      isHalted.withLock { $0 = true }
      // Deaf to cancellation, as a hung program is.
      await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let publisher = FakePublisher()
    var parts = try Fake.parts(trialRunner, [FakeActor(answering: [[Fake.candidate("right")]])])
    parts.publisher = publisher
    parts.isHalted = { isHalted.withLock { $0 } }
    let result = try await HealLoop(Fake.cases(2), parts: parts).run()
    #expect(result.exitReason == .killed)
    #expect(result.incidents.map(\.exitReason) == [.killed, .killed])
    #expect(publisher.proposals.isEmpty)
  }

  @Test func `a switch that is raised during the last trial keeps its fix from being proposed`()
    async throws
  {
    let isHalted = Mutex(false)
    let trialRunner = FakeTrialRunner { _ in isHalted.withLock { $0 = true } }
    let publisher = FakePublisher()
    var parts = try Fake.parts(trialRunner, [FakeActor(answering: [[Fake.candidate("right")]])])
    parts.publisher = publisher
    parts.isHalted = { isHalted.withLock { $0 } }
    let result = try await HealLoop(Fake.cases(1), parts: parts).run()
    #expect(result.exitReason == .killed)
    #expect(publisher.proposals.isEmpty)
  }

  @Test func `without the switch the same run proposes its fix`() async throws {
    let publisher = FakePublisher()
    var parts = try Fake.parts(
      FakeTrialRunner(), [FakeActor(answering: [[Fake.candidate("right")]])])
    parts.publisher = publisher
    let result = try await HealLoop(Fake.cases(1), parts: parts).run()
    #expect(result.exitReason == .healed)
    #expect(publisher.proposals.count == 1)
  }

  @Test func `an interruption ends a run with what is known so far`() async throws {
    let began = AsyncStream.makeStream(of: Void.self)
    let trialRunner = FakeTrialRunner { word in
      if word == "wrong2" {
        began.continuation.yield()
        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    let actor = FakeActor(
      answering: [[Fake.candidate("wrong")], [Fake.candidate("wrong2")]])
    let loop = try HealLoop(Fake.cases(1), parts: try Fake.parts(trialRunner, [actor]))
    let run = Task { await loop.run() }
    for await _ in began.stream { break }
    run.cancel()
    let result = await run.value
    #expect(result.exitReason == .killed)
    #expect(result.incidents[0].attempts.map(\.outcome) == [.stillReproduces])
  }

  @Test func `the time of the run ends a trial that takes longer`() async throws {
    var limits = RunBudget.Limits()
    limits.wallMilliseconds = 300
    let trialRunner = FakeTrialRunner { _ in try? await Task.sleep(for: .seconds(600)) }
    let parts = try Fake.parts(
      trialRunner, [FakeActor(answering: [[Fake.candidate("right")]])], limits: limits)
    let result = try await HealLoop(Fake.cases(1), parts: parts).run()
    #expect(result.exitReason == .timeExhausted)
    #expect(result.incidents[0].exitReason == .timeExhausted)
  }

  @Test func `a journal that cannot be written stops the run before any effect`() async throws {
    let publisher = FakePublisher()
    var parts = try Fake.parts(
      FakeTrialRunner(), [FakeActor(answering: [[Fake.candidate("right")]])],
      journal: FakeLog(breaksAt: 1))
    parts.publisher = publisher
    let result = try await HealLoop(Fake.cases(1), parts: parts).run()
    #expect(result.exitReason == .environment)
    #expect(publisher.proposals.isEmpty)
  }
}
