package import Kernel

/// Something of a tree that a work copy does not have, and why.
package struct OmittedFile: Equatable, Sendable {
  /// Why it was left out.
  package enum Reason: String, Sendable {
    /// It looks like a key or a credential.
    case secret
    /// A symbolic link that leads out of the tree.
    case linkOutside = "link-outside"
    /// A device, a pipe or a socket.
    case special
    /// It could not be read.
    case unreadable
  }

  /// The path from the root of the tree.
  package var path: BytePath
  /// Why it was left out.
  package var reason: Reason

  /// Makes an entry.
  package init(path: BytePath, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
