package import Policy

/// Names the policy that a profile stands for on this machine.
package enum PolicyDigest {
  /// SHA-256 over the effective profile and its compiled filter, as results carry it.
  package static func of(_ profile: EffectiveProfile, folders: OwnFolders) throws -> String {
    let filter = try FilterCache(folders).filter(for: PolicySource(profile))
    return LaunchPlan.digest(of: profile, filter: filter)
  }
}
