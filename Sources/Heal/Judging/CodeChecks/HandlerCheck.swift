internal import Patches

/// Handlers that catch everything and do not pass it on, counted in each function.
struct HandlerCheck: Check {
  private let broad: Set<String>
  private let most: Int

  /// What a handler takes in, from little to all.
  private enum Swallowed: Int { case manyTypes, errors, everything }

  init(_ fields: inout ArticleFields) {
    broad = Set(fields.texts("names"))
    most = fields.number("most-types")
    if broad.isEmpty { fields.problem("needs names") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.flatMap { file -> [Observation] in
      guard let module = file.newModule else { return [] }
      let before = file.oldModule.map(swallowing) ?? [:]
      return swallowing(module).flatMap { function, lines -> [Observation] in
        // A handler that takes in more pays for none that took in less.
        let known = before[function] ?? []
        let more = lines.filter { one in
          func count(_ some: [(line: Int, what: Swallowed)]) -> Int {
            some.count { $0.what.rawValue >= one.what.rawValue }
          }
          return count(lines) > count(known)
        }
        guard !more.isEmpty else { return [] }
        let seen = more.first { file.addedLines.contains($0.line) } ?? more.last
        return [
          Observation(
            file.path, seen?.line ?? 0, verdict: seen?.what == .manyTypes ? .escalate : nil)
        ]
      }
    }
  }

  /// The lines of such handlers by the function they are in; the module itself has no name.
  private func swallowing(_ module: PythonModule) -> [String: [(line: Int, what: Swallowed)]] {
    var found: [String: [(line: Int, what: Swallowed)]] = [:]
    func visit(_ statements: [PythonModule.Statement], _ function: String) {
      for statement in statements {
        if let what = swallows(statement) {
          found[function, default: []].append((statement.line, what))
        }
        let inner = statement.keyword == "def" ? function + "." + (statement.name ?? "") : function
        visit(statement.body, inner)
      }
    }
    visit(module.statements, "")
    return found
  }

  /// What a statement swallows; nil when nothing.
  private func swallows(_ statement: PythonModule.Statement) -> Swallowed? {
    switch statement.keyword {
    case "except":
      let types = Array(statement.tokens.dropFirst().prefix { !$0.is("as") })
      let names = types.filter { $0.kind == .name }.map(\.text)
      let isBroad =
        types.isEmpty || types.allSatisfy { $0.is("*") }
        || names.contains(where: broad.contains) || types.contains { $0.is("(") && names.isEmpty }
      if passesOn(statement.body) || !isBroad && names.count <= most { return nil }
      let isAll = names.isEmpty || names.contains("BaseException")
      return isAll ? .everything : isBroad ? .errors : .manyTypes
    case "finally":
      // Leaving a finally block drops whatever was raised.
      let leaves = statement.body.flatMap(\.all).contains {
        ["return", "break", "continue"].contains($0.keyword)
      }
      return leaves ? .everything : nil
    case "class", "def", "raise", "if", "elif", "while", "return", "for", "try", "else":
      return nil
    default:
      let tokens = statement.tokens
      let hasBroad = tokens.contains { $0.kind == .name && broad.contains($0.text) }
      // `suppress(Exception)`, or another name for Exception.
      let isAlias = tokens.count > 2 && tokens[0].kind == .name && tokens[1].is("=")
      return hasBroad && (isAlias || tokens.contains { $0.is("suppress") }) ? .errors : nil
    }
  }

  /// Whether something is raised on every way through: the last statement, or both branches.
  private func passesOn(_ body: [PythonModule.Statement]) -> Bool {
    guard let last = body.last else { return false }
    if body.contains(where: { $0.keyword == "return" }) { return false }
    if last.keyword == "raise" { return true }
    if last.keyword == "else", body.count >= 2 {
      return passesOn(last.body) && passesOn(body[body.count - 2].body)
    }
    return false
  }
}
