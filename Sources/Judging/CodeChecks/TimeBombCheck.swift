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
    return counted(file, module)
      + module.functions.compactMap { name, function in
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

  /// `Store.calls += 1` and a decision by it: the answer depends on how often somebody asked.
  private func counted(_ file: FileCase, _ module: PythonModule) -> [Observation] {
    let shared = Set(module.definitions.compactMap { $0.statement.name } + ["cls"])
    let statements = module.functions.values.flatMap(\.all)
    let global = Set(
      statements.filter { ["global", "nonlocal"].contains($0.keyword) }
        .flatMap { $0.tokens.dropFirst().filter { $0.kind == .name }.map(\.text) })
    var found: [String: Int] = [:]
    for statement in statements where file.addedLines.contains(statement.line) {
      guard let sign = statement.tokens.firstIndex(where: { $0.is("+=") || $0.is("-=") }),
        let first = statement.tokens.first
      else { continue }
      let isShared =
        sign > 1 && shared.contains(first.text) || sign == 1 && global.contains(first.text)
      if isShared {
        found[statement.tokens[..<sign].map(\.text).joined()] = statement.line
      }
    }
    guard !found.isEmpty else { return [] }
    let decisions = statements.filter { statement in
      file.addedLines.contains(statement.line)
        && statement.tokens.contains {
          ["<", ">", "<=", ">=", "==", "!=", "%"].contains($0.text)
        }
    }.map { $0.tokens.map(\.text).joined() }
    return found.sorted { $0.key < $1.key }.compactMap { name, line in
      decisions.contains { PlainText.contains($0, name) }
        ? Observation(file.path, line, "counts \(name)", verdict: .escalate) : nil
    }
  }

  private func clocks(_ function: PythonModule.Statement, _ aliases: [String: String]) -> [Int] {
    PythonNames(function.allTokens, outer: aliases).references
      .filter { reference in names.contains { PatternCheck.isName(reference.name, $0) } }
      .map(\.line)
  }
}
