/// A change of level, with what caused it.
package struct Transition: Sendable, Equatable, Codable {
  /// Why a level changed.
  package enum Cause: String, Sendable, Codable {
    /// Every condition of the next level holds.
    case earned
    /// A security regression, loss of data, leaked secret, judge bypass or sandbox escape.
    case severe
    /// Too many failures among the latest outcomes.
    case failuresInWindow
    /// The cumulative sum has reached its height.
    case cumulativeSum
    /// The budget of failures is spent.
    case budgetSpent
    /// No outcome for too long.
    case stale
  }

  /// The level that the key had.
  package var from: Level
  /// The level that it has from then on.
  package var to: Level
  /// The rule that moved it.
  package var cause: Cause
  /// The time of the outcome or the recording that brought it about.
  package var at: Moment

  /// A change of level.
  package init(from: Level, to: Level, cause: Cause, at: Moment) {
    self.from = from
    self.to = to
    self.cause = cause
    self.at = at
  }
}
