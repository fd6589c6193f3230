import Testing

@testable import Autonomy

/// The share of what is eligible that an Actor takes.
@Suite struct CanaryTests {
  private static let day: Int64 = 86_400_000

  /// A record that has just reached L3.
  private func actor() -> TrackRecord { TrackRecord(riskTier: .low, level: .actor) }

  @Test(arguments: [(0, 1), (27, 1), (28, 2), (56, 3), (83, 3), (84, 4), (10_000, 4), (-1, 1)])
  func `a stage takes twenty-eight successes in a row`(successes: Int, stage: Int) {
    let canary = CanaryStage(successes: successes, draw: 0)
    #expect(canary.stage == stage && canary.shareMillionths == CanaryStage.shares[stage - 1])
    #expect(canary.isOver == (stage == 4))
  }

  @Test func `the share is what is taken, and a number out of its range never is`() {
    for (index, share) in CanaryStage.shares.enumerated() {
      let successes = index * CanaryStage.successesPerStage
      let taken = stride(from: 0, to: 1_000_000, by: 100).count {
        CanaryStage(successes: successes, draw: $0).takes
      }
      #expect(taken * 100 == share)
      for draw in [-1, 1_000_000, Int.min, .max] {
        #expect(!CanaryStage(successes: successes, draw: draw).takes)
      }
    }
  }

  /// Random lives of one key as Actor.
  @Test(arguments: 0..<20)
  func `it grows by successes alone, one stage at a time, and begins anew after a failure`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: UInt64(seed), stream: 21)
    var record = actor()
    var (row, time) = (0, Int64(0))
    for _ in 0..<400 {
      time += Self.day / 4
      let draw = Int.random(in: 0..<1_000_000, using: &generator)
      let before = CanaryStage(successes: record.successesAsActor, draw: draw)
      let success = generator.isTrue(probability: 0.98)
      _ = record.count(success: success, at: Moment(milliseconds: time), acted: true)
      guard record.level == .actor else {
        // The way back up begins at the first stage.
        record = actor()
        row = 0
        continue
      }
      row = success ? row + 1 : 0
      let after = CanaryStage(successes: record.successesAsActor, draw: draw)
      #expect(record.successesAsActor == row)
      #expect(success ? after.stage - before.stage <= 1 : after.stage == 1)
      // What a smaller share takes, a larger one takes too.
      if before.takes && after.stage >= before.stage { #expect(after.takes) }
      #expect(CanaryStage(successes: row, draw: draw) == after)
    }
  }

  @Test func `a decision says where the canary stands, and who is left out is proposed`() {
    let key = AutonomyKey(
      repository: "shop", signalClass: "finding", rule: "B602", actorKind: "codemod",
      actorVersion: "v1", riskTier: .low)
    for draw in [99_999, 100_000] {
      let decision = Controller().decide(
        Decision.Request(
          key: key, paths: [], score: nil, isJudgeClean: true, draw: draw, target: nil,
          highest: .actor, gaps: [], halt: nil),
        under: AutonomyPolicy(), at: Moment(milliseconds: 0))
      #expect(decision.canary == CanaryStage(successes: 0, draw: draw))
      let condition = decision.conditions.first { $0.name == "canaryDraw" }
      #expect(condition?.holds == (draw == 99_999))
      #expect(condition?.wanted == "below 100000, stage 1" && condition?.found == "\(draw)")
    }
  }
}
