/// What became of an incident.
package enum HealedState: String, Codable, CaseIterable, Sendable {
  /// A fix was proven, and proposed where that was asked for.
  case healed
  /// The trouble was not seen in this run, so that nothing was tried: a change that was compared with
  /// nothing would prove nothing.
  case notReproduced
  /// Nothing that was tried was proven, or nothing could be tried.
  case notHealed
  /// Nobody had anything to try.
  case abstained
}
