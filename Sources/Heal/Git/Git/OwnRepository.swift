package import Kernel

/// A file of a commit.
package struct TrackedFile: Hashable, Sendable {
  /// The path from the top of the tree.
  package var path: BytePath
  /// 0o100644, 0o100755, 0o120000 for a link, 0o160000 for a submodule.
  package var mode: UInt32
  /// The object's name.
  package var object: String
}

/// A bare repository of Sentinel's own that borrows the objects of the one under test.
///
/// Commits are made here, so that the tree, index, branches and configuration of the user stay as
/// they are. Attributes of the tree change nothing: contents are what the objects hold, to the byte.
package struct OwnRepository: Sendable {
  let git: GitProcess
  private let folder: BytePath

  /// Makes one.
  ///
  /// - Parameters:
  ///   - folder: where; made, and the caller's to remove.
  ///   - source: whose objects are borrowed.
  /// - Throws: when there are none, or git cannot work there.
  package init(at folder: BytePath, borrowing source: SourceRepository) throws(ForgeFailure) {
    guard !source.objects.bytes.contains(0x0A),
      (try? FileStatus.of(source.objects))?.kind == .directory
    else { throw .repository("\(source.objects) is no folder that objects could be borrowed from") }
    self.folder = folder
    git = GitProcess(folder: folder)
    let format = (try source.head())?.utf8.count == 64 ? "sha256" : "sha1"
    _ = try git.run(
      ["init", "--quiet", "--bare", "--template=", "--object-format=\(format)", folder.description])
    do {
      try FileSystem.makeFolder(folder.appending("objects/info"))
      try FileSystem.write(
        source.objects.bytes + [0x0A], to: folder.appending("objects/info/alternates"))
      try FileSystem.makeFolder(folder.appending("info"))
      // Stronger than what the tree says: no end of a line, no encoding, no keyword is rewritten.
      try FileSystem.write(
        Array("* -text -ident -filter -eol -working-tree-encoding\n".utf8),
        to: folder.appending("info/attributes"))
    } catch {
      throw .file("\(error)")
    }
  }

  /// Makes one that borrows nothing, for a tree that is no repository.
  ///
  /// - Parameter folder: where; made, and the caller's to remove.
  /// - Throws: when git cannot work there.
  package init(at folder: BytePath) throws(ForgeFailure) {
    self.folder = folder
    git = GitProcess(folder: folder)
    _ = try git.run(
      ["init", "--quiet", "--bare", "--template=", "--object-format=sha1", folder.description])
  }

  /// A commit without a parent that holds these files and nothing else.
  ///
  /// - Parameters:
  ///   - files: paths, modes (0o100644 or 0o100755) and contents.
  ///   - seconds: the time of both author and committer, since 1970.
  /// - Returns: its name.
  /// - Throws: when git fails.
  package func root(
    _ files: [(path: BytePath, mode: UInt32, content: [UInt8])], seconds: Int
  ) throws(ForgeFailure) -> String {
    let index = folder.appending("index-\(UInt64.random(in: 0 ... .max))")
    let variables = ["GIT_INDEX_FILE": index.description]
    defer { try? FileSystem.remove(index) }
    var entries: [UInt8] = []
    for file in files {
      let object = Self.line(
        try git.run(["hash-object", "-w", "--no-filters", "--stdin"], input: file.content))
      entries += "\(String(file.mode, radix: 8)) \(object)\t".utf8 + file.path.bytes + [0]
    }
    _ = try git.run(["update-index", "-z", "--index-info"], input: entries, variables: variables)
    let tree = Self.line(try git.run(["write-tree"], variables: variables))
    let dates = Self.dates(seconds)
    return Self.line(try git.run(["commit-tree", tree, "-m", "base"], variables: dates))
  }

  /// When a commit was made, in seconds since 1970.
  package func time(of commit: String) throws(ForgeFailure) -> Int {
    let text = Self.line(try git.run(["show", "--no-patch", "--format=%ct", commit, "--"]))
    guard let seconds = Int(text) else { throw .repository("\(commit) has no time") }
    return seconds
  }

  /// The files of a commit, in git's order.
  package func files(of commit: String) throws(ForgeFailure) -> [TrackedFile] {
    let listing = try git.run(["ls-tree", "-r", "-z", "--full-tree", commit])
    var files: [TrackedFile] = []
    for entry in listing.split(separator: 0) {
      guard let tab = entry.firstIndex(of: 0x09) else { continue }
      let fields = String(decoding: entry[..<tab], as: UTF8.self).split(separator: " ")
      guard fields.count == 3, let mode = UInt32(fields[0], radix: 8) else { continue }
      files.append(
        TrackedFile(
          path: BytePath(Array(entry[entry.index(after: tab)...])), mode: mode,
          object: String(fields[2])))
    }
    return files
  }

  /// The bytes of a file of a commit; nil when it has none of that path.
  package func contents(
    of path: BytePath, in commit: String
  ) throws(ForgeFailure) -> [UInt8]? {
    guard let file = try files(of: commit).first(where: { $0.path == path }),
      file.mode & 0o170000 == 0o100000
    else { return nil }
    return try git.run(["cat-file", "blob", file.object])
  }

  /// Writes the tree of a commit into a folder, without history, references and repository.
  package func export(_ commit: String, to destination: BytePath) throws(ForgeFailure) {
    try withIndex(of: commit) { (git, variables) throws(ForgeFailure) in
      let place = ["GIT_WORK_TREE": destination.description].merging(variables) { $1 }
      _ = try git.run(
        ["checkout-index", "--all", "--force", "--prefix=\(destination)/"], variables: place)
    }
  }

  /// Commits a patch on top of a commit.
  ///
  /// - Parameters:
  ///   - patch: a unified diff with paths behind `a/` and `b/`; it must apply without fuzz.
  ///   - base: the commit that it was made for.
  ///   - message: the whole message.
  ///   - seconds: the time of both author and committer, since 1970.
  /// - Returns: the name of the new commit.
  /// - Throws: ``ForgeFailure/unappliable(_:)`` when the patch does not fit.
  package func commit(
    _ patch: [UInt8], onto base: String, message: String, seconds: Int
  ) throws(ForgeFailure) -> String {
    try withIndex(of: base) { (git, variables) throws(ForgeFailure) in
      do throws(ForgeFailure) {
        _ = try git.run(
          ["apply", "--cached", "--binary", "--whitespace=nowarn", "-"], input: patch,
          variables: variables)
      } catch {
        guard case .git(_, let text) = error else { throw error }
        throw .unappliable(text)
      }
      let tree = Self.line(try git.run(["write-tree"], variables: variables))
      return Self.line(
        try git.run(
          ["commit-tree", tree, "-p", base, "-F", "-"], input: Array(message.utf8),
          variables: Self.dates(seconds).merging(variables) { $1 }))
    }
  }

  /// The commit as a mail that `git am --keep-cr` takes.
  package func mail(_ commit: String) throws(ForgeFailure) -> [UInt8] {
    try git.run([
      "format-patch", "--stdout", "-1", "--binary", "--full-index", "--no-signature",
      "--no-ext-diff", "--no-textconv", "--no-renames", commit,
    ])
  }

  /// Gives an index of a commit, apart from all others.
  private func withIndex<Result>(
    of commit: String,
    _ body: (GitProcess, [String: String]) throws(ForgeFailure) -> Result
  ) throws(ForgeFailure) -> Result {
    guard SourceRepository.isObjectName(commit) else {
      throw .repository("\"\(Visible.text(commit))\" is no name of a commit")
    }
    let index = folder.appending("index-\(UInt64.random(in: 0 ... .max))")
    let variables = ["GIT_INDEX_FILE": index.description]
    defer { try? FileSystem.remove(index) }
    _ = try git.run(["read-tree", commit], variables: variables)
    return try body(git, variables)
  }

  private static func dates(_ seconds: Int) -> [String: String] {
    let date = "@\(seconds) +0000"
    return ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date]
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
