/// One difference between the workspace and what a command left in the overlay, as results show it.
package struct Change: Codable, Equatable, Sendable {
  /// What happened to a path; a path that became another type of file is deleted and added.
  package enum Kind: String, Codable, Sendable {
    /// The path is new.
    case added
    /// The content is another one.
    case modified
    /// The path is gone.
    case deleted
    /// Only the permissions are other ones.
    case mode
    /// A symbolic link is new or leads elsewhere.
    case symlink
    /// A file with unchanged content has another path.
    case renamed
  }

  /// What makes a change worth a look; of several that apply, the first in this order.
  package enum Class: String, Codable, Sendable {
    /// Carries a set-user-id or set-group-id bit.
    case setuid
    /// A character or block device.
    case device
    /// A named pipe.
    case fifo
    /// A socket.
    case socket
    /// git, or a hook runner, executes it.
    case hook
    /// A continuous integration service executes it.
    case ciConfig
    /// Steers a coding agent.
    case agentConfig
    /// Steers an editor, which may execute parts of it.
    case editorConfig
    /// Steers a package manager or another tool, which may execute parts of it.
    case toolConfig
    /// Anything else of a git repository's own.
    case git
    /// A symbolic link that leads, or may lead, out of the workspace.
    case linkOutside
    /// Another symbolic link.
    case link
    /// A folder.
    case directory
    /// A file or folder on its way whose name starts with a dot.
    case dotfile
    /// A file with an execute bit.
    case executable
    /// A file with a NUL byte near its start.
    case binary
    /// Any other file.
    case text
  }

  /// The path in the workspace, escaped for printing; `.` is the workspace itself.
  package var path: String
  /// What the command did to the path.
  package var kind: Kind
  /// What makes the path worth a look: what stands there now, or what was deleted.
  package var `class`: Class
  /// The size now, or of what was deleted; of a link, the length of its target.
  package var sizeBytes: Int
  /// The path before, for a renamed file; escaped.
  package var from: String?
  /// Where a symbolic link leads; escaped.
  package var target: String?
  /// The permissions now, in octal; absent for what was deleted and for links.
  package var mode: String?
  /// The permissions before, in octal, where they differ.
  package var oldMode: String?
}
