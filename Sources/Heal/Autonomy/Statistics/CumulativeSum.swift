/// Page's cumulative sum, which notices that a success rate has fallen from 0.98 to 0.90.
package struct CumulativeSum: Sendable, Equatable, Codable {
  /// The rate that is expected.
  package static let goodRate = 0.98
  /// The rate that must be noticed.
  package static let badRate = 0.90
  /// The alarm's height: the median is 581 outcomes at a true rate of 0.99, 17 at 0.90.
  package static let height = 2.0

  /// The sum of log-likelihood ratios, never below 0.
  package private(set) var value = 0.0

  /// A sum without outcomes.
  package init() {}

  /// Takes one final outcome.
  package mutating func count(success: Bool) {
    value = max(0, value + (success ? Self.gain : Self.loss))
  }

  /// Whether the sum has reached ``height``.
  package var isAlarmed: Bool { value >= Self.height }

  private static let gain = Logarithm.natural(badRate / goodRate)
  private static let loss = Logarithm.natural((1 - badRate) / (1 - goodRate))
}
