import Glibc
import Testing

@testable import Autonomy

/// The numbers on which promotion and demotion rest.
@Suite struct StatisticsTests {
  private var generator = SeededGenerator(seed: 7, stream: 0)

  @Test mutating func `logarithm and exponential agree with the C library`() {
    for _ in 0..<20_000 {
      let value = Double.random(in: -700...700, using: &generator)
      let power = Logarithm.exponential(value)
      #expect(abs(power / Glibc.exp(value) - 1) < 1e-14, "exp \(value)")
      let positive = Double(
        sign: .plus, exponent: Int.random(in: -1000...1000, using: &generator),
        significand: Double.random(in: 1..<2, using: &generator))
      let exact = Glibc.log(positive)
      #expect(abs(Logarithm.natural(positive) - exact) <= 4e-16 * max(1, abs(exact)))
    }
    #expect(Logarithm.exponential(800) == .infinity && Logarithm.exponential(-800) == 0)
    #expect(Logarithm.natural(0) == -.infinity && Logarithm.natural(-1).isNaN)
  }

  /// Trials with 0, 1, 2, 3 and 5 failures from which Wilson's bound exceeds a target.
  @Test(arguments: [
    (0.80, [16, 25, 33, 40, 54]), (0.90, [35, 53, 69, 84, 113]),
    (0.95, [73, 110, 142, 173, 230]), (0.99, [381, 563, 726, 878, 1166]),
  ])
  func `Wilson's bound passes a target at the published number of trials`(
    target: Double, trials: [Int]
  ) {
    for (failures, count) in zip([0, 1, 2, 3, 5], trials) {
      func bound(_ count: Int) -> Double {
        WilsonInterval.lowerBound(successes: Double(count - failures), failures: Double(failures))
      }
      #expect(bound(count) > target && bound(count - 1) <= target, "\(failures) of \(count)")
    }
    #expect(WilsonInterval.lowerBound(successes: 0, failures: 0) == 0)
  }

  @Test func `84 successes in a row convince, 83 do not`() {
    var process = EProcess()
    #expect(process.value == 1)
    for _ in 0..<83 { process.count(success: true) }
    #expect(!process.isConvincing && process.value < 20)
    process.count(success: true)
    #expect(process.isConvincing && process.value >= 20)
  }

  @Test mutating func `the e-process is a fair game at 0.95 and a losing one below`() {
    for _ in 0..<500 {
      var process = EProcess()
      for _ in 0..<Int.random(in: 0...300, using: &generator) {
        process.count(success: generator.isTrue(probability: 0.95))
      }
      var (won, lost) = (process, process)
      won.count(success: true)
      lost.count(success: false)
      func expected(_ rate: Double) -> Double { rate * won.value + (1 - rate) * lost.value }
      #expect(abs(expected(0.95) / process.value - 1) < 1e-12)
      for rate in [0.0, 0.5, 0.9, 0.94] { #expect(expected(rate) < process.value) }
      #expect(process.isConvincing == (process.value >= EProcess.threshold))
    }
  }

  @Test func `evidence beyond the range of numbers stays on its side`() {
    var (good, bad) = (EProcess(), EProcess())
    for _ in 0..<200_000 { good.count(success: true) }
    for _ in 0..<20_000 { bad.count(success: false) }
    #expect(good.isConvincing && good.value == .infinity)
    #expect(!bad.isConvincing && bad.value == 0)
  }

  @Test func `a half-life of 200 leaves room for a bound of 0.95, and no more than 0.987`() {
    var count = DecayedCount()
    for _ in 0..<5_000 { count.count(success: true) }
    #expect(abs(count.lowerBound - 0.987) < 0.0005)
    count.count(success: false)
    for _ in 0..<200 { count.count(success: true) }
    #expect(abs(count.failures - 0.5) < 1e-9)
  }

  @Test(arguments: [(2, 20), (1, 1), (3, 64), (5, 7)])
  mutating func `a window counts the failures among the latest outcomes`(limit: Int, size: Int) {
    var window = FailureWindow(limit: limit, size: size)
    var all: [Bool] = []
    for _ in 0..<500 {
      let success = generator.isTrue(probability: 0.8)
      all.append(success)
      window.count(success: success)
      let failures = all.suffix(size).count { !$0 }
      #expect(window.failureCount == failures && window.isExceeded == (failures >= limit))
    }
  }

  @Test func `the cumulative sum alarms at two close failures and forgives distant ones`() {
    var sum = CumulativeSum()
    for success in [false, true] { sum.count(success: success) }
    #expect(!sum.isAlarmed && sum.value > 1.5)
    sum.count(success: false)
    #expect(sum.isAlarmed)
    sum = CumulativeSum()
    for _ in 0..<50 {
      sum.count(success: false)
      for _ in 0..<19 { sum.count(success: true) }
      #expect(!sum.isAlarmed)
    }
    #expect(sum.value == 0)
  }

  @Test(arguments: [(1, 0.95, 20), (1, 0.99, 100), (2, 0.95, 40), (1, 0, 1), (1, 1, 1_000_000)])
  func `the volume follows from the budget and the bound`(
    failures: Int, bound: Double, allowance: Int
  ) {
    #expect(ErrorBudget(failures: failures).allowance(lowerBound: bound) == allowance)
  }
}
