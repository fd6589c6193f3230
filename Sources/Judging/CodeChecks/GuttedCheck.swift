internal import Patches

/// Functions that no longer do anything, and code that can no longer be reached.
struct GuttedCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in docket: Docket) -> [Observation] {
    docket.production.flatMap { file -> [Observation] in
      guard let module = file.newModule, !docket.isExactRevert else { return [] }
      let before = file.oldModule?.functions ?? [:]
      let emptied = module.functions.compactMap { name, function -> Observation? in
        guard let old = before[name], Self.work(old).count >= 2 else { return nil }
        let work = Self.work(function)
        let isEmpty = work.count <= 1 && work.allSatisfy(Self.isIdle)
        guard isEmpty, !Self.work(old).allSatisfy(Self.isIdle) else { return nil }
        return Observation(file.path, function.line, "\(name) does nothing any more")
      }
      let dead = Self.dead(module)
      let known = file.oldModule.map(Self.dead) ?? []
      let unreachable = dead.count > known.count ? dead.prefix(1) : []
      return emptied
        + unreachable.map {
          Observation(file.path, $0, "code that is never reached", verdict: .reject)
        }
    }
  }

  /// The statements of a function without its documentation.
  private static func work(_ function: PythonModule.Statement) -> [PythonModule.Statement] {
    function.body.filter { $0.tokens.count != 1 || $0.tokens[0].kind != .string }
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
