internal import Text

extension Candidate {
  /// The largest file that a patch may touch or make, in bytes.
  package static let mostFileBytes = 4 << 20

  /// What the candidate makes of a tree; throws when anything does not fit, and then nothing is done.
  ///
  /// A hunk belongs where its header says; elsewhere only if its old lines occur exactly once after
  /// the hunk before it. Context is compared byte by byte.
  package func applied(to tree: some SourceTree) throws(PatchRefusal) -> ChangeSet {
    var files: [ChangeSet.File] = []
    var taken: Set<PatchPath> = []
    for edit in edits {
      let file = try Application(edit: edit, tree: tree).file()
      for path in [file.path, file.oldPath].compactMap({ $0 })
      where !taken.insert(path).inserted {
        throw PatchRefusal(.conflict, "is named twice", path: path.description, line: edit.line)
      }
      if file.old != file.new || file.oldPath != nil || file.old == nil || file.new == nil {
        files.append(file)
      }
    }
    try Self.checkFolders(files)
    if files.isEmpty { throw PatchRefusal(.unappliable, "the candidate changes nothing") }
    return ChangeSet(files)
  }

  /// A file and a folder of one name exclude each other.
  private static func checkFolders(_ files: [ChangeSet.File]) throws(PatchRefusal) {
    let made = Set(files.filter { $0.new != nil }.map(\.path))
    for file in files where file.new != nil {
      if let parent = file.path.parents.first(where: made.contains) {
        throw PatchRefusal(.conflict, "is a file and a folder", path: parent.description)
      }
    }
  }
}

/// The application of one edit.
private struct Application<Tree: SourceTree> {
  let edit: Candidate.Edit
  let tree: Tree

  func file() throws(PatchRefusal) -> ChangeSet.File {
    switch edit.operation {
    case .create:
      try checkFree(edit.path)
      return ChangeSet.File(path: edit.path, old: nil, new: try changed([]))
    case .modify:
      if case .block(let block)? = edit.pieces.first, tree.entry(at: edit.path) == nil,
        block.search.isEmpty, edit.pieces.count == 1
      {
        try checkFree(edit.path)
        return ChangeSet.File(path: edit.path, old: nil, new: try changed([]))
      }
      let (old, isExecutable) = try content(edit.path)
      var file = ChangeSet.File(path: edit.path, old: old, new: try changed(old))
      file.isExecutable = isExecutable
      return file
    case .delete:
      let (old, isExecutable) = try content(edit.path)
      guard try changed(old).isEmpty || edit.pieces.isEmpty else {
        throw failure(.unappliable, "is to be deleted, but lines of it remain")
      }
      var file = ChangeSet.File(path: edit.path, old: old, new: nil)
      file.isExecutable = isExecutable
      return file
    case .rename(let from):
      let (old, isExecutable) = try content(from)
      try checkFree(edit.path)
      var file = ChangeSet.File(
        path: edit.path, oldPath: from, old: old, new: try changed(old))
      file.isExecutable = isExecutable
      return file
    }
  }

  private func failure(
    _ reason: PatchRefusal.Reason, _ message: String, line: Int? = nil, near: [String] = []
  ) -> PatchRefusal {
    PatchRefusal(
      reason, message, path: edit.path.description, line: line ?? edit.line, near: near)
  }

  private func checkParents(_ path: PatchPath) throws(PatchRefusal) {
    for parent in path.parents {
      switch tree.entry(at: parent) {
      case nil, .folder: continue
      case .link: throw failure(.link, "lies behind a symbolic link")
      case .file, .unreadable: throw failure(.unappliable, "lies below a file")
      }
    }
  }

  private func checkFree(_ path: PatchPath) throws(PatchRefusal) {
    try checkParents(path)
    switch tree.entry(at: path) {
    case nil: return
    case .link: throw failure(.link, "is a symbolic link")
    default: throw failure(.unappliable, "is there already")
    }
  }

  private func content(_ path: PatchPath) throws(PatchRefusal) -> ([UInt8], Bool) {
    try checkParents(path)
    switch tree.entry(at: path) {
    case .file(let bytes, let isExecutable):
      guard bytes.count <= Candidate.mostFileBytes else { throw failure(.tooLarge, "is too large") }
      if bytes.contains(0) { throw failure(.binary, "is a binary file") }
      return (bytes, isExecutable)
    case .link: throw failure(.link, "is a symbolic link")
    case .folder: throw failure(.unappliable, "is a folder")
    case .unreadable: throw failure(.unappliable, "cannot be read")
    case nil: throw failure(.unappliable, "is not there")
    }
  }

  // MARK: Contents

  private func changed(_ old: [UInt8]) throws(PatchRefusal) -> [UInt8] {
    var lines = DiffHunks.lines(of: old).map { Array($0) }
    var shift = 0
    var from = 0
    for piece in edit.pieces {
      switch piece {
      case .hunk(let hunk):
        let place = try place(of: hunk, in: lines, from: from, shift: shift)
        if place > 0, !hunk.new.isEmpty, lines[place - 1].last != UInt8(ascii: "\n") {
          throw failure(.unappliable, "adds lines after one without a line end", line: hunk.line)
        }
        lines.replaceSubrange(place..<place + hunk.old.count, with: hunk.new)
        from = place + hunk.new.count
        shift += hunk.new.count - hunk.old.count
      case .block(let block): try replace(block, in: &lines)
      }
    }
    try checkLineEnds(lines)
    let new = lines.flatMap { $0 }
    guard new.count <= Candidate.mostFileBytes else {
      throw failure(.tooLarge, "becomes too large")
    }
    return new
  }

  /// Only the last line may lack its end; anything else would join two lines unseen.
  private func checkLineEnds(_ lines: [[UInt8]]) throws(PatchRefusal) {
    for line in lines.dropLast() where line.last != UInt8(ascii: "\n") {
      throw failure(.unappliable, "a line inside the file has no line end")
    }
  }

  private func place(
    of hunk: Candidate.Hunk, in lines: [[UInt8]], from: Int, shift: Int
  ) throws(PatchRefusal) -> Int {
    let named = (hunk.old.isEmpty ? hunk.start : hunk.start - 1) + shift
    if hunk.old.isEmpty {
      guard named >= from, named <= lines.count else {
        throw failure(.unappliable, "has no line \(hunk.start)", line: hunk.line)
      }
      return named
    }
    if named >= from, matches(hunk.old, in: lines, at: named) { return named }
    let places = self.places(of: hunk.old, in: lines, from: from)
    if let only = places.first, places.count == 1 { return only }
    throw mismatch(hunk.old, in: lines, places: places, line: hunk.line)
  }

  private func matches(_ wanted: [[UInt8]], in lines: [[UInt8]], at place: Int) -> Bool {
    place >= 0 && place + wanted.count <= lines.count
      && wanted.indices.allSatisfy { lines[place + $0] == wanted[$0] }
  }

  /// Where lines occur, two places at most: more need not be told apart.
  private func places(of wanted: [[UInt8]], in lines: [[UInt8]], from: Int) -> [Int] {
    guard from <= lines.count - wanted.count else { return [] }
    var places: [Int] = []
    for place in from...(lines.count - wanted.count) where matches(wanted, in: lines, at: place) {
      places.append(place)
      if places.count == 2 { break }
    }
    return places
  }

  private func replace(
    _ block: Candidate.Block, in lines: inout [[UInt8]]
  ) throws(PatchRefusal) {
    if block.search.isEmpty {
      guard lines.isEmpty else {
        throw failure(.unappliable, "an empty search text fits only a new file", line: block.line)
      }
      lines = block.replace
      return
    }
    // A text that comes by way of JSON or a chat has line feeds; the file keeps its own line ends.
    let isCRLF =
      !lines.isEmpty
      && lines.allSatisfy { $0.suffix(2) == [0x0D, 0x0A] || $0.last != UInt8(ascii: "\n") }
      && lines.contains { $0.suffix(2) == [0x0D, 0x0A] }
    var search = block.search.map { isCRLF ? Self.withCRLF($0) : $0 }
    var replacement = block.replace.map { isCRLF ? Self.withCRLF($0) : $0 }
    if let last = lines.last, last.last != UInt8(ascii: "\n"),
      search.last.map({ $0.dropLast(isCRLF ? 2 : 1) == last[...] }) ?? false
    {
      search[search.count - 1] = last
      if let end = replacement.last {
        replacement[replacement.count - 1] = Array(end.dropLast(isCRLF ? 2 : 1))
      }
    }
    let places = self.places(of: search, in: lines, from: 0)
    guard let place = places.first, places.count == 1 else {
      throw mismatch(search, in: lines, places: places, line: block.line)
    }
    lines.replaceSubrange(place..<place + search.count, with: replacement)
  }

  private static func withCRLF(_ line: [UInt8]) -> [UInt8] {
    guard line.last == UInt8(ascii: "\n"), line.suffix(2) != [0x0D, 0x0A] else { return line }
    return line.dropLast() + [0x0D, 0x0A]
  }

  private func mismatch(
    _ wanted: [[UInt8]], in lines: [[UInt8]], places: [Int], line: Int
  ) -> PatchRefusal {
    let message =
      places.isEmpty
      ? "the lines to be replaced are not there" : "the lines to be replaced occur more than once"
    let key = wanted.map(Self.squeezed).max { $0.count < $1.count } ?? []
    let near =
      places.isEmpty
      ? lines.indices.filter { Self.squeezed(lines[$0]) == key && !key.isEmpty } : places
    return failure(
      .unappliable, message, line: line,
      near: near.prefix(5).map { index in
        let text = String(decoding: lines[index].prefix(120), as: UTF8.self)
        return "\(index + 1): \(VisibleText.line(text).trimming { $0 == " " })"
      })
  }

  private static func squeezed(_ line: [UInt8]) -> [UInt8] { line.filter { $0 > 0x20 } }
}
