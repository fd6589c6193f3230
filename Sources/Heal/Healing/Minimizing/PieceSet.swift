package import Patches

/// A change as pieces, any of which can be left out.
package struct PieceSet: Sendable {
  /// A file as it was.
  package struct Source: Equatable, Sendable {
    /// Its bytes.
    package var bytes: [UInt8]
    /// Whether it may be executed.
    package var isExecutable: Bool

    /// Makes a source.
    package init(bytes: [UInt8], isExecutable: Bool = false) {
      self.bytes = bytes
      self.isExecutable = isExecutable
    }
  }

  /// The pieces that go together, in the order in which they were given.
  package private(set) var pieces: [ChangePiece] = []
  /// The numbers of the pieces that were given and contradict an earlier one.
  package private(set) var contradicting: [Int] = []
  private let sources: [PatchPath: Source]

  /// Takes pieces for files.
  ///
  /// A piece that names a file that is not there, bytes that it has not, or bytes that an earlier
  /// piece replaces otherwise, is left out.
  ///
  /// - Parameters:
  ///   - pieces: the pieces, the preferred first.
  ///   - sources: the files that their edits are about, as they were.
  package init(_ pieces: [ChangePiece], of sources: [PatchPath: Source]) {
    self.sources = sources
    var taken: [PatchPath: Set<ChangePiece.Edit>] = [:]
    var moved: Set<PatchPath> = []
    for (number, piece) in pieces.enumerated() {
      var next = taken
      for edit in piece.edits { next[edit.path, default: []].insert(edit) }
      let paths = piece.files.flatMap { [$0.path, $0.oldPath].compactMap(\.self) }
      let fits =
        piece.edits.allSatisfy { edit in
          edit.range.upperBound <= sources[edit.path]?.bytes.count ?? -1
            && !moved.contains(edit.path)
        }
        && Set(piece.edits.map(\.path)).allSatisfy { Self.areApart(next[$0] ?? []) }
        && paths.allSatisfy { !moved.contains($0) && next[$0] == nil }
      guard fits else {
        contradicting.append(number)
        continue
      }
      taken = next
      moved.formUnion(paths)
      self.pieces.append(piece)
    }
  }

  /// The change with some of the pieces; nil when nothing is left of it.
  ///
  /// - Parameter kept: numbers of ``pieces``.
  /// - Returns: the same change for the same pieces.
  package func changes(keeping kept: some Sequence<Int>) -> ChangeSet? {
    var edits: [PatchPath: Set<ChangePiece.Edit>] = [:]
    var files: [ChangeSet.File] = []
    for number in kept where pieces.indices.contains(number) {
      for edit in pieces[number].edits { edits[edit.path, default: []].insert(edit) }
      files += pieces[number].files
    }
    for (path, edits) in edits {
      guard let source = sources[path] else { continue }
      let new = Self.applied(edits, to: source.bytes)
      guard new != source.bytes else { continue }
      var file = ChangeSet.File(path: path, old: source.bytes, new: new)
      file.isExecutable = source.isExecutable
      files.append(file)
    }
    return files.isEmpty ? nil : ChangeSet(files)
  }

  /// The whole change.
  package var all: ChangeSet? { changes(keeping: pieces.indices) }

  private static func applied(_ edits: Set<ChangePiece.Edit>, to bytes: [UInt8]) -> [UInt8] {
    var new: [UInt8] = []
    var position = 0
    for edit in ordered(edits) {
      new += bytes[position..<edit.range.lowerBound]
      new += edit.replacement
      position = edit.range.upperBound
    }
    return new + bytes[position...]
  }

  /// Whether no edit touches what another replaces; only imports may stand at one place.
  private static func areApart(_ edits: Set<ChangePiece.Edit>) -> Bool {
    let ordered = ordered(edits)
    return zip(ordered, ordered.dropFirst()).allSatisfy { first, second in
      first.range.upperBound <= second.range.lowerBound
        && (first.range.lowerBound < second.range.lowerBound
          || first.isImport && second.isImport)
    }
  }

  private static func ordered(_ edits: Set<ChangePiece.Edit>) -> [ChangePiece.Edit] {
    edits.sorted { left, right in
      let places = (left.range.lowerBound, left.range.upperBound)
      let others = (right.range.lowerBound, right.range.upperBound)
      if places != others { return places < others }
      return left.replacement.lexicographicallyPrecedes(right.replacement)
    }
  }
}
