/// A difference that a patch does not carry, or not wholly.
package struct PatchOmission: Codable, Equatable, Sendable {
  /// Why a patch does not carry a difference.
  package enum Reason: String, Codable, Sendable {
    /// Below `.git`, or a name that git refuses for the same danger.
    case gitFolder
    /// A name that steers other programs.
    case protected
    /// A link out of the workspace.
    case linkOutside
    /// A path longer than a system call takes.
    case longPath
    /// A device, a pipe or a socket.
    case specialFile
    /// git knows no empty folders.
    case emptyDirectory
    /// git knows the modes 644 and 755; the content is in the patch.
    case mode
    /// The content is larger than the bound for one file.
    case tooLarge
    /// Most of the file is holes, which would become zeros in the patch.
    case sparse
    /// The patch has reached its bound.
    case patchFull
    /// The content cannot be read.
    case unreadable
    /// Something that the patch cannot delete is in the way.
    case blocked
    /// The list of changes ends early.
    case incomplete
  }

  /// The path, escaped for printing; `.` is the workspace itself.
  package var path: String
  /// Why the patch does not carry it.
  package var reason: Reason
}
