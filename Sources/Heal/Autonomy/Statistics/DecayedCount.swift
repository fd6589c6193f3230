/// Successes and failures that weigh less the more outcomes came after them.
package struct DecayedCount: Sendable, Equatable, Codable {
  /// After how many outcomes one weighs half, at least 200.
  ///
  /// The weights add up to at most halfLife / ln 2, which caps Wilson's bound: at 0.987 for 200, but
  /// at 0.9498 for 50, with which 0.95 could never be passed.
  package static let halfLife = 200.0

  /// The sum of the successes' weights, each halved every ``halfLife`` outcomes.
  package private(set) var successes = 0.0
  /// The sum of the failures' weights, each halved every ``halfLife`` outcomes.
  package private(set) var failures = 0.0

  /// A count of nothing.
  package init() {}

  /// A count that begins with weighted outcomes of somebody else.
  package init(successes: Double, failures: Double) {
    self.successes = successes
    self.failures = failures
  }

  /// Takes one final outcome.
  package mutating func count(success: Bool) {
    successes = successes * Self.factor + (success ? 1 : 0)
    failures = failures * Self.factor + (success ? 0 : 1)
  }

  /// The lower end of Wilson's two-sided 95 % interval.
  package var lowerBound: Double {
    WilsonInterval.lowerBound(successes: successes, failures: failures)
  }

  /// What one further outcome leaves of a weight: 2^(-1/halfLife).
  private static let factor = Logarithm.exponential(-Logarithm.natural(2) / halfLife)
}
