/// Evidence that a success rate is above 0.95, which may be looked at after every outcome.
///
/// The equal mixture of five likelihood ratios is a non-negative martingale while the true rate is
/// 0.95, and shrinks below it; so the chance that it ever reaches 20 is at most 1 in 20, however
/// often it is looked at (Ville's inequality). A bound for one fixed sample, Wilson's for one, is
/// passed by chance three times as often when it is checked after every outcome.
package struct EProcess: Sendable, Equatable, Codable {
  /// The rate that must be exceeded.
  package static let nullRate = 0.95
  /// The rates whose likelihood ratios against ``nullRate`` are mixed in equal parts.
  package static let alternatives = [0.96, 0.97, 0.98, 0.99, 0.995]
  /// The value from which the evidence suffices: the reciprocal of 5 %.
  package static let threshold = 20.0

  /// Successes since the process began.
  package private(set) var successes = 0
  /// Failures since the process began.
  package private(set) var failures = 0

  /// A process without evidence, whose value is 1.
  package init() {}

  /// Takes one final outcome.
  package mutating func count(success: Bool) {
    if success { successes += 1 } else { failures += 1 }
  }

  /// The mixture's value; infinity when it is beyond the range of numbers.
  package var value: Double {
    var sum = 0.0
    for index in Self.alternatives.indices { sum += Logarithm.exponential(logarithm(index)) }
    return sum / Double(Self.alternatives.count)
  }

  /// Whether the value is at least ``threshold``.
  package var isConvincing: Bool {
    // The mean lies between a fifth of the largest and the largest: most looks need no exponential.
    var largest = -Double.infinity
    for index in Self.alternatives.indices { largest = max(largest, logarithm(index)) }
    if largest < Self.thresholdLogarithm { return false }
    return value >= Self.threshold
  }

  private func logarithm(_ index: Int) -> Double {
    Double(successes) * Self.gains[index] + Double(failures) * Self.losses[index]
  }

  private static let gains = alternatives.map { Logarithm.natural($0 / nullRate) }
  private static let losses = alternatives.map { Logarithm.natural((1 - $0) / (1 - nullRate)) }
  private static let thresholdLogarithm = Logarithm.natural(threshold)
}
