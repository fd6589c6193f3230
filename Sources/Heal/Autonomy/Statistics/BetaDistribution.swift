/// The beta distribution, by which a thin record is drawn towards that of its domain.
package struct BetaDistribution: Sendable, Equatable {
  /// Both parameters, positive.
  let alpha: Double
  let beta: Double

  /// What is believed of a success rate after counts, starting from Jeffreys' prior.
  ///
  /// `parent` is the success rate of the domain, which weighs as much as `strength` outcomes.
  package init(successes: Double, failures: Double, parent: Double? = nil, strength: Double = 20) {
    let weight = parent == nil ? 0 : strength
    alpha = 0.5 + successes + weight * (parent ?? 0)
    beta = 0.5 + failures + weight * (1 - (parent ?? 0))
  }

  /// The value below which the rate lies with this probability, by halving: 0 to 1.
  package func quantile(_ probability: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if cumulative(middle) < probability { low = middle } else { high = middle }
    }
    return low
  }

  /// The probability that the rate is below `x`: the regularised incomplete beta function.
  func cumulative(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    let front = Logarithm.exponential(
      Self.logGamma(alpha + beta) - Self.logGamma(alpha) - Self.logGamma(beta)
        + alpha * Logarithm.natural(x) + beta * Logarithm.natural(1 - x))
    // The fraction converges quickly on this side of the mean, and on the other by symmetry.
    return x < (alpha + 1) / (alpha + beta + 2)
      ? front * Self.fraction(alpha, beta, x) / alpha
      : 1 - front * Self.fraction(beta, alpha, 1 - x) / beta
  }

  /// Lentz's evaluation of the continued fraction (Abramowitz and Stegun, 26.5.8).
  private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    func bounded(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / bounded(1 - (a + b) * x / (a + 1))
    var result = d
    for step in 1...10_000 {
      let m = Double(step)
      for term in [
        m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
      ] {
        d = 1 / bounded(1 + term * d)
        c = bounded(1 + term / c)
        result *= d * c
      }
      if abs(d * c - 1) < 1e-15 { break }
    }
    return result
  }

  /// Stirling's series after the argument was raised above 10.
  private static func logGamma(_ value: Double) -> Double {
    var x = value
    var shift = 0.0
    while x < 10 {
      shift += Logarithm.natural(x)
      x += 1
    }
    let inverse = 1 / (x * x)
    let series =
      (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse * (1.0 / 1680)))) / x
    let halfLogTau = 0.918_938_533_204_672_8
    return (x - 0.5) * Logarithm.natural(x) - x + halfLogTau + series - shift
  }
}
