internal import Patches
internal import Text

/// Parts of files that hold the settings of tests and scanners beside harmless ones.
struct SectionCheck: Check {
  private let files: [(glob: PathPattern, sections: [String])]

  init(_ fields: inout ArticleFields) {
    files = fields.lists("files").sorted { $0.key < $1.key }.map {
      (PathPattern($0.key, ignoresCase: true), $0.value)
    }
    if files.isEmpty { fields.problem("needs files") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return input.files.flatMap { file in
      let isNamed = input.signal?.names(file.change.path) ?? false
      if isNamed, input.signal?.kind == .configuration { return [Observation]() }
      let sections = files.filter { $0.glob.matches(file.change.path.text) }.flatMap(\.sections)
      if sections.isEmpty { return [] }
      let isJSON = file.change.path.name.hasSuffix(".json")
      let before = Self.sections(file.oldLines, isJSON: isJSON)
      let after = Self.sections(file.newLines, isJSON: isJSON)
      let touched = file.blocks.flatMap { block in
        block.old.map { (before[$0], $0 + 1) } + block.new.map { (after[$0], $0 + 1) }
      }
      return touched.filter { section, _ in
        sections.contains { section == $0 || section.hasPrefix($0 + ".") }
      }.map { Observation(file.path, $0.1, "section \($0.0)", verdict: isNamed ? .escalate : nil) }
    }
  }

  /// The section of each line: the last `[header]`, or the outermost key of a JSON object.
  static func sections(_ lines: [ArraySlice<UInt8>], isJSON: Bool) -> [String] {
    var current = ""
    var depth = 0
    return lines.map { line in
      let text = PlainText.trimmed(String(decoding: line, as: UTF8.self))
      if isJSON {
        if depth == 1, text.hasPrefix("\""), let key = text.split(separator: "\"").first {
          current = String(key)
        }
        depth += text.utf8.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
        depth -= text.utf8.count { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }
      } else if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
        current = text[..<end].filter { !"[] \"'".contains($0) }
      }
      return current
    }
  }
}
