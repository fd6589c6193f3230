internal import Git
internal import Glibc
internal import Kernel
internal import Patches

/// What a proposal is made on: a commit of the user's repository, or a tree without one.
struct ProposalBase {
  /// The user's repository; nil when the tree lies in none, or in one without a commit.
  let source: SourceRepository?
  /// The commit that is checked out there.
  let commit: String?
  /// Where the tree lies in the repository: empty, or a path with a slash at its end.
  let prefix: [UInt8]

  /// A tree that lies in no repository; its patches carry a time that is the same in every run.
  private static let seconds = 946_684_800  // 2000-01-01

  /// Looks for the repository of a tree.
  init(of tree: BytePath) throws(GitFailure) {
    guard let found = try SourceRepository.find(around: tree), let head = try found.head() else {
      source = nil
      commit = nil
      prefix = []
      return
    }
    source = found
    commit = head
    let own = (try? FileSystem.resolve(tree)) ?? tree.normalised
    let parts = own.components.dropFirst(found.root.depth)
    prefix = parts.flatMap { Array($0) + [UInt8(ascii: "/")] }
  }

  private init() {
    source = nil
    commit = nil
    prefix = []
  }

  /// The same tree taken for one that lies in no repository.
  static let tree = ProposalBase()

  /// A repository of Sentinel's own with this base; its history is needed where it is pushed.
  func repository(
    _ history: OwnRepository.History, by git: any ConfinedGit
  ) throws(GitFailure) -> OwnRepository {
    guard let source, let commit else { return try OwnRepository(by: git) }
    return try OwnRepository(commit, of: source, history: history, by: git)
  }

  /// Commits a change on the base.
  ///
  /// - Throws: ``/Git/GitFailure/unappliable(_:)`` when a file that is changed is not in the commit
  ///   as it is in the tree.
  func commit(
    _ changes: ChangeSet, message: String, in own: OwnRepository
  ) throws(GitFailure) -> String {
    let placed = try placed(changes)
    guard let commit else {
      let files = placed.files.compactMap { file in
        let mode: UInt32 = file.isExecutable ? 0o100755 : 0o100644
        return file.old.map { (BytePath((file.oldPath ?? file.path).bytes), mode, $0) }
      }
      let root = try own.root(files, seconds: Self.seconds)
      return try own.commit(
        placed.rendered(), onto: root, message: message, seconds: Self.seconds)
    }
    try requireCommitted(placed, own, commit)
    return try own.commit(
      placed.rendered(), onto: commit, message: message, seconds: own.time(of: commit))
  }

  /// The files of a tree that the commit does not hold, or holds otherwise, and those of the commit that
  /// are missing in the tree; nothing without a commit.
  func differences(of tree: any SourceTree, in own: OwnRepository) throws(GitFailure) -> [String] {
    guard let commit else { return [] }
    let tracked = Dictionary(
      try own.files(of: commit).map { ($0.path.bytes, $0.object) }, uniquingKeysWith: { $1 })
    var found: [String] = []
    for path in tree.paths {
      guard let content = tree.entry(at: path)?.content else { continue }
      if tracked[prefix + path.bytes] != BlobName.of(content, digits: commit.utf8.count) {
        found.append(path.description)
      }
    }
    return try found + missing(tracked.keys.sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// What the commit holds at the tree's place and nothing stands for there.
  private func missing(_ tracked: [[UInt8]]) throws(GitFailure) -> [String] {
    guard let source else { return [] }
    do throws(KernelFailure) {
      let root = try Descriptor.open(resolved: source.root, O_RDONLY | O_DIRECTORY)
      return tracked.filter { $0.starts(with: prefix) && !root.holds(BytePath($0)) }.map {
        BytePath(Array($0.dropFirst(prefix.count))).description
      }
    } catch {
      throw .repository("\(source.root) cannot be read: \(error)")
    }
  }

  private func requireCommitted(
    _ changes: ChangeSet, _ own: OwnRepository, _ commit: String
  ) throws(GitFailure) {
    let tracked = Dictionary(
      try own.files(of: commit).map { ($0.path.bytes, $0.object) }, uniquingKeysWith: { $1 })
    for file in changes.files {
      let path = file.oldPath ?? file.path
      let wanted = file.old.map { BlobName.of($0, digits: commit.utf8.count) }
      guard tracked[path.bytes] == wanted else {
        throw .unappliable("\(path) is not committed as it is in the tree")
      }
    }
  }

  /// The change with paths from the repository's root.
  private func placed(_ changes: ChangeSet) throws(GitFailure) -> ChangeSet {
    if prefix.isEmpty { return changes }
    var files: [ChangeSet.File] = []
    for file in changes.files {
      guard let path = PatchPath(prefix + file.path.bytes) else {
        throw .repository("\(file.path) has no usable path from the repository's root")
      }
      var placed = file
      placed.path = path
      placed.oldPath = file.oldPath.map { PatchPath(ofWalk: prefix + $0.bytes) }
      files.append(placed)
    }
    return ChangeSet(files)
  }
}
