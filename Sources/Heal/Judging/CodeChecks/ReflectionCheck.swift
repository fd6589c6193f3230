internal import Patches

/// Attributes whose names are computed, so that no reader sees what is called.
struct ReflectionCheck: Check {
  private let names: [String]

  init(_ fields: inout ArticleFields) {
    names = fields.texts("names")
    if names.isEmpty { fields.problem("needs names") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.filter { $0.language == .python }.flatMap { file -> [Observation] in
      let before = hidden(file.oldNames).count
      let after = hidden(file.newNames)
      guard after.count > before else { return [] }
      let line = after.first { file.addedLines.contains($0) } ?? after.last ?? 0
      return [Observation(file.path, line)]
    }
  }

  /// The lines with a hidden name: a computed one, one of a module, or one that is called at once.
  private func hidden(_ known: PythonNames) -> [Int] {
    let modules = Set(known.imports.map(\.name))
    return PythonCall.all(known).filter { call in
      guard names.contains(call.name), call.positional.count >= 2 else { return false }
      guard call.positional[1].count == 1, call.positional[1][0].kind == .string else {
        return true
      }
      let target = call.positional[0].map(\.text).joined()
      let isModule = known.aliases[target].map(modules.contains) ?? false
      let isSpecial = call.positional[1][0].stringValue?.hasPrefix("__") ?? false
      return isModule || isSpecial || isCalledAtOnce(call, known)
    }.map(\.line)
  }

  /// Whether the result is called where it is looked up: then the plain name would have done.
  private func isCalledAtOnce(_ call: PythonCall, _ names: PythonNames) -> Bool {
    let tokens = names.tokens
    var depth = 0
    var at = call.start
    while at < tokens.count {
      if tokens[at].is("(") { depth += 1 }
      if tokens[at].is(")") { depth -= 1 }
      at += 1
      if depth == 0 { return at < tokens.count && tokens[at].is("(") }
    }
    return false
  }
}
