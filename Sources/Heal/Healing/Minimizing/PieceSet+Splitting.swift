package import Patches

extension PieceSet {
  /// The most unchanged lines between two changes that are taken for one.
  ///
  /// A statement over several lines seldom keeps more of its lines than that between those that change.
  private static let mostLinesBetween = 2

  /// Splits a change at the lines that it leaves as they are.
  ///
  /// Lines that only import are no piece of their own where another piece of the file uses what they
  /// import: they stay with any that does. Files that are new, gone or moved are pieces as a whole.
  package init(splitting changes: ChangeSet) {
    var pieces: [ChangePiece] = []
    var sources: [PatchPath: Source] = [:]
    for file in changes.files {
      guard let old = file.old, let new = file.new, file.oldPath == nil else {
        let what = file.old == nil ? "new" : file.new == nil ? "deleted" : "moved"
        pieces.append(ChangePiece(name: "\(file.path), \(what)", edits: [], files: [file]))
        continue
      }
      sources[file.path] = Source(bytes: old, isExecutable: file.isExecutable)
      pieces += Self.pieces(of: file.path, from: old, to: new)
    }
    self.init(pieces, of: sources)
  }

  private static func pieces(
    of path: PatchPath, from old: [UInt8], to new: [UInt8]
  ) -> [ChangePiece] {
    let before = DiffHunks.lines(of: old), after = DiffHunks.lines(of: new)
    var groups: [[LineDiff.Block]] = []
    for block in LineDiff(before, after).blocks {
      let last = groups.last?.last
      let isClose = last.map { block.old.lowerBound - $0.old.upperBound <= mostLinesBetween }
      let isImport = ImportLines.bindings(before[block.old], after[block.new]) != nil
      let wasImport = last.map { ImportLines.bindings(before[$0.old], after[$0.new]) != nil }
      if isClose == true, isImport == wasImport {
        groups[groups.count - 1].append(block)
      } else {
        groups.append([block])
      }
    }
    var pieces: [(piece: ChangePiece, words: Set<[UInt8]>)] = []
    var imports: [(edit: ChangePiece.Edit, names: Set<[UInt8]>, line: Int)] = []
    for group in groups {
      guard let first = group.first, let last = group.last else { continue }
      let lines = first.old.lowerBound..<last.old.upperBound
      let added = after[first.new.lowerBound..<last.new.upperBound]
      let start = before[..<lines.lowerBound].reduce(0) { $0 + $1.count }
      let names = ImportLines.bindings(before[lines], added)
      let edit = ChangePiece.Edit(
        path: path, range: start..<start + before[lines].reduce(0) { $0 + $1.count },
        replacement: added.flatMap(\.self), isImport: names != nil)
      if let names {
        imports.append((edit, names, lines.lowerBound + 1))
      } else {
        let name = "\(path):\(lines.lowerBound + 1)"
        pieces.append(
          (ChangePiece(name: name, edits: [edit]), ImportLines.words(edit.replacement)))
      }
    }
    for (edit, names, line) in imports {
      let users = pieces.indices.filter { !pieces[$0].words.isDisjoint(with: names) }
      for index in users { pieces[index].piece.edits.append(edit) }
      if users.isEmpty {
        pieces.append((ChangePiece(name: "\(path):\(line)", edits: [edit]), []))
      }
    }
    return pieces.map(\.piece)
  }
}

/// Lines that make names known and do nothing else.
enum ImportLines {
  private static let starts = [
    "import ", "from ", "#include ", "use ", "using ", "require ", "@import ", "package import ",
    "internal import ", "public import ",
  ].map { Array($0.utf8) }
  private static let words: Set<[UInt8]> = Set(
    ["import", "from", "as", "use", "using", "require", "include", "package", "internal", "public"]
      .map { Array($0.utf8) })

  /// The names that some lines make known; nil where a line is added or removed that is no import.
  static func bindings(
    _ removed: ArraySlice<ArraySlice<UInt8>>, _ added: ArraySlice<ArraySlice<UInt8>>
  ) -> Set<[UInt8]>? {
    var names: Set<[UInt8]> = []
    for line in Array(removed) + Array(added) {
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      guard starts.contains(where: { line.starts(with: $0) }) else { return nil }
      names.formUnion(Self.words(Array(line)))
    }
    let told = names.subtracting(words)
    return told.isEmpty ? nil : told
  }

  /// The words of a text: letters, digits, underscores and whatever is not ASCII.
  static func words(_ text: [UInt8]) -> Set<[UInt8]> {
    Set(
      text.split { byte in
        !(byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
          || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte))
      }.map { Array($0) })
  }
}
