internal import Kernel
internal import Policy
internal import Text
internal import YAML

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

  /// The digests that a result carries; worth the launcher's time, not the command's start.
  var digests: PlanDigests {
    PlanDigests(policy: Self.digest(of: profile, filter: filter), filter: SHA256.hex(filter.digest))
  }

  /// Digest of a profile's policy.
  static func digest(of profile: EffectiveProfile, filter: CompiledFilter) -> String {
    SHA256.hex(SHA256.digest(of: profile.bytes, filter.program))
  }
}

/// What was in force, in hex.
struct PlanDigests {
  /// SHA-256 over the effective profile and the filter.
  var policy: String
  /// SHA-256 over the filter.
  var filter: String
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
