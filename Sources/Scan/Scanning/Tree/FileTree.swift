/// Everything below a folder, as one walk found it: files to scan, and what was left out and why.
///
/// Nothing in the tree steers the walk: ignore files are policy of the tree under test and are
/// not read. Symbolic links are never followed, so a loop cannot arise.
package struct FileTree: Sendable {
  /// Bounds of the walk; beyond them a path is skipped with its reason.
  package struct Limits: Sendable {
    /// The largest file that is read, in bytes.
    package var fileBytes: Int
    /// The deepest folder below the root.
    package var depth: Int

    /// Makes limits; 16 MiB hold any hand-written source, 128 folders any honest tree.
    package init(fileBytes: Int = 16 << 20, depth: Int = 128) {
      self.fileBytes = fileBytes
      self.depth = depth
    }
  }

  /// Folders that hold no source of the project, whatever their depth.
  package static let excludedFolders: Set<String> = [
    ".git", ".hg", ".svn", ".bzr", "CVS", "node_modules", ".venv", "__pycache__", ".tox", ".nox",
    ".eggs", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".build", ".direnv",
  ]

  /// The absolute path of the scanned folder, as bytes.
  package let root: [UInt8]
  /// The files, in byte order of their paths.
  package let files: [FileEntry]
  /// What was left out, in byte order.
  package let skipped: [SkippedPath]

  /// Makes a tree from parts; files and skipped paths are put in order.
  package init(root: [UInt8], files: [FileEntry], skipped: [SkippedPath] = []) {
    self.root = root
    self.files = files.sorted { $0.path < $1.path }
    self.skipped = skipped.sorted { $0.path < $1.path }
  }

  /// Walks a folder and reads every file up to the limit once.
  ///
  /// Blocks the thread.
  ///
  /// - Throws: `usage` when the root is not a readable folder.
  package static func walk(_ root: [UInt8], limits: Limits = Limits()) throws(ScanError)
    -> FileTree
  {
    let context = TreePath(root).text
    guard let absolute = Posix.realPath(root) else {
      throw ScanError(.usage, "no such folder; name the folder to scan", context: context)
    }
    guard let folder = Folder(absolute: absolute) else {
      throw ScanError(
        .usage, "not a readable folder; name the folder that holds the files", context: context)
    }
    var walk = Walk(limits: limits)
    walk.visit(folder, at: TreePath([UInt8]()), depth: 0)
    return FileTree(root: absolute, files: walk.files, skipped: walk.skipped)
  }

  /// The content of a file of the tree, or nothing when it is gone or became something else.
  func content(of entry: FileEntry) -> [UInt8]? {
    var folder = Folder(absolute: root)
    let parts = entry.path.bytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
    for part in parts.dropLast() { folder = folder?.folder(named: part) }
    guard let name = parts.last, case .content(let bytes)? = folder?.read(name, limit: .max) else {
      return nil
    }
    return bytes
  }
}

extension FileTree {
  /// One walk in progress.
  private struct Walk {
    let limits: Limits
    var files: [FileEntry] = []
    var skipped: [SkippedPath] = []

    init(limits: Limits) { self.limits = limits }

    mutating func visit(_ folder: Folder, at path: TreePath, depth: Int) {
      guard let names = folder.names() else { return skip(path, .unreadable, isFolder: true) }
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        let child = path.appending(name)
        switch folder.kind(of: name) {
        case .folder: descend(folder, name, child, depth)
        case .file: read(folder, name, child)
        case .link: skip(child, .symbolicLink)
        case .special: skip(child, .specialFile)
        case .gone: skip(child, .unreadable)
        }
      }
    }

    private mutating func descend(
      _ folder: Folder, _ name: [UInt8], _ child: TreePath, _ depth: Int
    ) {
      if excludedFolders.contains(TreePath(name).text) {
        return skip(child, .excludedFolder, isFolder: true)
      }
      if depth >= limits.depth { return skip(child, .tooDeep, isFolder: true) }
      guard let next = folder.folder(named: name) else {
        return skip(child, .unreadable, isFolder: true)
      }
      visit(next, at: child, depth: depth + 1)
    }

    private mutating func read(_ folder: Folder, _ name: [UInt8], _ child: TreePath) {
      switch folder.read(name, limit: limits.fileBytes) {
      case .content(let bytes): files.append(FileEntry(path: child, content: bytes))
      case .tooLarge: skip(child, .tooLarge)
      case .unreadable: skip(child, .unreadable)
      }
    }

    private mutating func skip(
      _ path: TreePath, _ reason: SkippedPath.Reason, isFolder: Bool = false
    ) {
      skipped.append(SkippedPath(path: path, reason: reason, isFolder: isFolder))
    }
  }
}
