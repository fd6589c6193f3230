/// Why a candidate was not taken; nothing of it was applied.
package struct PatchRefusal: Error, Equatable, CustomStringConvertible {
  /// The kind of failure.
  package enum Reason: String, Sendable {
    /// The text holds no patch in a form that is accepted, or a broken one.
    case unparsable
    /// The patch does not fit the tree.
    case unappliable
    /// A size or a count is above its cap.
    case tooLarge
    /// A path starts at the root of the file system.
    case absolutePath
    /// A path has a `..`.
    case parentSegment
    /// A path is empty, too long, or has characters that no source file needs.
    case badPath
    /// A path leads into `.git`, under whatever spelling.
    case gitFolder
    /// A symbolic link is made, changed, or in the way.
    case link
    /// A file's mode is changed, or a new file is executable.
    case mode
    /// A content that is not text.
    case binary
    /// A submodule or `.gitmodules`.
    case submodule
    /// Two entries of one patch meet in one path.
    case conflict

    /// Whether the candidate is an offence rather than a mistake.
    package var isForbidden: Bool {
      switch self {
      case .unparsable, .unappliable, .tooLarge, .conflict: false
      default: true
      }
    }
  }

  /// The kind of failure.
  package var reason: Reason
  /// The file, for reports, where one is known.
  package var path: String?
  /// The line of the candidate's text, from 1, where one is known.
  package var line: Int?
  /// What is wrong and what was wanted.
  package var message: String
  /// Places of the file that come closest, each `line: text`; for failures of matching.
  package var near: [String] = []

  /// Makes a refusal; without path and line it is about the whole candidate.
  package init(
    _ reason: Reason, _ message: String, path: String? = nil, line: Int? = nil, near: [String] = []
  ) {
    self.reason = reason
    self.message = message
    self.path = path
    self.line = line
    self.near = near
  }

  /// One sentence for a report.
  package var description: String {
    let place = [path, line.map { "line \($0) of the candidate" }].compactMap { $0 }
    let text = (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + message
    return near.isEmpty ? text : text + "; near: " + near.joined(separator: " | ")
  }
}
