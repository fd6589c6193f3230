internal import Kernel
internal import Patches

/// Paths as git writes them, and the ones it refuses.
enum GitPath {
  /// Why a patch must not have this path; nil when it may.
  static func refusal(of path: BytePath, isLink: Bool) -> PatchOmission.Reason? {
    if path.bytes.count > 4000 { return .longPath }
    if path.components.contains(where: { GitNames.isGitFolder($0) }) { return .gitFolder }
    if isLink, let last = path.components.last, GitNames.isModulesFile(last) { return .gitFolder }
    return nil
  }

  /// A path after `prefix`, as git writes it.
  static func quoted(_ prefix: String, _ path: BytePath) -> [UInt8] {
    GitNames.quoted(prefix, path.bytes)
  }
}
