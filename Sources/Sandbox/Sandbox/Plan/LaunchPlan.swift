internal import Kernel
internal import Policy
internal import Text
internal import YAML

/// What keeps the payload apart from the machine.
package enum Backend: String, Codable, Sendable {
  /// Namespaces with a view of their own, and within them Landlock and the filter.
  case namespaces
  /// Landlock, the filter and the supervisor, on the machine's own files.
  case landlock
}

/// Everything the launcher needs, decided: a plan is executed, never interpreted.
package struct LaunchPlan: Sendable {
  /// The plan's JSON for the launcher.
  let json: [UInt8]
  /// The system-call filter.
  let filter: CompiledFilter
  /// The profile that it was made from, to explain denials and for the digest.
  let profile: EffectiveProfile
  /// Layers that the profile asks for and this machine lacks, each with its reason.
  package let missing: [MissingLayer]
  /// The limit of processor time.
  let cpuTime: TimeLimit
  /// The disk folder of the upper layer, to be removed after the run; absent for one in memory.
  let upper: BytePath?

  /// The digest of what was in force; worth the launcher's time, not the command's start.
  var digest: String { Self.digest(of: profile, filter: filter) }

  /// SHA-256 over an effective profile and its filter, in hex.
  static func digest(of profile: EffectiveProfile, filter: CompiledFilter) -> String {
    SHA256.hex(SHA256.digest(of: profile.bytes, filter.program))
  }
}

/// A protection that a run goes without.
package struct MissingLayer: Codable, Equatable, Sendable {
  /// The layer's name, such as `memory limit`.
  package var layer: String
  /// Why it is missing, and what it means.
  package var reason: String
  /// What to do to have it.
  package var remedy: String

  /// Names a missing layer.
  package init(layer: String, reason: String, remedy: String) {
    self.layer = layer
    self.reason = reason
    self.remedy = remedy
  }
}
