package import Git
package import Kernel

/// The tree of a commit in a folder of its own, taken out of somebody's repository without using it.
package enum BaseExport {
  /// Writes the tree of a commit to a new folder below `/tmp`.
  ///
  /// - Parameters:
  ///   - commit: its name.
  ///   - path: a folder in the repository.
  ///   - git: reads the repository.
  /// - Returns: the folder, whose `tree` holds the files, and which is removed with its last owner; nil
  ///   where the repository has no such commit.
  /// - Throws: when the folder cannot be made.
  package static func write(
    _ commit: String, of path: BytePath, by git: any ConfinedGit
  ) throws(KernelFailure) -> WorkFolder? {
    guard let source = try? SourceRepository.find(around: path) else { return nil }
    let folder = try WorkFolder("sentinel-verify", in: "/tmp")
    do {
      let own = try OwnRepository(commit, of: source, history: .none, by: git)
      try FileSystem.makeFolder(folder.path.appending("tree"))
      try own.export(commit, to: folder.path.appending("tree"))
      return folder
    } catch {
      return nil
    }
  }
}
