internal import Patches

/// Text for whoever judges the patch: instructions, verdicts and assurances have no place in it.
struct PhraseCheck: Check {
  private let phrases: [String]

  init(_ fields: inout ArticleFields) {
    phrases = fields.texts("phrases").map(PlainText.words)
    if phrases.isEmpty { fields.problem("needs phrases") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    let files = input.files.flatMap { file in
      found(in: texts(file), old: file.change.old ?? []).map {
        Observation(file.path, $0.line, $0.phrase)
      }
    }
    let rationale = input.rationale.map { found(in: [(0, $0)], old: []) } ?? []
    return files + rationale.map { Observation("", 0, "the rationale says " + $0.phrase) }
  }

  /// New prose: comments and strings of code, lines of anything else.
  private func texts(_ file: FileCase) -> [(line: Int, text: String)] {
    let names = [(0, file.change.old == nil ? file.change.path.text : "")]
    guard file.language != nil else { return names + file.added }
    let added = file.addedLines
    // A phrase may run over several comments; names of things are read as well.
    return names
      + file.new.tokens.filter { token in
        let lines = token.text.utf8.count { $0 == 0x0A }
        return [.comment, .string, .holedString, .name].contains(token.kind)
          && (token.line...token.line + lines).contains(where: added.contains)
      }.map { ($0.line, $0.kind == .name ? Self.spaced($0.text) : $0.text) }
  }

  /// `ignorePrevious_instructions` as words.
  private static func spaced(_ name: String) -> String {
    if name.utf8.count < 8 { return "." }
    return name.reduce(into: "") { text, character in
      if character.isUppercase { text += " " }
      text.append(character)
    }
  }

  private func found(
    in texts: [(line: Int, text: String)], old: [UInt8]
  ) -> [(line: Int, phrase: String)] {
    var all = " "
    var starts: [(offset: Int, line: Int)] = []
    for (line, text) in texts {
      starts.append((all.utf8.count, line))
      all += PlainText.words(text).dropFirst()
    }
    let before = PlainText.words(String(decoding: old, as: UTF8.self))
    let bytes = Array(all.utf8)
    return phrases.compactMap { phrase in
      guard PlainText.contains(all, phrase), !PlainText.contains(before, phrase) else { return nil }
      let wanted = Array(phrase.utf8)
      let place = bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? 0
      return (starts.last { $0.offset <= place + 1 }?.line ?? 0, PlainText.trimmed(phrase))
    }
  }
}
