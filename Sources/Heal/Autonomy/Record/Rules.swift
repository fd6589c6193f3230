/// The numbers that decide over levels; ``standard`` is what the product uses.
///
/// They are a value so that the simulation and the tests can look at one rule alone with the very
/// code that decides; nothing that a user writes can loosen them.
package struct Rules: Sendable, Equatable {
  /// L1 to L2: Wilson's lower bound must be above this; 16 successes without a failure are enough.
  package var proposerBound = 0.80
  /// L1 to L2: distinct days with outcomes.
  package var proposerDays = 3
  /// L2 to L3: final outcomes since the evidence began.
  package var actorOutcomes = 84
  /// L2 to L3: outcomes of the actor's very version.
  package var actorOwnOutcomes = 25
  /// L2 to L3: distinct days with outcomes.
  package var actorDays = 14
  /// L2 to L3: distinct people who decided over them.
  package var actorApprovers = 2
  /// L2 to L3: the share of candidates that the judge blocked must be below this.
  package var cheatRate = 0.01
  /// What a new version takes over of its predecessor's record.
  package var inheritedWeight = 0.2
  /// Days after a demotion before any promotion.
  package var coolDownDays: Int64 = 14
  /// Days without an outcome after which nothing is acted upon.
  package var staleDays: Int64 = 90
  /// L3 to L2: failures among the latest outcomes; nil leaves the rule out.
  package var window: FailureWindow? = .twoInTwenty
  /// L3 to L2: whether the cumulative sum is watched.
  package var watchesSum = true
  /// L3 to L2: failures of what was acted upon; nil leaves the rule out.
  package var budget: ErrorBudget? = ErrorBudget()

  /// What the product uses.
  package static let standard = Rules()

  /// The standard numbers, to be changed one by one.
  package init() {}
}

/// How many failures of autonomous acts are borne, and in how many days.
package struct ErrorBudget: Sendable, Equatable, Codable {
  /// The failures with which the budget is spent, at least 1.
  package var failures: Int
  /// The length of the sliding window.
  package var days: Int64

  /// A budget; the standard, which no policy loosens, bears less than 2 failures in 30 days.
  package init(failures: Int = 2, days: Int64 = 30) {
    self.failures = max(1, failures)
    self.days = max(1, days)
  }

  /// How many acts a window may hold so that no more failures than the budget are expected.
  ///
  /// floor(failures / (1 - bound)): 20 for one failure and a bound of 0.95, 100 for 0.99.
  package func allowance(lowerBound: Double) -> Int {
    let rest = 1 - min(1, max(0, lowerBound))
    // A hair is added because 1 - 0.95 is a little more than 0.05 in binary.
    return Int(min(1e6, (Double(failures) / max(rest, 1e-6) + 1e-9).rounded(.down)))
  }
}
