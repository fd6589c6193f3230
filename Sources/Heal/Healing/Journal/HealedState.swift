/// What became of an incident.
package enum HealedState: String, Codable, CaseIterable, Sendable {
  /// A fix was proven, and proposed where that was asked for.
  case healed
  /// It was tried, or could not be.
  case notHealed
  /// Nobody had anything to try.
  case abstained
}
