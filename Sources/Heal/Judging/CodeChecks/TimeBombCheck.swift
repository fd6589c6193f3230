internal import Patches

/// New decisions by the clock or by chance, and new questions to them.
struct TimeBombCheck: Check {
  private let names: [String]
  private let tokens: [CodeLanguage: [TokenPattern]]

  init(_ fields: inout ArticleFields) {
    names = fields.texts("names")
    tokens = PatternCheck.patterns("tokens", &fields)
    if names.isEmpty { fields.problem("needs names") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.flatMap { file -> [Observation] in
      if file.language == .python { return python(file) }
      guard let patterns = file.language.flatMap({ tokens[$0] }) else { return [] }
      return patterns.compactMap { pattern in
        let places = pattern.matches(file.newIndex)
        guard places.count > pattern.matches(file.oldIndex).count, let last = places.last else {
          return nil
        }
        return Observation(file.path, file.newIndex.tokens[last].line, pattern.text)
      }
    }
  }

  private func python(_ file: FileCase) -> [Observation] {
    guard let module = file.newModule else { return [] }
    let aliases = file.newNames.aliases
    let before = file.oldModule?.functions ?? [:]
    let oldAliases = file.oldNames.aliases
    let decided = module.functions.compactMap { name, function -> Observation? in
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
    return decided.isEmpty ? kept(file) : decided
  }

  /// What the clock says may be kept and decide elsewhere.
  private func kept(_ file: FileCase) -> [Observation] {
    func lines(_ uses: NameIndex, _ python: PythonNames) -> [Int] {
      // To import something is no question yet.
      let imports = Set(python.imports.map(\.line))
      return names.flatMap { uses.uses(of: $0).map(\.line) }.filter { !imports.contains($0) }
    }
    let after = lines(file.newUses, file.newNames)
    guard after.count > lines(file.oldUses, file.oldNames).count else { return [] }
    let line = after.first(where: file.addedLines.contains) ?? after.last ?? 0
    return [Observation(file.path, line, "asks for the time or for chance", verdict: .escalate)]
  }

  private func clocks(_ function: PythonModule.Statement, _ aliases: [String: String]) -> [Int] {
    PythonNames(function.allTokens, outer: aliases).references
      .filter { reference in names.contains { PatternCheck.isName(reference.name, $0) } }
      .map(\.line)
  }
}
