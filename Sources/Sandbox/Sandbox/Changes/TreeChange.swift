internal import Kernel

/// A file, folder or link in one of the two trees.
struct TreeNode: Equatable {
  /// Where a file's content lies.
  enum Source: Equatable {
    case upper(BytePath)
    case lower(BytePath)
    /// Data that the upper layer promises and nobody has.
    case missing
  }

  var kind: FileStatus.Kind
  /// As the command left them, even where reading needed other ones.
  var permissions: UInt32
  var size: Int
  var source: Source
  /// Of a symbolic link.
  var target: BytePath?
  /// Of a device file.
  var deviceNumber: UInt64 = 0
  /// What a regular file of the upper layer occupies.
  var storedBytes = Int.max
  /// A NUL byte near the start of a regular file.
  var isBinary = false
}

/// One difference, with bytes instead of text: what a patch is made from.
struct TreeChange {
  /// Below the workspace; empty for the workspace itself.
  var path: BytePath
  var kind: Change.Kind
  var before: TreeNode?
  var after: TreeNode?
  /// The path before, for a renamed file.
  var from: BytePath?

  /// A rename as what goes and what comes.
  var parts: [TreeChange] {
    guard kind == .renamed, let from else { return [self] }
    return [
      TreeChange(path: from, kind: .deleted, before: before),
      TreeChange(path: path, kind: .added, after: after),
    ]
  }

  /// By path; what goes stands before what comes.
  static func precedes(_ left: TreeChange, _ right: TreeChange) -> Bool {
    if left.path == right.path { return left.kind == .deleted && right.kind != .deleted }
    return left.path < right.path
  }
}
