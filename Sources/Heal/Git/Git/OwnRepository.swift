package import Kernel
internal import Text

/// A file of a commit.
package struct TrackedFile: Hashable, Sendable {
  /// The path from the top of the tree.
  package var path: BytePath
  /// 0o100644, 0o100755, 0o120000 for a link, 0o160000 for a submodule.
  package var mode: UInt32
  /// The object's name.
  package var object: String
}

/// A bare repository of Sentinel's own, with one commit of the one under test and what led to it.
///
/// Commits are made here, so that the tree, index, branches and configuration of the user stay as
/// they are. Attributes of the tree change nothing: contents are what the objects hold, to the byte.
///
/// Git that reads these objects is confined. What reaches remotes has a repository beside it, with
/// a configuration and references that confined git cannot write, and lends the objects from here.
package struct OwnRepository: Sendable {
  /// How much of a history comes along.
  package enum History: Sendable {
    /// The commit without any before it.
    case none
    /// All that led to the commit.
    case whole
  }

  /// Confined, with the objects.
  let git: GitProcess
  /// Outside, for remotes.
  let outside: GitProcess
  private let folder: WorkFolder
  private static let kind = "sentinel-git"

  /// Takes a commit over from a repository under test.
  ///
  /// What the repository borrows from elsewhere does not come along: only its own folder is seen.
  ///
  /// - Parameters:
  ///   - commit: the name of the commit.
  ///   - source: where it is.
  ///   - history: what comes with it.
  ///   - confinement: what runs git.
  ///   - place: the folder in which the repository is made; it is removed with the last copy of this.
  /// - Throws: when it does not hold the commit, objects are damaged, or git cannot work.
  package init(
    _ commit: String, of source: SourceRepository, history: History,
    by confinement: any ConfinedGit, in place: BytePath = "/tmp"
  ) throws(GitFailure) {
    guard SourceRepository.isObjectName(commit) else {
      throw .repository("\"\(VisibleText.escaped(commit))\" is not a name for a commit")
    }
    try source.requireNothingBorrowed()
    try self.init(
      by: confinement, in: place, format: commit.utf8.count == 64 ? "sha256" : "sha1")
    try source.requireFiles()
    // No part of it was a link when it was found; one that is there now is refused, not followed.
    let common = source.common
    // Programs that the repository configures would run here too, with nothing but itself in reach.
    let server = "git -c safe.directory=* -c uploadpack.allowAnySHA1InWant=true upload-pack"
    var bounds = GitProcess.Bounds()
    bounds.seconds = 600
    _ = try git.run(
      [
        "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance",
        "--no-recurse-submodules", "--update-shallow", "--upload-pack=\(server)",
      ] + (history == .none ? ["--depth=1"] : []) + [
        "--", common.description, "+\(commit):refs/sentinel/base",
      ], bounds: bounds, also: .init(readable: [common]))
  }

  /// Makes one that holds nothing, for a tree that is no repository, and for looking at remotes.
  ///
  /// - Parameters:
  ///   - confinement: what runs git.
  ///   - place: the folder in which it is made; it is removed with the last copy of this.
  /// - Throws: when git cannot work there.
  package init(
    by confinement: any ConfinedGit, in place: BytePath = "/tmp"
  ) throws(GitFailure) {
    try self.init(by: confinement, in: place, format: "sha1")
  }

  private init(
    by confinement: any ConfinedGit, in place: BytePath, format: String
  ) throws(GitFailure) {
    do {
      WorkFolder.sweep(Self.kind, in: place)
      folder = try WorkFolder(Self.kind, in: place)
      let inside = folder.path.appending("inside"), out = folder.path.appending("outside")
      git = GitProcess(folder: inside, confinement: confinement, isWritable: true)
      outside = GitProcess(folder: out, confinement: confinement, isWritable: false)
      for repository in [git, outside] {
        _ = try repository.reach([
          "init", "--quiet", "--bare", "--template=", "--object-format=\(format)",
          repository.folder.description,
        ])
        try FileSystem.makeFolder(repository.folder.appending("info"))
        // Stronger than what a tree says: no end of a line, no encoding, no keyword is rewritten.
        try FileSystem.write(
          Array("* -text -ident -filter -eol -working-tree-encoding\n".utf8),
          to: repository.folder.appending("info/attributes"))
      }
    } catch let failure as GitFailure {
      throw failure
    } catch {
      throw .file("\(error)")
    }
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
  ) throws(GitFailure) -> String {
    let time = "\(seconds) +0000"
    var stream = Array(
      """
      commit refs/sentinel/base
      author Sentinel <sentinel@localhost> \(time)
      committer Sentinel <sentinel@localhost> \(time)
      data 5
      base

      """.utf8)
    for file in files {
      stream += "M \(String(file.mode, radix: 8)) inline \(Self.quoted(file.path))\n".utf8
      stream += "data \(file.content.count)\n".utf8 + file.content + [0x0A]
    }
    _ = try git.run(["fast-import", "--quiet"], input: stream)
    return Self.line(try git.run(["rev-parse", "--verify", "refs/sentinel/base"]))
  }

  /// A path as fast-import takes it, whatever signs it holds.
  private static func quoted(_ path: BytePath) -> String {
    let signs = path.bytes.map { byte -> String in
      let text = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - text.count) + text
    }
    return "\"\(signs.joined())\""
  }

  /// When a commit was made, in seconds since 1970.
  package func time(of commit: String) throws(GitFailure) -> Int {
    let text = Self.line(try git.run(["show", "--no-patch", "--format=%ct", commit, "--"]))
    guard let seconds = Int(text) else { throw .repository("\(commit) has no time") }
    return seconds
  }

  /// The files of a commit, in git's order.
  package func files(of commit: String) throws(GitFailure) -> [TrackedFile] {
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
  ) throws(GitFailure) -> [UInt8]? {
    guard let file = try files(of: commit).first(where: { $0.path == path }),
      file.mode & 0o170000 == 0o100000
    else { return nil }
    return try git.run(["cat-file", "blob", file.object])
  }

  /// Writes the tree of a commit into a folder, without history, references and repository.
  ///
  /// - Parameters:
  ///   - commit: its name.
  ///   - folder: an empty folder of Sentinel's own.
  /// - Throws: when it cannot be written.
  package func export(_ commit: String, to folder: BytePath) throws(GitFailure) {
    let destination: BytePath
    do { destination = try FileSystem.resolve(folder) } catch { throw .file("\(error)") }
    try withIndex(of: commit) { (git, variables) throws(GitFailure) in
      let place = ["GIT_WORK_TREE": destination.description].merging(variables) { $1 }
      _ = try git.run(
        ["checkout-index", "--all", "--force", "--prefix=\(destination)/"], variables: place,
        also: .init(writable: [destination]))
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
  /// - Throws: ``GitFailure/unappliable(_:)`` when the patch does not fit.
  package func commit(
    _ patch: [UInt8], onto base: String, message: String, seconds: Int
  ) throws(GitFailure) -> String {
    try withIndex(of: base) { (git, variables) throws(GitFailure) in
      do throws(GitFailure) {
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
  package func mail(_ commit: String) throws(GitFailure) -> [UInt8] {
    try git.run([
      "format-patch", "--stdout", "-1", "--binary", "--full-index", "--no-signature",
      "--no-ext-diff", "--no-textconv", "--no-renames", commit,
    ])
  }

  /// Gives an index of a commit, apart from all others.
  private func withIndex<Result>(
    of commit: String,
    _ body: (GitProcess, [String: String]) throws(GitFailure) -> Result
  ) throws(GitFailure) -> Result {
    guard SourceRepository.isObjectName(commit) else {
      throw .repository("\"\(VisibleText.escaped(commit))\" is not a name for a commit")
    }
    let index = git.folder.appending("index-\(UInt64.random(in: 0 ... .max))")
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
