package import Git
package import Kernel

/// The tree of a commit in a folder of its own, taken out of somebody's repository without using it.
package enum BaseExport {
  /// Writes the tree of a commit to a new folder below `/tmp`, which is the caller's to remove.
  ///
  /// - Parameters:
  ///   - commit: its name.
  ///   - path: a folder in the repository.
  ///   - git: reads the repository.
  /// - Returns: the folder, whose `tree` holds the files; nil where the repository has no such commit.
  /// - Throws: when the folder cannot be made.
  package static func write(
    _ commit: String, of path: BytePath, by git: any ConfinedGit
  ) throws(KernelFailure) -> BytePath? {
    guard let source = try? SourceRepository.find(around: path) else { return nil }
    let place = BytePath("/tmp/sentinel-verify-\(UInt64.random(in: 0 ... .max))")
    try FileSystem.makeFolder(place, mode: 0o700)
    do {
      let own = try OwnRepository(commit, of: source, history: .none, by: git)
      try FileSystem.makeFolder(place.appending("tree"))
      try own.export(commit, to: place.appending("tree"))
      return place
    } catch {
      try? FileSystem.remove(place)
      return nil
    }
  }
}
