internal import Patches

/// Redefined operators that make anything equal, true or silent.
struct OperatorCheck: Check {
  private let operators: Set<String>
  private let builtins: Set<String>

  init(_ fields: inout ArticleFields) {
    operators = Set(fields.texts("operators"))
    builtins = Set(fields.texts("builtins"))
    if operators.isEmpty || builtins.isEmpty { fields.problem("needs operators and builtins") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.flatMap { file -> [Observation] in
      guard let module = file.newModule else { return [] }
      let before = Dictionary(
        (file.oldModule?.definitions ?? []).map { ($0.name, $0.statement.key) }
      ) { $1 }
      let classes = Dictionary(
        module.definitions.filter(\.isClass).map { ($0.name, $0.statement) }
      ) { $1 }
      let defined = module.definitions.compactMap { definition -> Observation? in
        let parts = definition.name.split(separator: ".").map(String.init)
        guard let name = parts.last, operators.contains(name), !definition.isClass,
          before[definition.name] != definition.statement.key
        else { return nil }
        let owner = classes[parts.dropLast().joined(separator: ".")]
        return judge(definition.statement, name, owner, file)
      }
      return defined + assigned(file)
    }
  }

  private func judge(
    _ function: PythonModule.Statement, _ name: String, _ owner: PythonModule.Statement?,
    _ file: FileCase
  ) -> Observation? {
    let returns = function.all.filter { $0.keyword == "return" }
    let isConstant =
      !returns.isEmpty && returns.allSatisfy { Self.isConstant($0.tokens.dropFirst()) }
    let isBuiltin = owner?.tokens.dropFirst(2).contains { builtins.contains($0.text) } ?? false
    if isConstant && name != "__exit__" || isBuiltin {
      return Observation(file.path, function.line, name)
    }
    if name == "__exit__" {
      let isTrue = returns.contains { $0.tokens.dropFirst().first?.text == "True" }
      return isTrue ? Observation(file.path, function.line, name) : nil
    }
    // The proper form asks what the other side is, or compares like with like.
    let asks =
      function.allTokens.contains { $0.is("isinstance") || $0.is("NotImplemented") }
      || isPlainComparison(function, name)
    return asks ? nil : Observation(file.path, function.line, name, verdict: .escalate)
  }

  /// Whether a comparison does nothing but compare: one answer, both sides in it, and on the two sides
  /// of the sign the same attributes; for `__contains__`, the value between attributes.
  private func isPlainComparison(_ function: PythonModule.Statement, _ name: String) -> Bool {
    let work = function.body.filter { $0.tokens.count != 1 || $0.tokens[0].kind != .string }
    let parameters = function.parameters
    guard work.count == 1, work[0].keyword == "return", parameters.count == 2 else { return false }
    let tokens = Array(work[0].tokens.dropFirst())
    let plain = tokens.allSatisfy { token in
      token.kind == .name
        && !["or", "not", "if", "else", "lambda", "True", "False", "None"].contains(token.text)
        || ["(", ")", ",", ".", "<", "<=", ">", ">=", "==", "!="].contains(token.text)
    }
    guard plain else { return false }
    let signs = tokens.indices.filter {
      ["<", "<=", ">", ">=", "==", "!="].contains(tokens[$0].text)
    }
    if name == "__contains__" {
      return !signs.isEmpty && tokens.contains { $0.is(parameters[0]) }
        && tokens.contains { $0.is(parameters[1]) } && !isCalled(tokens)
    }
    let wanted = [
      "__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">=",
    ]
    guard signs.count == 1, wanted[name] == tokens[signs[0]].text, !isCalled(tokens) else {
      return false
    }
    let mirrored = tokens[(signs[0] + 1)...].map { $0.is(parameters[1]) ? parameters[0] : $0.text }
    return tokens[..<signs[0]].map(\.text) == mirrored && mirrored.contains(parameters[0])
  }

  private func isCalled(_ tokens: [CodeToken]) -> Bool {
    tokens.indices.dropFirst().contains { tokens[$0].is("(") && tokens[$0 - 1].kind == .name }
  }

  static func isConstant(_ tokens: ArraySlice<CodeToken>) -> Bool {
    tokens.isEmpty
      || tokens.allSatisfy { token in
        token.kind == .number || token.kind == .string || token.is("-") || token.is("(")
          || token.is(")") || ["True", "False", "None"].contains(token.text) || token.is(",")
          || token.is("[") || token.is("]") || token.is("{") || token.is("}")
      }
  }

  /// `x.__eq__ = …`, and the names of operators as strings.
  private func assigned(_ file: FileCase) -> [Observation] {
    func places(_ code: TokenIndex) -> [CodeToken] {
      let tokens = code.tokens
      return tokens.indices.filter { index in
        let token = tokens[index]
        if token.kind == .string { return operators.contains(token.stringValue ?? "") }
        return token.kind == .name && operators.contains(token.text) && index + 1 < tokens.count
          && tokens[index + 1].is("=")
      }.map { tokens[$0] }
    }
    let after = places(file.newIndex)
    guard after.count > places(file.oldIndex).count, let last = after.last else { return [] }
    return [Observation(file.path, last.line, last.text)]
  }
}
