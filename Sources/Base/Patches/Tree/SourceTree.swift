/// What stands at a path of a tree.
package enum TreeEntry: Equatable, Sendable {
  /// A regular file with its content and whether it may be executed.
  case file([UInt8], isExecutable: Bool)
  /// A folder.
  case folder
  /// A symbolic link; its target is nobody's business here.
  case link
  /// A device, a pipe, a file that cannot be read or is longer than the limit of the reader.
  case unreadable

  /// The content of a file.
  package var content: [UInt8]? {
    if case .file(let bytes, _) = self { bytes } else { nil }
  }
}

/// A tree of files that patches are applied to, in memory or on disk.
package protocol SourceTree: Sendable {
  /// What stands at a path; nil for nothing. Links on the way are never followed.
  func entry(at path: PatchPath) -> TreeEntry?
  /// Every path that is not a folder, in byte order.
  var paths: [PatchPath] { get }
}

/// A tree whose every entry is in memory; it never changes.
package struct MemoryTree: SourceTree, Sendable {
  private var entries: [PatchPath: TreeEntry] = [:]
  private var folders: Set<PatchPath> = []

  /// Makes a tree; folders exist by what lies in them.
  package init(_ entries: [PatchPath: TreeEntry] = [:]) {
    self.entries = entries
    for path in entries.keys { folders.formUnion(path.parents) }
  }

  /// Makes a tree of text files by path; paths that no patch may name are left out.
  package init(texts: [String: String]) {
    var entries: [PatchPath: TreeEntry] = [:]
    for (path, text) in texts {
      if let path = PatchPath(path) { entries[path] = .file(Array(text.utf8), isExecutable: false) }
    }
    self.init(entries)
  }

  /// What stands at a path; a folder is there when something lies in it.
  package func entry(at path: PatchPath) -> TreeEntry? {
    entries[path] ?? (folders.contains(path) ? .folder : nil)
  }

  /// Every path that is not a folder, in byte order.
  package var paths: [PatchPath] { entries.keys.sorted() }
}

/// A tree as it is after changes.
package struct PatchedTree<Base: SourceTree>: SourceTree {
  private let base: Base
  private var changed: [PatchPath: TreeEntry?] = [:]

  /// Lays changes over a tree.
  package init(_ base: Base, _ changes: ChangeSet) {
    self.base = base
    for change in changes.files {
      if let old = change.oldPath { changed.updateValue(nil, forKey: old) }
      guard let new = change.new else {
        changed.updateValue(nil, forKey: change.path)
        continue
      }
      changed.updateValue(
        .file(new, isExecutable: change.isExecutable), forKey: change.path)
    }
  }

  /// What stands at a path after the changes.
  package func entry(at path: PatchPath) -> TreeEntry? {
    if let entry = changed[path] { return entry }
    if let entry = base.entry(at: path) { return entry }
    let isFolder = changed.contains { $0.value != nil && $0.key.parents.contains(path) }
    return isFolder ? .folder : nil
  }

  /// Every path that is not a folder after the changes, in byte order.
  package var paths: [PatchPath] {
    let kept = base.paths.filter { changed[$0] == nil }
    return (kept + changed.compactMap { $0.value == nil ? nil : $0.key }).sorted()
  }
}
