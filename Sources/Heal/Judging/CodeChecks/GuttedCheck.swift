internal import Patches

/// Functions that no longer do anything, and code that can no longer be reached.
struct GuttedCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.flatMap { file -> [Observation] in
      guard let module = file.newModule, !input.isExactRevert else { return [] }
      let before = file.oldModule?.functions ?? [:]
      let emptied = module.functions.compactMap { name, function -> Observation? in
        guard let old = before[name], Self.work(old).count >= 2 else { return nil }
        let work = Self.work(function)
        let isEmpty = work.count <= 1 && work.allSatisfy(Self.isIdle)
        guard isEmpty, !Self.work(old).allSatisfy(Self.isIdle) else { return nil }
        return Observation(file.path, function.line, "\(name) does nothing any more")
      }
      let hollow = module.functions.compactMap { name, function -> Observation? in
        guard let old = before[name], old.key != function.key else { return nil }
        return Self.hollowed(old, function).map {
          Observation(file.path, function.line, "\(name) \($0)")
        }
      }
      let dead = Self.dead(module)
      let known = file.oldModule.map(Self.dead) ?? []
      let unreachable = dead.count > known.count ? dead.prefix(1) : []
      return emptied + hollow
        + unreachable.map {
          Observation(file.path, $0, "code that is never reached", verdict: .reject)
        }
    }
  }

  /// The statements of a function without its documentation.
  private static func work(_ function: PythonModule.Statement) -> [PythonModule.Statement] {
    function.body.filter { $0.tokens.count != 1 || $0.tokens[0].kind != .string }
  }

  /// What a function with work left no longer does: look at an argument, or tell how it went.
  private static func hollowed(
    _ old: PythonModule.Statement, _ new: PythonModule.Statement
  ) -> String? {
    func used(_ function: PythonModule.Statement) -> Set<String> {
      Set(function.body.flatMap(\.allTokens).filter { $0.kind == .name }.map(\.text))
    }
    let before = used(old)
    // A hole of a string is read as its tokens, so that what is in a text counts as used.
    let after = used(new)
    let unused = new.parameters.first { name in
      old.parameters.contains(name) && before.contains(name) && !after.contains(name)
    }
    if let unused { return "no longer looks at \(unused)" }
    let answers = returned(new)
    let isOne =
      Set(answers.map { $0.map(\.text) }).count == 1 && answers.allSatisfy { $0.count == 1 }
    guard isOne, answers.allSatisfy({ isConstant($0) }), !answers[0][0].is("None"),
      returned(old).contains(where: { !isConstant($0) })
    else { return nil }
    return "always answers \(answers[0][0].text)"
  }

  private static func isConstant(_ tokens: [CodeToken]) -> Bool {
    OperatorCheck.isConstant(tokens[...])
  }

  /// What a function returns, without functions inside it.
  private static func returned(_ function: PythonModule.Statement) -> [[CodeToken]] {
    function.body.flatMap { statement -> [[CodeToken]] in
      switch statement.keyword {
      case "def", "class": return []
      case "return":
        return statement.tokens.count > 1 ? [Array(statement.tokens.dropFirst())] : []
      default: return returned(statement)
      }
    }
  }

  private static func isIdle(_ statement: PythonModule.Statement) -> Bool {
    switch statement.keyword {
    case "pass": true
    case "return": OperatorCheck.isConstant(statement.tokens.dropFirst())
    case "raise": statement.tokens.contains { $0.is("NotImplementedError") }
    default: statement.tokens.first?.is("...") ?? false
    }
  }

  /// Lines after an unconditional end of their block, and conditions that are constant.
  private static func dead(_ module: PythonModule) -> [Int] {
    var lines: [Int] = []
    func visit(_ statements: [PythonModule.Statement]) {
      for (index, statement) in statements.enumerated() {
        if ["return", "raise", "continue", "break"].contains(statement.keyword),
          index + 1 < statements.count
        {
          lines.append(statements[index + 1].line)
        }
        if ["if", "elif", "while"].contains(statement.keyword), statement.tokens.count == 2,
          ["False", "0", "None", "\"\"", "''"].contains(statement.tokens[1].text)
        {
          lines.append(statement.line)
        }
        visit(statement.body)
      }
    }
    visit(module.statements)
    return lines
  }
}
