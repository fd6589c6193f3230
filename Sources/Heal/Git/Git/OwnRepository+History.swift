package import Kernel
internal import Text

extension OwnRepository {
  /// The commits that led to one, newest first, each the first parent of the one before.
  ///
  /// - Parameters:
  ///   - commit: the newest.
  ///   - most: how many are given at the most.
  /// - Returns: names of commits, `commit` first; of a shallow repository as many as it has.
  /// - Throws: when there is no such commit, or its history cannot be read.
  package func history(
    of commit: String, most: Int
  ) throws(GitFailure) -> [String] {
    guard SourceRepository.isObjectName(commit) else {
      throw .repository("\"\(VisibleText.escaped(commit))\" is not a name for a commit")
    }
    let list = try git.run(
      ["rev-list", "--first-parent", "--max-count=\(most)", commit, "--"])
    return String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The first parent of a commit; nil for one without.
  ///
  /// - Parameter commit: whose.
  /// - Returns: its name.
  /// - Throws: when there is no such commit.
  package func parent(of commit: String) throws(GitFailure) -> String? {
    let names = try history(of: commit, most: 2)
    return names.count == 2 ? names[1] : nil
  }

  /// What turns one commit's tree into another's, as a unified diff without renames.
  ///
  /// - Parameters:
  ///   - from: the commit whose tree is there.
  ///   - to: the commit whose tree is wanted.
  ///   - path: the one file that is looked at; nil for all.
  /// - Returns: the diff; files that are no text stand in it without their bytes.
  /// - Throws: when one of them is not there.
  package func difference(
    from: String, to: String, only path: BytePath? = nil
  ) throws(GitFailure) -> [UInt8] {
    for commit in [from, to] where !SourceRepository.isObjectName(commit) {
      throw .repository("\"\(VisibleText.escaped(commit))\" is not a name for a commit")
    }
    let only = try Self.literal(path)
    return try git.run(
      [
        "diff-tree", "-r", "-p", "--no-ext-diff", "--no-textconv", "--no-renames", "--full-index",
        "--src-prefix=a/", "--dst-prefix=b/", from, to, "--",
      ] + only)
  }

  /// The paths that differ between two commits, in git's order.
  ///
  /// - Parameters:
  ///   - from: one commit.
  ///   - to: the other.
  /// - Returns: paths from the top of the tree.
  /// - Throws: when one of them is not there.
  package func changedPaths(
    from: String, to: String
  ) throws(GitFailure) -> [BytePath] {
    for commit in [from, to] where !SourceRepository.isObjectName(commit) {
      throw .repository("\"\(VisibleText.escaped(commit))\" is not a name for a commit")
    }
    let list = try git.run([
      "diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to, "--",
    ])
    return list.split(separator: 0).map { BytePath(Array($0)) }
  }

  /// The last commit that changed a file, in a line of first parents, with its own first parent.
  ///
  /// - Parameters:
  ///   - path: the file, from the top of the tree.
  ///   - commit: where the line begins.
  /// - Returns: nil when none of them did, or the one that made the file has no parent.
  /// - Throws: when the history cannot be read.
  package func lastChange(
    of path: BytePath, from commit: String
  ) throws(GitFailure) -> (commit: String, parent: String)? {
    guard SourceRepository.isObjectName(commit) else {
      throw .repository("\"\(VisibleText.escaped(commit))\" is not a name for a commit")
    }
    let list = try git.run(
      ["rev-list", "--first-parent", "--max-count=1", commit, "--"]
        + (try Self.literal(path)))
    let name = String(decoding: list.prefix { $0 != 0x0A }, as: UTF8.self)
    guard !name.isEmpty, let parent = try parent(of: name) else { return nil }
    return (name, parent)
  }

  /// A path that git takes as it is, whatever signs it holds.
  private static func literal(_ path: BytePath?) throws(GitFailure) -> [String] {
    guard let path else { return [] }
    guard let text = String(validating: path.bytes, as: UTF8.self) else {
      throw .repository("\(path) is not UTF-8, so git cannot be asked for it")
    }
    return [":(top,literal)\(text)"]
  }
}
