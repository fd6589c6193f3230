/// Whether an advisory concerns a version.
package enum AffectedStatus: Equatable, Sendable {
  /// The version is listed or lies in a range.
  case affected
  /// The version is neither listed nor in any range.
  case notAffected
  /// The version is not listed, and at least one range could not be evaluated.
  case undecided(Reason)

  /// Why a range could not be evaluated.
  package enum Reason: Equatable, Sendable {
    /// The ecosystem defines no order of versions.
    case noOrder
    /// The text asked about is no version in its ecosystem.
    case invalidVersion
    /// An event of the range holds a text that is no version.
    case invalidEvent(String)
    /// Only a range of commits could answer.
    case commitRange
  }
}
