internal import Kernel

/// The differences that a command left, sorted by the bytes of their paths.
package struct ChangeList: Sendable {
  /// For results.
  package let changes: [Change]
  /// Whether every difference is in the list.
  package var isComplete: Bool { reason == nil }
  /// Why the list ends early; nil when it does not.
  package let reason: String?
  /// For patches.
  let tree: [TreeChange]
  /// Folders of both trees that lost their last name, which git would remove.
  let emptied: [BytePath]
}
