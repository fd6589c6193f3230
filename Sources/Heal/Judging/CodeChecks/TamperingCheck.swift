internal import Patches

/// New assignments to attributes of what is imported: one module changes another behind its back.
struct TamperingCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.flatMap { file -> [Observation] in
      guard let module = file.newModule else { return [] }
      let before = Set((file.oldModule.map(reaching) ?? []).map(\.key))
      return reaching(module).filter { !before.contains($0.key) }
        .map {
          Observation(file.path, $0.line, $0.tokens.prefix(12).map(\.text).joined(separator: " "))
        }
    }
  }

  private func reaching(_ module: PythonModule) -> [PythonModule.Statement] {
    let imported = Set(PythonNames(module.statements.flatMap(\.allTokensWithEnds)).aliases.keys)
    return module.all.filter { statement in
      let tokens = statement.tokens
      guard let first = tokens.first, first.kind == .name, imported.contains(first.text),
        tokens.count > 3, tokens[1].is("."), statement.body.isEmpty
      else { return false }
      // `os.environ["X"] = …` is what environments are for.
      if first.is("os"), tokens[2].is("environ") { return false }
      var depth = 0
      for token in tokens where token.kind == .op {
        if ["(", "[", "{"].contains(token.text) { depth += 1 }
        if [")", "]", "}"].contains(token.text) { depth -= 1 }
        if depth == 0, token.text.hasSuffix("="), !["==", "<=", ">=", "!="].contains(token.text) {
          return true
        }
      }
      return false
    }
  }
}

extension PythonModule.Statement {
  /// The tokens with those of the block, each statement ended.
  var allTokensWithEnds: [CodeToken] {
    tokens + [CodeToken(.newline, "", line: line)] + body.flatMap(\.allTokensWithEnds)
  }
}
