internal import Patches

/// Lines at the head of a file: notices that must stay, marks of generated files that must be heeded.
struct HeaderCheck: Check {
  private let words: [String]
  private let isRemoval: Bool
  private let lines: Int

  init(_ fields: inout ArticleFields) {
    words = fields.texts("words").map { $0.lowercased() }
    let when = fields.text("when")
    isRemoval = when == "removed"
    if !["removed", "changed"].contains(when) { fields.problem("when must be removed or changed") }
    lines = fields.number("lines")
    if words.isEmpty { fields.problem("needs words") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file -> [Observation] in
      guard file.isModified, file.role != .document, !input.isExactRevert else { return [] }
      let before = notices(file.oldLines)
      if !isRemoval {
        return before.isEmpty
          ? [] : [Observation(file.path, (file.blocks.first?.new.lowerBound ?? 0) + 1)]
      }
      let after = Set(notices(file.newLines).map(\.text))
      return before.filter { !after.contains($0.text) }
        .map { Observation(file.path, $0.line, "was: " + $0.text) }
    }
  }

  private func notices(_ all: [ArraySlice<UInt8>]) -> [(line: Int, text: String)] {
    all.prefix(lines).enumerated().compactMap { index, line in
      let text = PlainText.words(String(decoding: line, as: UTF8.self))
      return words.contains { PlainText.contains(text, $0) } ? (index + 1, text) : nil
    }
  }
}
