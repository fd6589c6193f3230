internal import Patches

/// Files that are changed when code is merely loaded, or that are found by where the code lies.
struct WriteCheck: Check {
  private let methods: Set<String>
  private let places: Set<String>

  init(_ fields: inout ArticleFields) {
    methods = Set(fields.texts("methods"))
    places = Set(fields.texts("places"))
    if methods.isEmpty || places.isEmpty { fields.problem("needs methods and places") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return input.production.flatMap { file -> [Observation] in
      guard let module = file.newModule else { return [] }
      let aliases = file.newNames.aliases
      let known = Set((file.oldModule?.all ?? []).map(Self.head))
      // A function of the file that is called when it is loaded acts then as well.
      let writers = Set(
        module.functions.values.filter { writes($0.allTokensWithEnds, aliases) }.compactMap(\.name))
      let loading = Self.whenLoaded(module.statements).filter { !known.contains(Self.head($0)) }
        .compactMap { statement in
          writes(statement.tokens, aliases) || Self.calls(statement.tokens, writers)
            ? Observation(file.path, statement.line, "when it is loaded") : nil
        }
      let before = file.oldModule?.functions ?? [:]
      return loading
        + module.functions.sorted { $0.key < $1.key }.compactMap { name, function in
          let tokens = function.allTokensWithEnds
          guard before[name]?.key != function.key, tokens.contains(where: isPlace),
            writes(tokens, aliases),
            !(before[name]?.allTokens.contains(where: isPlace) ?? false)
          else { return nil }
          return Observation(file.path, function.line, "beside its own code")
        }
    }
  }

  /// Whether one of some functions is called among tokens that define none.
  private static func calls(_ tokens: [CodeToken], _ names: Set<String>) -> Bool {
    tokens.first?.is("class") != true
      && tokens.indices.dropLast().contains { index in
        tokens[index].kind == .name && names.contains(tokens[index].text)
          && tokens[index + 1].is("(")
      }
  }

  private func isPlace(_ token: CodeToken) -> Bool {
    token.kind == .name && places.contains(token.text)
  }

  private static func head(_ statement: PythonModule.Statement) -> String {
    statement.tokens.map(\.text).joined(separator: " ")
  }

  /// The statements that run when a module is loaded, blocks of `if` and loops included.
  private static func whenLoaded(
    _ statements: [PythonModule.Statement]
  ) -> [PythonModule.Statement] {
    statements.flatMap { statement -> [PythonModule.Statement] in
      if statement.keyword == "def" { return [] }
      // An import calls nothing, and what it binds would be copied for each of thousands.
      if ["import", "from"].contains(statement.keyword) { return [] }
      let isMain = statement.tokens.contains { $0.is("__name__") }
      return isMain ? [] : [statement] + whenLoaded(statement.body)
    }
  }

  /// Whether a call among some tokens changes files.
  private func writes(_ tokens: [CodeToken], _ aliases: [String: String]) -> Bool {
    PythonCall.all(PythonNames(tokens, outer: aliases)).contains { call in
      if methods.contains(call.name) || methods.contains("?." + call.method) { return true }
      guard call.method == "open" else { return false }
      let positional = call.positional
      let isMethod = call.name.hasPrefix("?.") || call.name.hasPrefix("~.")
      let mode =
        call.named["mode"] ?? positional.dropFirst(isMethod ? 0 : 1).first ?? []
      return mode.contains { token in
        token.stringValue?.contains { "wax+".contains($0) } ?? false
      }
    }
  }
}
