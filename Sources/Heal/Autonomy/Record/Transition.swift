/// A change of level, with what caused it.
public struct Transition: Sendable, Equatable, Codable {
  /// Why a level changed.
  public enum Cause: String, Sendable, Codable {
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

  /// The level before.
  public var from: Level
  /// The level now.
  public var to: Level
  /// Why.
  public var cause: Cause
  /// When.
  public var at: Moment

  /// A change of level.
  public init(from: Level, to: Level, cause: Cause, at: Moment) {
    self.from = from
    self.to = to
    self.cause = cause
    self.at = at
  }
}
