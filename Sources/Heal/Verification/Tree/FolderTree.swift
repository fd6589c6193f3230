internal import Glibc
package import Kernel
package import Patches

/// A folder as a tree: every file is reached by descriptor, never through a link.
package final class FolderTree: SourceTree {
  /// The most files of a tree that is judged.
  static let mostFiles = 1 << 18
  /// The deepest folder.
  static let deepest = 64
  /// Folders that hold no source of the project.
  private static let excluded: Set<BytePath> = [
    ".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__", ".tox", ".build",
  ]

  private let root: Descriptor
  /// Every path that is not a folder, in byte order.
  package let paths: [PatchPath]

  /// Lists a folder; it is opened once, and what its name means later does not matter.
  ///
  /// - Parameter folder: the root of the tree.
  /// - Throws: when a folder cannot be read, is too deep (ELOOP), or holds too many files (E2BIG).
  package init(_ folder: BytePath) throws(KernelFailure) {
    root = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY)
    var paths: [PatchPath] = []
    try Self.list(root, below: [], depth: 0, into: &paths)
    self.paths = paths.sorted()
  }

  private static func list(
    _ folder: borrowing Descriptor, below prefix: [UInt8], depth: Int, into paths: inout [PatchPath]
  ) throws(KernelFailure) {
    if depth > deepest { throw KernelFailure(call: "list", number: ELOOP) }
    for name in try folder.entries() {
      let path = prefix + (prefix.isEmpty ? [] : [UInt8(ascii: "/")]) + name.bytes
      let kind = try folder.status(of: name).kind
      if kind == .directory {
        if excluded.contains(name) { continue }
        let inner = try folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try list(inner, below: path, depth: depth + 1, into: &paths)
      } else {
        paths.append(PatchPath(ofWalk: path))
        if paths.count > mostFiles { throw KernelFailure(call: "list", number: E2BIG) }
      }
    }
  }

  /// What stands at a path; read when it is asked for.
  package func entry(at path: PatchPath) -> TreeEntry? {
    let last = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = BytePath(path.bytes[(last.map { $0 + 1 } ?? 0)...])
    guard let last else { return Self.entry(root, name) }
    let parent = try? root.openBeneath(
      BytePath(path.bytes[..<last]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard let parent else { return nil }
    return Self.entry(parent, name)
  }

  private static func entry(_ folder: borrowing Descriptor, _ name: BytePath) -> TreeEntry? {
    guard let status = try? folder.status(of: name) else { return nil }
    switch status.kind {
    case .directory: return .folder
    case .link: return .link
    case .regular: return file(folder, name)
    default: return .unreadable
    }
  }

  private static func file(_ folder: borrowing Descriptor, _ name: BytePath) -> TreeEntry {
    // A pipe that replaced the file meanwhile must not stop the reader.
    do throws(KernelFailure) {
      let file = try folder.openBeneath(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      let status = try file.status()
      guard status.kind == .regular, status.size <= Candidate.mostFileBytes else {
        return .unreadable
      }
      let bytes = try file.readAll(limit: Candidate.mostFileBytes)
      return .file(bytes, isExecutable: status.permissions & 0o111 != 0)
    } catch {
      return .unreadable
    }
  }
}
