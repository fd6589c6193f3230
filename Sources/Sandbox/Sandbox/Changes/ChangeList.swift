internal import Kernel

/// The differences that a command left, sorted by the bytes of their paths.
package struct ChangeList: Sendable {
  /// The differences as a result lists them, sorted by the bytes of their paths.
  package let changes: [Change]
  /// Whether every difference is in the list.
  package var isComplete: Bool { reason == nil }
  /// Why the list ends early; nil when it does not.
  package let reason: String?
  /// The same differences with what a patch needs of both sides.
  let tree: [TreeChange]
  /// What could not be looked at, with everything below.
  let unread: [BytePath]
  /// Whether the bounds ended the search, so that anything may be missing.
  let isCutShort: Bool
  /// Folders of both trees that lost their last name, which git would remove.
  let emptied: [BytePath]
}
