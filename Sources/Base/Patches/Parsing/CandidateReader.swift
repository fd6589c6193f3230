internal import Text

extension Candidate {
  /// Reads a candidate in any accepted form.
  ///
  /// The forms: a unified diff, bare or in one fenced block, with text around it; search/replace
  /// blocks, fenced or not; a JSON object `{patch, rationale}` whose `patch` is one of these.
  /// Throws for everything else; the text is never repaired.
  package init(reading text: [UInt8]) throws(PatchRefusal) {
    guard text.count <= Self.mostBytes else {
      throw PatchRefusal(.tooLarge, "the candidate has more than \(Self.mostBytes) bytes")
    }
    if text.contains(0) { throw PatchRefusal(.binary, "the candidate holds NUL bytes") }
    let lines = DiffHunks.lines(of: text)
    let body = lines.first { !PatchLines.content($0).allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    if body?.drop(while: { $0 == 0x20 || $0 == 0x09 }).first == UInt8(ascii: "{") {
      self = try Self.object(text)
    } else {
      self = try Self.text(lines)
    }
    guard !edits.isEmpty else { throw PatchRefusal(.unparsable, "the candidate changes no file") }
  }

  private static func object(_ text: [UInt8]) throws(PatchRefusal) -> Candidate {
    let value: JSONValue
    do { value = try JSONValue(parsing: text) } catch {
      throw PatchRefusal(.unparsable, "\(error)")
    }
    if let key = value.members.keys.sorted().first(where: { !["patch", "rationale"].contains($0) })
    {
      throw PatchRefusal(
        .unparsable,
        "the object has a key \(VisibleText.line(key)); only patch and rationale are taken"
      )
    }
    guard let patch = value["patch"]?.string else {
      throw PatchRefusal(.unparsable, "the object has no text named patch")
    }
    if let rationale = value["rationale"], rationale.string == nil {
      throw PatchRefusal(.unparsable, "the rationale is not text")
    }
    let bytes = Array(patch.utf8)
    if bytes.contains(0) { throw PatchRefusal(.binary, "the candidate holds NUL bytes") }
    var candidate = try Self.text(DiffHunks.lines(of: bytes))
    candidate.rationale = value["rationale"]?.string
    return candidate
  }

  private static func text(_ lines: [ArraySlice<UInt8>]) throws(PatchRefusal) -> Candidate {
    let hasDiff = UnifiedDiffReader.start(in: lines) != nil
    if SearchReplaceReader.isPresent(in: lines) && !hasDiff {
      return Candidate(edits: try SearchReplaceReader(lines).edits())
    }
    let blocks = try fencedBlocks(lines)
    let diffs = blocks.filter { UnifiedDiffReader.start(in: Array(lines[$0])) != nil }
    if diffs.count > 1 {
      throw PatchRefusal(.unparsable, "more than one fenced diff; put all files into one")
    }
    if let block = diffs.first {
      let outside = Array(lines[..<block.lowerBound]) + Array(lines[block.upperBound...])
      if UnifiedDiffReader.start(in: outside) != nil {
        throw PatchRefusal(.unparsable, "a diff inside and one outside the fenced block")
      }
      return try diff(Array(lines[block]))
    }
    if !hasDiff, let block = blocks.first, blocks.count == 1,
      lines[block].first?.first == UInt8(ascii: "{")
    {
      return try object(lines[block].flatMap { Array($0) })
    }
    return try diff(lines)
  }

  private static func diff(_ lines: [ArraySlice<UInt8>]) throws(PatchRefusal) -> Candidate {
    guard let start = UnifiedDiffReader.start(in: lines) else {
      throw PatchRefusal(.unparsable, "no diff and no search/replace block was found")
    }
    var reader = UnifiedDiffReader(lines, from: start)
    return Candidate(edits: try reader.edits())
  }

  /// The lines inside each fence, without the fences; a line of a hunk is never a fence.
  private static func fencedBlocks(
    _ lines: [ArraySlice<UInt8>]
  ) throws(PatchRefusal) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var open: (index: Int, fence: String)?
    for (index, line) in lines.enumerated() {
      let text = PatchLines.header(line)
      let fence = String(text.prefix { $0 == "`" || $0 == "~" })
      guard fence.count >= 3, Set(fence).count == 1 else { continue }
      if let start = open {
        if fence == start.fence, text.dropFirst(fence.count).allSatisfy({ $0 == " " }) {
          blocks.append(start.index + 1..<index)
          open = nil
        }
      } else {
        open = (index, fence)
      }
    }
    if let open { throw PatchRefusal(.unparsable, "a fence without end", line: open.index + 1) }
    return blocks
  }
}
