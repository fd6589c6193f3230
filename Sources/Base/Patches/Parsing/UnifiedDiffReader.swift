/// Reads a unified diff, git's headers included, strictly: every line is accounted for.
struct UnifiedDiffReader {
  private var input: PatchLines
  private var pieces = 0

  init(_ lines: [ArraySlice<UInt8>], from start: Int) { input = PatchLines(lines, from: start) }

  /// Where a diff begins: a git header, or `---` directly followed by `+++`.
  static func start(in lines: [ArraySlice<UInt8>]) -> Int? {
    lines.indices.first { index in
      if PatchLines.starts(lines[index], "diff --git ") { return true }
      return PatchLines.starts(lines[index], "--- ") && index + 1 < lines.count
        && PatchLines.starts(lines[index + 1], "+++ ")
    }
  }

  mutating func edits() throws(PatchRefusal) -> [Candidate.Edit] {
    var edits: [Candidate.Edit] = []
    while let line = input.current {
      if PatchLines.starts(line, "diff --git ") || PatchLines.starts(line, "--- ") {
        edits.append(try file())
        if edits.count > Candidate.mostFiles {
          throw PatchRefusal(.tooLarge, "more than \(Candidate.mostFiles) files in one patch")
        }
      } else if PatchLines.starts(line, "@@") || PatchLines.starts(line, "GIT binary patch") {
        throw failure(.unparsable, "a hunk without the file that it belongs to")
      } else if edits.isEmpty || isBetween(line) {
        input.next += 1
      } else {
        throw failure(.unparsable, "text that belongs to no hunk; counts of lines may be wrong")
      }
    }
    return edits
  }

  /// What may stand between files: blank lines, `index` of other tools, git's signature.
  private func isBetween(_ line: ArraySlice<UInt8>) -> Bool {
    let text = PatchLines.header(line)
    if text.allSatisfy({ $0 == " " || $0 == "\t" }) { return true }
    if text == "-- " || text == "--" { return true }
    if text.hasPrefix("Index: ") || text.hasPrefix("=====") || text.hasPrefix("diff ") {
      return true
    }
    return input.next > 0 && ["--", "-- "].contains(PatchLines.header(input.lines[input.next - 1]))
  }

  private func failure(_ reason: PatchRefusal.Reason, _ message: String) -> PatchRefusal {
    PatchRefusal(reason, message, line: input.next + 1)
  }

  // MARK: One file

  /// What the lines before the first hunk say.
  private struct Head {
    var names: (old: [UInt8], new: [UInt8])?
    var old: [UInt8]??
    var new: [UInt8]??
    var renameFrom: [UInt8]?
    var renameTo: [UInt8]?
    var isNew = false
    var isDeleted = false
  }

  private mutating func file() throws(PatchRefusal) -> Candidate.Edit {
    let line = input.next + 1
    var head = Head()
    if let text = input.current, PatchLines.starts(text, "diff --git ") {
      try gitHeader(into: &head)
    }
    if let text = input.current, PatchLines.starts(text, "--- ") {
      guard input.next + 1 < input.lines.count,
        PatchLines.starts(input.lines[input.next + 1], "+++ ")
      else { throw failure(.unparsable, "--- without +++ on the next line") }
      head.old = try name(after: 4)
      input.next += 1
      head.new = try name(after: 4)
      input.next += 1
    }
    var edit = try edit(head, line: line)
    while let text = input.current, PatchLines.starts(text, "@@") {
      edit.pieces.append(.hunk(try hunk()))
    }
    if edit.pieces.isEmpty, head.old != nil {
      throw failure(.unparsable, "a file without hunks")
    }
    return edit
  }

  private mutating func gitHeader(into head: inout Head) throws(PatchRefusal) {
    head.names = try gitNames()
    input.next += 1
    while let text = input.header {
      if text.hasPrefix("old mode ") || text.hasPrefix("new mode ") {
        throw failure(.mode, "changes a file's mode; a fix changes content only")
      } else if text.hasPrefix("new file mode ") {
        head.isNew = true
        try check(mode: text.dropFirst(14))
      } else if text.hasPrefix("deleted file mode ") {
        head.isDeleted = true
        if text.hasSuffix("100755") == false { try check(mode: text.dropFirst(18)) }
      } else if text.hasPrefix("rename from ") {
        head.renameFrom = try unquoted(Array(content().dropFirst(12)))
      } else if text.hasPrefix("rename to ") {
        head.renameTo = try unquoted(Array(content().dropFirst(10)))
      } else if text.hasPrefix("copy from ") || text.hasPrefix("copy to ") {
        throw failure(.unparsable, "copies are not taken; write the new file out")
      } else if text.hasPrefix("index ") {
        if text.hasSuffix(" 120000") { throw failure(.link, "changes a symbolic link") }
        if text.hasSuffix(" 160000") { throw failure(.submodule, "changes a submodule") }
      } else if text.hasPrefix("GIT binary patch") || text.hasPrefix("Binary files ") {
        throw failure(.binary, "carries a binary file; only text is taken")
      } else if !text.hasPrefix("similarity index ") && !text.hasPrefix("dissimilarity index ") {
        return
      }
      input.next += 1
    }
  }

  private func check(mode: Substring) throws(PatchRefusal) {
    switch mode {
    case "100644", "100664": return
    case "120000": throw failure(.link, "makes or removes a symbolic link")
    case "160000": throw failure(.submodule, "makes or removes a submodule")
    default: throw failure(.mode, "a new file must have mode 100644")
    }
  }

  /// Puts what the header says together; contradictions are refused.
  private func edit(_ head: Head, line: Int) throws(PatchRefusal) -> Candidate.Edit {
    var old = head.old ?? (head.isNew ? nil : head.names?.old)
    var new = head.new ?? (head.isDeleted ? nil : head.names?.new)
    if case .some(.none) = head.old { old = nil }
    if case .some(.none) = head.new { new = nil }
    (old, new) = Self.withoutPrefixes(old, new)
    let oldPath = try old.map { (bytes) throws(PatchRefusal) in try path(bytes, line) }
    let newPath = try new.map { (bytes) throws(PatchRefusal) in try path(bytes, line) }
    if head.isNew && oldPath != nil || head.isDeleted && newPath != nil {
      throw PatchRefusal(.unparsable, "the headers contradict each other", line: line)
    }
    if let from = head.renameFrom, let to = head.renameTo {
      guard try path(from, line) == oldPath, try path(to, line) == newPath else {
        throw PatchRefusal(.unparsable, "the headers name different files", line: line)
      }
    }
    if let names = head.names, head.old != nil {
      let (first, second) = Self.withoutPrefixes(names.old, names.new)
      guard
        [oldPath, newPath].allSatisfy({ path in
          path.map { $0.bytes == first || $0.bytes == second } ?? true
        })
      else {
        throw PatchRefusal(.unparsable, "the headers name different files", line: line)
      }
    }
    switch (oldPath, newPath) {
    case (nil, let path?):
      return Candidate.Edit(path: path, operation: .create, pieces: [], line: line)
    case (let path?, nil):
      return Candidate.Edit(path: path, operation: .delete, pieces: [], line: line)
    case (let old?, let new?) where old == new:
      return Candidate.Edit(path: new, operation: .modify, pieces: [], line: line)
    case (let old?, let new?):
      return Candidate.Edit(path: new, operation: .rename(from: old), pieces: [], line: line)
    case (nil, nil): throw PatchRefusal(.unparsable, "names no file", line: line)
    }
  }

  private func path(_ bytes: [UInt8], _ line: Int) throws(PatchRefusal) -> PatchPath {
    if let path = PatchPath(bytes) { return path }
    throw PatchRefusal(
      PatchPath.refusal(of: bytes) ?? .badPath, "is not a path that a patch may name",
      path: PatchPath(ofWalk: bytes).description, line: line)
  }

  /// Takes `a/` and `b/` off where both sides that exist have theirs.
  private static func withoutPrefixes(
    _ old: [UInt8]?, _ new: [UInt8]?
  ) -> ([UInt8]?, [UInt8]?) {
    let a = Array("a/".utf8)
    let b = Array("b/".utf8)
    guard old?.starts(with: a) ?? true, new?.starts(with: b) ?? true else { return (old, new) }
    return (old.map { Array($0.dropFirst(2)) }, new.map { Array($0.dropFirst(2)) })
  }

  // MARK: Names

  private func content() -> ArraySlice<UInt8> { PatchLines.content(input.current ?? []) }

  /// The name of a `---` or `+++` line without a date after a tab; nil for `/dev/null`.
  private func name(after count: Int) throws(PatchRefusal) -> [UInt8]? {
    var bytes = Array(content().dropFirst(count))
    if bytes.first != UInt8(ascii: "\""), let tab = bytes.firstIndex(of: UInt8(ascii: "\t")) {
      bytes.removeSubrange(tab...)
    }
    let name = try unquoted(bytes)
    return name == Array("/dev/null".utf8) ? nil : name
  }

  /// The two names of a `diff --git` line; without quotes they can only be told apart when equal.
  private func gitNames() throws(PatchRefusal) -> (old: [UInt8], new: [UInt8])? {
    let bytes = Array(content().dropFirst(11))
    if bytes.contains(UInt8(ascii: "\"")) { return nil }
    let halves = bytes.indices.filter { bytes[$0] == UInt8(ascii: " ") }
      .map { (old: Array(bytes[..<$0]), new: Array(bytes[($0 + 1)...])) }
    if halves.count == 1 { return halves[0] }
    return halves.first { half in
      let (old, new) = Self.withoutPrefixes(half.old, half.new)
      return old == new
    }
  }

  /// Undoes git's C style quotes.
  private func unquoted(_ bytes: [UInt8]) throws(PatchRefusal) -> [UInt8] {
    guard bytes.first == UInt8(ascii: "\"") else { return bytes }
    guard bytes.count > 1, bytes.last == UInt8(ascii: "\"") else {
      throw failure(.unparsable, "a quoted name without end")
    }
    var name: [UInt8] = []
    var rest = bytes.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        name.append(byte)
        continue
      }
      guard let next = rest.popFirst() else { throw failure(.unparsable, "a broken escape") }
      switch next {
      case UInt8(ascii: "n"): name.append(0x0A)
      case UInt8(ascii: "t"): name.append(0x09)
      case UInt8(ascii: "r"): name.append(0x0D)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): name.append(next)
      default:
        let digits = [next] + rest.prefix(2)
        guard digits.count == 3,
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
        else { throw failure(.unparsable, "a broken escape") }
        name.append(value)
        rest = rest.dropFirst(2)
      }
    }
    return name
  }

  // MARK: Hunks

  private mutating func hunk() throws(PatchRefusal) -> Candidate.Hunk {
    pieces += 1
    guard pieces <= Candidate.mostPieces else {
      throw failure(.tooLarge, "more than \(Candidate.mostPieces) hunks")
    }
    guard let range = Self.ranges(input.header ?? "") else {
      throw failure(.unparsable, "a hunk header must be @@ -line,count +line,count @@")
    }
    let line = input.next + 1
    var hunk = Candidate.Hunk(start: range.start, old: [], new: [], line: line)
    input.next += 1
    while hunk.old.count < range.old || hunk.new.count < range.new {
      guard let text = input.current else { throw failure(.unparsable, "the hunk ends too early") }
      let mark = text.first ?? UInt8(ascii: "\n")
      let isBlank = mark == UInt8(ascii: "\n") || text.elementsEqual([0x0D, 0x0A])
      // Editors and models drop the space of an empty context line.
      let content = Array(isBlank ? text : text.dropFirst())
      switch mark {
      case _ where isBlank, UInt8(ascii: " "):
        hunk.old.append(content)
        hunk.new.append(content)
      case UInt8(ascii: "-"): hunk.old.append(content)
      case UInt8(ascii: "+"): hunk.new.append(content)
      case UInt8(ascii: "\\"): try dropNewline(of: &hunk)
      default: throw failure(.unparsable, "the hunk ends too early")
      }
      input.next += 1
    }
    if let text = input.current, text.first == UInt8(ascii: "\\") {
      try dropNewline(of: &hunk)
      input.next += 1
    }
    guard hunk.old.count == range.old, hunk.new.count == range.new else {
      throw PatchRefusal(.unparsable, "the hunk's counts are wrong", line: line)
    }
    return hunk
  }

  /// `\ No newline at end of file` speaks of the line before it.
  private func dropNewline(of hunk: inout Candidate.Hunk) throws(PatchRefusal) {
    let mark = input.next > 0 ? input.lines[input.next - 1].first : nil
    var isDropped = false
    for (side, other) in [(\Candidate.Hunk.old, "+"), (\Candidate.Hunk.new, "-")]
    where mark != other.utf8.first {
      guard var last = hunk[keyPath: side].last, last.last == UInt8(ascii: "\n") else { continue }
      last.removeLast()
      hunk[keyPath: side][hunk[keyPath: side].count - 1] = last
      isDropped = true
    }
    if !isDropped { throw failure(.unparsable, "a mark for a missing line end without its line") }
  }

  /// The first old line and the two counts of a hunk header.
  static func ranges(_ header: String) -> (start: Int, old: Int, new: Int)? {
    let parts = header.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0] == "@@", parts[3].hasPrefix("@@"),
      let old = range(parts[1], "-"), let new = range(parts[2], "+")
    else { return nil }
    return (old.0, old.1, new.1)
  }

  private static func range(_ text: Substring, _ sign: Character) -> (Int, Int)? {
    guard text.first == sign else { return nil }
    let numbers = text.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
    let values = numbers.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } && part.count < 8 ? Int(part) : nil
    }
    guard values.count == numbers.count, (1...2).contains(values.count) else { return nil }
    return (values[0], values.count == 2 ? values[1] : 1)
  }
}
