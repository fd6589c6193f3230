internal import Judging
internal import Patches

/// Changes that are a little wrong: hunks taken back, comparisons, numbers and words of logic turned.
///
/// Tests that let one pass do not show that the change is right at that place.
struct Mutants: Sendable {
  /// One of them.
  struct Mutant: Sendable {
    /// Where and what.
    var name: String
    /// The whole change with it.
    var changes: ChangeSet
  }

  private var hunks: [Mutant] = []
  private var near: [Mutant] = []

  /// Makes every mutant of a change of code.
  init(of changes: ChangeSet) {
    for (index, file) in changes.files.enumerated() {
      guard let new = file.new, FileRole(file.path) == .production,
        let language = CodeLanguage(path: file.path), new.count < 1 << 19
      else { continue }
      let oldLines = DiffHunks.lines(of: file.old ?? [])
      let newLines = DiffHunks.lines(of: new)
      let blocks = LineDiff(oldLines, newLines).blocks
      func mutant(_ name: String, _ lines: [ArraySlice<UInt8>]) -> Mutant? {
        let bytes = lines.flatMap { Array($0) }
        guard CodeTokens(bytes, language).fault == nil, bytes != new, bytes != file.old else {
          return nil
        }
        var mutated = changes
        mutated.files[index].new = bytes
        return Mutant(name: "\(file.path):\(name)", changes: mutated)
      }
      // One hunk alone is the whole change, and without it is the base.
      if file.old != nil, blocks.count > 1 {
        for block in blocks {
          var lines = newLines
          lines.replaceSubrange(block.new, with: oldLines[block.old])
          let name = "\(block.new.lowerBound + 1): as it was"
          if let made = mutant(name, lines) { hunks.append(made) }
        }
      }
      let added = Set(blocks.flatMap { $0.new.map { $0 + 1 } })
      for (line, from, to, text) in Self.turned(new, language, newLines, in: added) {
        var lines = newLines
        lines[line - 1] = text[...]
        if let made = mutant("\(line): \(from) becomes \(to)", lines) { near.append(made) }
      }
    }
  }

  /// So many of them: hunks first, the others spread over the change.
  func chosen(_ most: Int) -> [Mutant] {
    var chosen = Array(hunks.prefix(max(0, most)))
    let room = max(0, most - chosen.count)
    guard room > 0, !near.isEmpty else { return chosen }
    let count = min(room, near.count)
    chosen += (0..<count).map { near[$0 * near.count / count] }
    return chosen
  }

  private static let words: [String: [String]] = [
    "<": ["<=", ">"], "<=": ["<", ">"], ">": [">=", "<"], ">=": [">", "<"], "==": ["!="],
    "!=": ["=="], "and": ["or"], "or": ["and"], "&&": ["||"], "||": ["&&"], "not": [""],
    "True": ["False"], "False": ["True"], "true": ["false"], "false": ["true"], "+": ["-", "*"],
    "-": ["+", "*"], "*": ["+"],
  ]

  /// The lines in which one token is turned: line, what, into what, the new text.
  private static func turned(
    _ code: [UInt8], _ language: CodeLanguage, _ lines: [ArraySlice<UInt8>], in added: Set<Int>
  ) -> [(Int, String, String, [UInt8])] {
    var found: [(Int, String, String, [UInt8])] = []
    var line = 0
    var at = 0
    for token in CodeTokens(code, language).tokens where lines.indices.contains(token.line - 1) {
      let text = Array(lines[token.line - 1])
      if token.line != line { (line, at) = (token.line, 0) }
      // Tokens come in order, so each is looked for behind the last; one over several lines is not found.
      guard let place = place(of: Array(token.text.utf8), in: text, from: at) else { continue }
      at = place.upperBound
      guard added.contains(token.line) else { continue }
      for new in replacements(token) {
        let turned = text[..<place.lowerBound] + Array(new.utf8) + text[place.upperBound...]
        found.append((token.line, token.text, new.isEmpty ? "nothing" : new, Array(turned)))
      }
    }
    return found
  }

  private static func replacements(_ token: CodeToken) -> [String] {
    switch token.kind {
    case .op, .name: words[token.text] ?? []
    case .number: Int(token.text).map { ["\($0 + 1)", "\($0 - 1)"] } ?? []
    default: []
    }
  }

  private static func place(of part: [UInt8], in text: [UInt8], from start: Int) -> Range<Int>? {
    guard !part.isEmpty, start <= text.count - part.count else { return nil }
    return (start...(text.count - part.count)).first { text[$0...].starts(with: part) }
      .map { $0..<($0 + part.count) }
  }
}
