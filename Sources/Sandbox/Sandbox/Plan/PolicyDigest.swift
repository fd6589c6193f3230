package import Kernel

/// Names the policy that a profile stands for on this machine.
package enum PolicyDigest {
  /// SHA-256 over the effective profile and its compiled filter, as results carry it.
  package static func of(_ profile: EffectiveProfile, cache: BytePath) throws -> String {
    let folder = cache.appending("filters")
    try FileSystem.makeFolder(folder, mode: 0o700)
    let filter = try FilterCache(folder: folder.description).filter(for: PolicySource(profile))
    return LaunchPlan.digest(of: profile, filter: filter)
  }
}
