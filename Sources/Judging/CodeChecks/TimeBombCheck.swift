internal import Patches

/// New decisions by the clock or by chance.
struct TimeBombCheck: Check {
  private let names: [String]
  private let tokens: [CodeLanguage: [TokenPattern]]

  init(_ fields: inout ArticleFields) {
    names = fields.texts("names")
    tokens = PatternCheck.patterns("tokens", &fields)
    if names.isEmpty { fields.problem("needs names") }
  }

  func breaches(in docket: Docket) -> [Observation] {
    docket.production.flatMap { file -> [Observation] in
      if file.language == .python { return python(file) }
      guard let patterns = file.language.flatMap({ tokens[$0] }) else { return [] }
      let before = PatternCheck.code(file.old)
      let after = PatternCheck.code(file.new)
      return patterns.compactMap { pattern in
        let places = pattern.matches(after)
        guard places.count > pattern.matches(before).count, let last = places.last else {
          return nil
        }
        return Observation(file.path, after[last].line, pattern.text)
      }
    }
  }

  private func python(_ file: FileCase) -> [Observation] {
    guard let module = file.newModule else { return [] }
    let aliases = PythonNames(file.new.tokens).aliases
    let before = file.oldModule?.functions ?? [:]
    let oldAliases = PythonNames(file.old.tokens).aliases
    return module.functions.compactMap { name, function in
      let clock = clocks(function, aliases)
      guard clock.count > before[name].map({ clocks($0, oldAliases).count }) ?? 0 else {
        return nil
      }
      let decides = function.all.contains { statement in
        statement.tokens.contains { ["<", ">", "<=", ">=", "==", "!=", "%"].contains($0.text) }
          && file.addedLines.contains(statement.line)
      }
      return decides ? Observation(file.path, clock.first ?? function.line) : nil
    }
  }

  private func clocks(_ function: PythonModule.Statement, _ aliases: [String: String]) -> [Int] {
    PythonNames(function.allTokens, outer: aliases).references
      .filter { reference in names.contains { PatternCheck.isName(reference.name, $0) } }
      .map(\.line)
  }
}
