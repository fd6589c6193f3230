import Testing

@testable import Autonomy

/// What the rules promise, measured on imagined histories.
@Suite struct SimulationTests {
  private func run(_ rate: Double, streams: Int = 2_000, seed: UInt64 = 1) -> SimulationReport {
    Simulation(rate: rate, outcomes: 1_000, streams: streams, seed: seed).run()
  }

  /// Shares of false promotion as published for 1,000 outcomes, with room for chance.
  @Test(arguments: [(0.90, 0.0, 0.002), (0.94, 0.005, 0.017), (0.95, 0.033, 0.05)])
  func `a rate that is not good enough is promoted as seldom as promised`(
    rate: Double, least: Double, most: Double
  ) {
    let report = run(rate)
    #expect((least...most).contains(report.promotedShare), "\(report.promotedShare)")
  }

  @Test func `a good rate is promoted, and never before 84 outcomes`() {
    let report = run(0.99, streams: 1_000)
    #expect(report.promoted == 1_000)
    #expect(report.shortestPromotion == 84)
    #expect((120...134).contains(report.medianOutcomesToPromotion ?? 0))
  }

  @Test(arguments: [
    (0.99, 420...510, 510...620, 64...76), (0.95, 36...42, 38...45, 13...15),
    (0.90, 16...18, 16...18, 6...8),
  ])
  func `rules take the actor level as soon as promised`(
    rate: Double, window: ClosedRange<Int>, sum: ClosedRange<Int>, any: ClosedRange<Int>
  ) {
    let medians = run(rate, streams: 1_500).medianOutcomesToDemotion
    #expect(window.contains(medians.twoInTwenty ?? 0), "\(medians)")
    #expect(sum.contains(medians.cusum ?? 0), "\(medians)")
    #expect(any.contains(medians.any ?? 0), "\(medians)")
  }

  @Test func `the same seed gives the same report, another seed another`() {
    #expect(run(0.97, streams: 200) == run(0.97, streams: 200))
    #expect(run(0.97, streams: 200) != run(0.97, streams: 200, seed: 2))
  }

  @Test func `what does not happen is absent, not zero`() {
    let report = Simulation(rate: 1, outcomes: 83, streams: 10, seed: 1).run()
    #expect(report.promoted == 0 && report.shortestPromotion == nil)
    #expect(report.medianOutcomesToPromotion == nil && report.medianOutcomesToDemotion.any == nil)
    let longer = Simulation(rate: 1, outcomes: 84, streams: 10, seed: 1).run()
    #expect(longer.promotedShare == 1 && longer.medianOutcomesToPromotion == 84)
  }

  @Test func `the generator's bits and streams look independent`() {
    var sums = [Double](repeating: 0, count: 64)
    for stream in 0..<64 {
      var generator = SeededGenerator(seed: 5, stream: UInt64(stream))
      for _ in 0..<2_000 where generator.isTrue(probability: 0.5) { sums[stream] += 1 }
    }
    // Standard deviation 22.4; five of it are passed once in a million.
    for sum in sums { #expect(abs(sum - 1_000) < 112) }
    #expect(Set(sums).count > 20)
  }
}
