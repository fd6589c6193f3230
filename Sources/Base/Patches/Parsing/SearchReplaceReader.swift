/// Reads search/replace blocks: a line with the file's path, then the block.
struct SearchReplaceReader {
  private let lines: [ArraySlice<UInt8>]

  init(_ lines: [ArraySlice<UInt8>]) { self.lines = lines }

  private enum Mark { case search, divider, replace }

  /// What a line of a block stands for; git's conflict marks are seven characters long.
  private static func mark(_ line: ArraySlice<UInt8>) -> Mark? {
    switch PatchLines.header(line) {
    case "<<<<<<< SEARCH": .search
    case "=======": .divider
    case ">>>>>>> REPLACE": .replace
    default: nil
    }
  }

  /// Whether any line opens a block.
  static func isPresent(in lines: [ArraySlice<UInt8>]) -> Bool {
    lines.contains { mark($0) == .search }
  }

  func edits() throws(PatchRefusal) -> [Candidate.Edit] {
    var edits: [Candidate.Edit] = []
    var places: [PatchPath: Int] = [:]
    var path: PatchPath?
    var end = -1
    var index = 0
    var pieces = 0
    while index < lines.count {
      guard Self.mark(lines[index]) == .search else {
        if Self.mark(lines[index]) == .replace {
          throw PatchRefusal(.unparsable, "an end without its block", line: index + 1)
        }
        index += 1
        continue
      }
      path = try self.path(before: index, after: end) ?? path
      guard let path else {
        throw PatchRefusal(
          .unparsable, "a block without a path on the line before", line: index + 1)
      }
      let (block, next) = try block(at: index)
      pieces += 1
      if places[path] == nil {
        places[path] = edits.count
        edits.append(Candidate.Edit(path: path, operation: .modify, pieces: [], line: index + 1))
      }
      if let place = places[path] { edits[place].pieces.append(.block(block)) }
      guard edits.count <= Candidate.mostFiles, pieces <= Candidate.mostPieces else {
        throw PatchRefusal(.tooLarge, "too many blocks or files in one candidate")
      }
      index = next
      end = next - 1
    }
    return edits
  }

  /// The path above a block; nil when it follows the block before directly.
  private func path(before start: Int, after end: Int) throws(PatchRefusal) -> PatchPath? {
    var index = start - 1
    while index > end {
      let text = PatchLines.header(lines[index])
      let bare = text.trimming { " \t`*#:".contains($0) }
      if bare.isEmpty || text.hasPrefix("```") || text.hasPrefix("~~~") {
        index -= 1
        continue
      }
      if let path = PatchPath(bare) { return path }
      throw PatchRefusal(
        PatchPath.refusal(of: Array(bare.utf8)) ?? .badPath, "is not a path that a patch may name",
        path: PatchPath(ofWalk: Array(bare.utf8)).description, line: index + 1)
    }
    return nil
  }

  private func block(at start: Int) throws(PatchRefusal) -> (Candidate.Block, Int) {
    var divider: Int?
    for index in start + 1..<max(lines.count, start + 1) {
      switch Self.mark(lines[index]) {
      case .search: throw PatchRefusal(.unparsable, "a block inside a block", line: index + 1)
      case .divider:
        if divider != nil {
          throw PatchRefusal(.unparsable, "two dividers in one block; use a diff", line: index + 1)
        }
        divider = index
      case .replace:
        guard let divider else {
          throw PatchRefusal(.unparsable, "a block without =======", line: index + 1)
        }
        let block = Candidate.Block(
          search: lines[(start + 1)..<divider].map { Array($0) },
          replace: lines[(divider + 1)..<index].map { Array($0) }, line: start + 1)
        return (block, index + 1)
      case nil: continue
      }
    }
    throw PatchRefusal(.unparsable, "a block without >>>>>>> REPLACE", line: start + 1)
  }
}

extension String {
  /// The text without leading and trailing characters that a predicate names.
  func trimming(_ isOuter: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isOuter(first) { text.removeFirst() }
    while let last = text.last, isOuter(last) { text.removeLast() }
    return String(text)
  }
}
