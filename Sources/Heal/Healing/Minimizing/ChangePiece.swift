package import Patches

/// A part of a change that can be kept or dropped by itself.
package struct ChangePiece: Equatable, Sendable {
  /// Bytes of a file as it was, and what takes their place.
  package struct Edit: Hashable, Sendable {
    /// The file.
    package var path: PatchPath
    /// Its bytes from the first to before the last; empty for an insertion.
    package var range: Range<Int>
    /// What takes their place.
    package var replacement: [UInt8]
    /// Whether it only makes a name known: two of them may stand at one place, in either order.
    package var isImport: Bool

    /// Makes an edit.
    package init(path: PatchPath, range: Range<Int>, replacement: [UInt8], isImport: Bool = false) {
      self.path = path
      self.range = range
      self.replacement = replacement
      self.isImport = isImport
    }
  }

  /// What it is, for reports: a place, a rule; one line.
  package var name: String
  /// Its edits; one that several pieces have is made once, and stays with any of them.
  package var edits: [Edit]
  /// Files that are new, deleted or moved as a whole.
  package var files: [ChangeSet.File]

  /// Makes a piece.
  package init(name: String, edits: [Edit], files: [ChangeSet.File] = []) {
    self.name = name
    self.edits = edits
    self.files = files
  }
}
