/// A proposed change as its author wrote it, read but not yet applied.
package struct Candidate: Equatable, Sendable {
  /// The most bytes of a candidate's text; ten times what a reviewer reads in an hour.
  package static let mostBytes = 1 << 20
  /// The most files of one candidate.
  package static let mostFiles = 256
  /// The most hunks or blocks of one candidate.
  package static let mostPieces = 4096

  /// One file of the candidate.
  package struct Edit: Equatable, Sendable {
    /// What becomes of the file.
    package enum Operation: Equatable, Sendable {
      /// A file that must not exist yet.
      case create
      /// A file that must exist.
      case modify
      /// A file that must exist and is gone afterwards.
      case delete
      /// A file that moves here from another path.
      case rename(from: PatchPath)
    }

    /// The path afterwards; of a deleted file, the path before.
    package var path: PatchPath
    /// What becomes of the file.
    package var operation: Operation
    /// What is replaced in it, in order.
    package var pieces: [Piece]
    /// Where it starts in the candidate's text, from 1.
    package var line: Int
  }

  /// A replacement in a file.
  package enum Piece: Equatable, Sendable {
    /// A hunk of a unified diff.
    case hunk(Hunk)
    /// A search/replace block.
    case block(Block)
  }

  /// Lines of a unified diff; each has its line end unless it is the last of a file without one.
  package struct Hunk: Equatable, Sendable {
    /// The first line in the old file, from 1; 0 where nothing precedes.
    package var start: Int
    /// The old lines, context included.
    package var old: [[UInt8]]
    /// The new lines, context included.
    package var new: [[UInt8]]
    /// Where it starts in the candidate's text, from 1.
    package var line: Int
  }

  /// A text that occurs once and what takes its place.
  package struct Block: Equatable, Sendable {
    /// The lines to find.
    package var search: [[UInt8]]
    /// The lines that take their place.
    package var replace: [[UInt8]]
    /// Where it starts in the candidate's text, from 1.
    package var line: Int
  }

  /// The files, in the author's order.
  package var edits: [Edit]
  /// What the author says about it; data, never obeyed.
  package var rationale: String?
}
