internal import Patches

/// Words and sequences that a patch must not bring in, or must not take away.
///
/// Tokens and names are counted in each file: what was there before may stay or move within it.
/// Comments are counted in each replaced region, so that one cannot pay for another.
struct PatternCheck: Check {
  private let scope: String
  private let tokens: [CodeLanguage: [TokenPattern]]
  private let removed: [CodeLanguage: [TokenPattern]]
  private let names: [String]
  private let comments: [String]
  private let strings: [String]

  init(_ fields: inout ArticleFields) {
    scope = fields.text("scope")
    if !["production", "tests", "any"].contains(scope) {
      fields.problem("scope must be production, tests or any")
    }
    tokens = Self.patterns("tokens", &fields)
    removed = Self.patterns("removed", &fields)
    names = fields.texts("names")
    comments = fields.texts("comments").map { $0.lowercased() }
    strings = fields.texts("strings").map { $0.lowercased() }
    if tokens.isEmpty, removed.isEmpty, names.isEmpty, comments.isEmpty, strings.isEmpty {
      fields.problem("needs tokens, removed, names, comments or strings")
    }
  }

  static func patterns(
    _ key: String, _ fields: inout ArticleFields
  ) -> [CodeLanguage: [TokenPattern]] {
    var patterns: [CodeLanguage: [TokenPattern]] = [:]
    for (name, list) in fields.lists(key) {
      guard let language = CodeLanguage(rawValue: name) else {
        fields.problem("\(key) names no language: \(name)")
        continue
      }
      patterns[language] = list.map { TokenPattern($0) }
    }
    return patterns
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file -> [Observation] in
      guard isInScope(file), file.change.new != nil, !input.isExactRevert else { return [] }
      return gained(file) + lost(file) + gainedNames(file) + gainedComments(file)
        + gainedStrings(file)
    }
  }

  private func isInScope(_ file: FileCase) -> Bool {
    switch scope {
    case "production": file.role == .production
    case "tests": file.role == .test
    default: file.language != nil
    }
  }

  private func gained(_ file: FileCase) -> [Observation] {
    guard let patterns = file.language.flatMap({ tokens[$0] }) else { return [] }
    return patterns.flatMap { pattern in
      let lines = pattern.matches(file.newIndex).map { file.newIndex.tokens[$0].line }
      return Self.gained(
        lines, old: pattern.matches(file.oldIndex).count, file, "`\(pattern.text)`")
    }
  }

  private func lost(_ file: FileCase) -> [Observation] {
    guard let patterns = file.language.flatMap({ removed[$0] }) else { return [] }
    return patterns.flatMap { pattern -> [Observation] in
      let places = pattern.matches(file.oldIndex)
      guard places.count > pattern.matches(file.newIndex).count, let first = places.first else {
        return []
      }
      return [Observation(file.path, file.oldIndex.tokens[first].line, "removes `\(pattern.text)`")]
    }
  }

  private func gainedNames(_ file: FileCase) -> [Observation] {
    guard !names.isEmpty, file.language == .python else { return [] }
    return names.flatMap { wanted in
      Self.gained(
        file.newUses.uses(of: wanted).map(\.line), old: file.oldUses.uses(of: wanted).count, file,
        wanted)
    }
  }

  /// Whether a dotted name is the wanted one or something of it; `?.x` is the attribute of anything.
  static func isName(_ name: String, _ wanted: String) -> Bool {
    if wanted.hasPrefix("?.") {
      return name.split(separator: ".").dropFirst().contains { $0 == wanted.dropFirst(2) }
    }
    // Everything of a module includes what is wanted of it.
    if name.hasSuffix(".*") { return wanted.hasPrefix(name.dropLast()) }
    return name == wanted
      || name.hasPrefix(wanted) && name.utf8.dropFirst(wanted.utf8.count).first == 0x2E
  }

  /// Where a count has grown: on new lines first.
  private static func gained(
    _ lines: [Int], old: Int, _ file: FileCase, _ detail: String
  ) -> [Observation] {
    guard lines.count > old else { return [] }
    let added = file.addedLines
    let line = lines.first(where: added.contains) ?? lines.last ?? 0
    return [Observation(file.path, line, detail)]
  }

  private func gainedComments(_ file: FileCase) -> [Observation] {
    guard !comments.isEmpty else { return [] }
    let before = Self.byLine(file.old)
    let after = Self.byLine(file.new)
    return file.blocks.flatMap { block in
      comments.flatMap { word -> [Observation] in
        let old = block.old.count { PlainText.contains(before[$0 + 1] ?? "", word) }
        let new = block.new.filter { PlainText.contains(after[$0 + 1] ?? "", word) }
        guard new.count > old, let line = new.first else { return [] }
        return [Observation(file.path, line + 1, word)]
      }
    }
  }

  /// The comments of each line in lower case, runs of blank space as one.
  private static func byLine(_ code: CodeTokens) -> [Int: String] {
    var lines: [Int: String] = [:]
    for token in code.tokens where token.kind == .comment {
      let parts = token.text.lowercased().split(separator: "\n", omittingEmptySubsequences: false)
      for (index, text) in parts.enumerated() {
        let words = text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        lines[token.line + index, default: ""] += " " + words
      }
    }
    return lines
  }

  private func gainedStrings(_ file: FileCase) -> [Observation] {
    guard !strings.isEmpty else { return [] }
    let before = Self.values(file.old)
    let after = Self.values(file.new)
    return strings.flatMap { wanted in
      Self.gained(
        after.filter { PlainText.contains($0.text, wanted) }.map(\.line),
        old: before.count { PlainText.contains($0.text, wanted) }, file, "text with \(wanted)")
    }
  }

  /// The texts of a file in lower case; pieces that are put together count as one text.
  ///
  /// A string that stands alone is documentation.
  private static func values(_ code: CodeTokens) -> [(line: Int, text: String)] {
    let tokens = code.tokens.filter { $0.kind != .comment }
    var values: [(line: Int, text: String)] = []
    var isJoined = false
    for (index, token) in tokens.enumerated() {
      guard let value = token.stringValue?.lowercased() else {
        isJoined = isJoined && (token.is("+") || token.is("(") || token.is(")"))
        continue
      }
      let isAlone = index == 0 || [.newline, .indent, .dedent].contains(tokens[index - 1].kind)
      if isAlone, token.text.hasPrefix("\"\"\"") { continue }
      if isJoined, !values.isEmpty {
        values[values.count - 1].text += value
      } else {
        values.append((token.line, value))
      }
      isJoined = true
    }
    return values
  }
}
