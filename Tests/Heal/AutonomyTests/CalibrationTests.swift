import Testing

@testable import Autonomy

/// Confidences that mean what they say.
@Suite struct CalibrationTests {
  /// An over-confident score: what it claims, and how often it is right.
  private func labels(_ count: Int, seed: UInt64) -> [Label] {
    var generator = SeededGenerator(seed: seed, stream: 3)
    return (0..<count).map { _ in
      let claim = Double.random(in: 0.3...0.999, using: &generator)
      return Label(score: claim, success: generator.isTrue(probability: truth(claim)))
    }
  }

  private func truth(_ claim: Double) -> Double { 0.25 + 0.72 * claim * claim * claim * claim }

  @Test func `too few labels give no confidence at all`() {
    #expect(Calibration(labels(29, seed: 1)).confidence(score: 0.99) == nil)
    #expect(Calibration(labels(30, seed: 1)).confidence(score: 0.99) != nil)
  }

  @Test func `a curve serves few labels, steps serve many`() {
    guard case .platt = Calibration(labels(499, seed: 1)).method else {
      Issue.record("no curve")
      return
    }
    guard case .isotonic = Calibration(labels(500, seed: 1)).method else {
      Issue.record("no steps")
      return
    }
  }

  @Test(arguments: [100, 400, 3_000])
  func `an over-confident score is brought down to what it is worth`(count: Int) throws {
    var worst = 0.0
    for seed in 0..<20 {
      let calibration = Calibration(labels(count, seed: UInt64(seed)))
      let confidence = try #require(calibration.confidence(score: 0.8))
      worst = max(worst, abs(confidence - truth(0.8)))
    }
    #expect(worst < (count < 200 ? 0.2 : 0.12), "\(worst)")
  }

  @Test(arguments: [30, 200, 900])
  func `a higher score never means a lower confidence`(count: Int) throws {
    for seed in 0..<10 {
      let calibration = Calibration(labels(count, seed: UInt64(seed)))
      var last = 0.0
      for score in stride(from: 0.0, through: 1.0, by: 0.01) {
        let confidence = try #require(calibration.confidence(score: score))
        #expect(confidence >= last && confidence <= 1)
        last = confidence
      }
    }
  }

  @Test func `thirty successes make nothing certain`() throws {
    let all = (0..<30).map { _ in Label(score: 0.9, success: true) }
    let confidence = try #require(Calibration(all).confidence(score: 0.9))
    #expect(confidence > 0.9 && confidence < 0.99)
  }

  @Test func `a score that predicts its opposite is worth the base rate`() throws {
    let labels = (0..<200).map { Label(score: $0 % 2 == 0 ? 0.1 : 0.9, success: $0 % 2 == 0) }
    let calibration = Calibration(labels)
    for score in [0.0, 0.5, 1.0] {
      #expect(abs((calibration.confidence(score: score) ?? 0) - 0.5) < 0.01)
    }
  }

  @Test func `scores that are no numbers between 0 and 1 give a confidence that is one`() throws {
    for count in [40, 600] {
      let calibration = Calibration(labels(count, seed: 2))
      for score in [-5, 2, Double.infinity, -.infinity, .nan] {
        let confidence = try #require(calibration.confidence(score: score))
        #expect((0...1).contains(confidence), "\(score)")
      }
    }
  }

  @Test func `bins hold every forecast once, and the score is Brier's`() throws {
    let forecasts = labels(1_000, seed: 4) + [Label(score: 1, success: true)]
    let reliability = Reliability(forecasts)
    #expect(reliability.bins.reduce(0) { $0 + $1.count } == 1_001)
    #expect(reliability.bins.last?.from == 0.95 && reliability.bins.last?.to == 1)
    let simple = Reliability([Label(score: 0.8, success: true), Label(score: 0.8, success: false)])
    #expect(abs(try #require(simple.brier) - 0.34) < 1e-12)
    let bin = try #require(simple.bins.first { $0.count > 0 })
    #expect(bin.successRate == 0.5 && abs((bin.meanConfidence ?? 0) - 0.8) < 1e-12)
    #expect(Reliability([]).brier == nil && Reliability([]).count == 0)
  }

  /// Trials without a failure from which Jeffreys' 5 % quantile exceeds a target, as published.
  @Test(arguments: [(0.80, 0, 9), (0.90, 0, 18), (0.95, 0, 38), (0.95, 1, 77), (0.99, 5, 982)])
  func `Jeffreys' bound is the published one`(target: Double, failures: Int, count: Int) {
    func bound(_ count: Int) -> Double {
      BetaDistribution(successes: Double(count - failures), failures: Double(failures))
        .quantile(0.05)
    }
    #expect(bound(count) > target && bound(count - 1) <= target)
  }

  @Test func `a thin record is drawn towards its domain's`() {
    let alone = BetaDistribution(successes: 20, failures: 0).quantile(0.05)
    let drawn = BetaDistribution(successes: 20, failures: 0, parent: 180.0 / 182).quantile(0.05)
    #expect(abs(alone - 0.910) < 0.0015 && abs(drawn - 0.941) < 0.0015, "\(alone) \(drawn)")
    let bad = BetaDistribution(successes: 20, failures: 0, parent: 0.5).quantile(0.05)
    #expect(bad < alone)
  }
}
