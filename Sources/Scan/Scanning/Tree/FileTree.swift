internal import Glibc
internal import Kernel

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
    do throws(KernelFailure) {
      let absolute = try FileSystem.resolve(BytePath(root))
      var walk = Walk(limits: limits)
      let folder = try Descriptor.open(absolute, O_RDONLY | O_DIRECTORY)
      walk.visit(folder, at: TreePath([UInt8]()), depth: 0)
      return FileTree(root: absolute.bytes, files: walk.files, skipped: walk.skipped)
    } catch {
      throw ScanError(
        .usage, "not a readable folder: \(error.reason); name the folder that holds the files",
        context: TreePath(root).text)
    }
  }

  /// The content of a file of the tree; fails when it is gone, became something else or too large.
  func content(of entry: FileEntry) throws(KernelFailure) -> [UInt8] {
    let path = BytePath(entry.path.bytes)
    var folder = try Descriptor.open(BytePath(root), O_RDONLY | O_DIRECTORY)
    // The whole path may be longer than the kernel takes at once.
    for part in path.components.dropLast() {
      folder = try folder.openBeneath(BytePath(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
    return try folder.readFile(path.name, limit: max(entry.sizeBytes, Limits().fileBytes))
  }
}

extension FileTree {
  /// One walk in progress.
  private struct Walk {
    let limits: Limits
    var files: [FileEntry] = []
    var skipped: [SkippedPath] = []

    init(limits: Limits) { self.limits = limits }

    mutating func visit(_ folder: borrowing Descriptor, at path: TreePath, depth: Int) {
      guard let names = try? folder.entries() else {
        return skip(path, .unreadable, isFolder: true)
      }
      for name in names {
        let child = path.appending(name.bytes)
        switch try? folder.status(of: name).kind {
        case .directory: descend(folder, name, child, depth)
        case .regular: read(folder, name, child)
        case .link: skip(child, .symbolicLink)
        case nil: skip(child, .unreadable)
        default: skip(child, .specialFile)
        }
      }
    }

    private mutating func descend(
      _ folder: borrowing Descriptor, _ name: BytePath, _ child: TreePath, _ depth: Int
    ) {
      if excludedFolders.contains(TreePath(name.bytes).text) {
        return skip(child, .excludedFolder, isFolder: true)
      }
      if depth >= limits.depth { return skip(child, .tooDeep, isFolder: true) }
      guard let next = try? folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
        return skip(child, .unreadable, isFolder: true)
      }
      visit(next, at: child, depth: depth + 1)
    }

    private mutating func read(
      _ folder: borrowing Descriptor, _ name: BytePath, _ child: TreePath
    ) {
      do throws(KernelFailure) {
        let bytes = try folder.readFile(name, limit: limits.fileBytes)
        files.append(FileEntry(path: child, content: bytes))
      } catch {
        skip(child, error.number == EFBIG ? .tooLarge : .unreadable)
      }
    }

    private mutating func skip(
      _ path: TreePath, _ reason: SkippedPath.Reason, isFolder: Bool = false
    ) {
      skipped.append(SkippedPath(path: path, reason: reason, isFolder: isFolder))
    }
  }
}
