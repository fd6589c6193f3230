internal import Patches

/// New state that outlives a call and is read again: the answer depends on what was asked before.
///
/// A test asks a few times in one order; such code can answer it rightly and others otherwise.
struct StateCheck: Check {
  /// What makes something that can change.
  private let makers: Set<String>
  /// The methods that change it.
  private let changers: Set<String>

  init(_ fields: inout ArticleFields) {
    makers = Set(fields.texts("makers"))
    changers = Set(fields.texts("changers"))
    if makers.isEmpty || changers.isEmpty { fields.problem("needs makers and changers") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return input.production.flatMap { file -> [Observation] in
      guard let module = file.newModule else { return [] }
      let known = Set((file.oldModule?.all ?? []).map { Self.text($0.tokens) })
      let shared = Shared(module, makers)
      var changed: [String: Int] = [:]
      var reads: Set<String> = []
      for (owner, function) in Self.functions(module) {
        let own = Shared.Outer(function)
        for statement in Self.own(function) {
          reads.formUnion(shared.read(by: statement, in: owner, changers))
          guard file.addedLines.contains(statement.line),
            !known.contains(Self.text(statement.tokens))
          else { continue }
          for name in shared.changed(by: statement, beside: own, in: owner, changers) {
            changed[name] = min(changed[name] ?? .max, statement.line)
          }
        }
      }
      return changed.sorted { $0.key < $1.key }.compactMap { name, line in
        reads.contains(name) ? Observation(file.path, line, name) : nil
      }
    }
  }

  private static func text(_ tokens: [CodeToken]) -> String {
    tokens.map(\.text).joined(separator: " ")
  }

  /// Every function with the name of the class around it; an inner one is asked by itself.
  private static func functions(
    _ module: PythonModule
  ) -> [(owner: String, function: PythonModule.Statement)] {
    module.definitions.filter { !$0.isClass }.map { definition in
      let parts = definition.name.split(separator: ".").dropLast()
      return (parts.last.map { String($0.prefix { $0 != "#" }) } ?? "", definition.statement)
    }
  }

  /// The statements of a function without those of functions in it.
  private static func own(_ function: PythonModule.Statement) -> [PythonModule.Statement] {
    func visit(_ statements: [PythonModule.Statement]) -> [PythonModule.Statement] {
      statements.flatMap { $0.keyword == "def" ? [] : [$0] + visit($0.body) }
    }
    return visit(function.body)
  }
}

/// What of a module its functions have in common between calls.
private struct Shared {
  /// Names of the module that hold something that can change.
  private var containers: Set<String> = []
  /// Every name that the module binds.
  private var bound: Set<String> = []
  /// By class, its attributes that hold something that can change.
  private var attributes: [String: Set<String>] = [:]

  init(_ module: PythonModule, _ makers: Set<String>) {
    for statement in module.statements {
      if let name = statement.name { bound.insert(name) }
      guard let (name, value) = Self.assignment(statement) else { continue }
      bound.insert(name)
      if Self.canChange(value, makers) { containers.insert(name) }
    }
    for definition in module.definitions where definition.isClass {
      guard let owner = definition.statement.name else { continue }
      for statement in definition.statement.body {
        guard let (name, value) = Self.assignment(statement), Self.canChange(value, makers) else {
          continue
        }
        attributes[owner, default: []].insert(name)
      }
    }
  }

  /// `name = value` and `name: type = value`.
  private static func assignment(
    _ statement: PythonModule.Statement
  ) -> (name: String, value: [CodeToken])? {
    let tokens = statement.tokens
    guard let first = tokens.first, first.kind == .name, tokens.count > 2,
      tokens[1].is("=") || tokens[1].is(":"), let sign = tokens.firstIndex(where: { $0.is("=") })
    else { return nil }
    return (first.text, Array(tokens[(sign + 1)...]))
  }

  private static func canChange(_ value: [CodeToken], _ makers: Set<String>) -> Bool {
    guard let first = value.first else { return false }
    if first.is("[") || first.is("{") || first.is("(") && value.contains(where: { $0.is("for") }) {
      return true
    }
    guard let open = value.firstIndex(where: { $0.is("(") }), open > 0 else { return false }
    return makers.contains(value[open - 1].text)
  }

  /// The shared thing whose name begins at a token, and the place after it.
  private func thing(
    at index: Int, of tokens: [CodeToken], in owner: String
  ) -> (name: String, end: Int, isContainer: Bool)? {
    let token = tokens[index]
    guard token.kind == .name, index == 0 || !tokens[index - 1].is(".") else { return nil }
    let next = index + 2 < tokens.count && tokens[index + 1].is(".") ? tokens[index + 2].text : nil
    if let next {
      let holder = ["self", "cls"].contains(token.text) ? owner : token.text
      if attributes[holder]?.contains(next) ?? false {
        return ("\(holder).\(next)", index + 3, true)
      }
      if token.is("cls") || bound.contains(token.text) && !containers.contains(token.text) {
        return ("\(token.is("cls") ? owner : token.text).\(next)", index + 3, false)
      }
    }
    return containers.contains(token.text) ? (token.text, index + 1, true) : nil
  }

  private static let signs: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "//=", "%=", "**=", "&=", "|=", "^=", ">>=", "<<=",
  ]

  /// The place of the sign that assigns, outside of brackets.
  private static func sign(_ tokens: [CodeToken]) -> Int? {
    var depth = 0
    for (index, token) in tokens.enumerated() where token.kind == .op {
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      if depth == 0, signs.contains(token.text) { return index }
    }
    return nil
  }

  /// What a function may change that is not its own.
  struct Outer {
    /// Names that it declares as somebody else's.
    let names: Set<String>
    /// Parameters whose default is made once and can change.
    let defaults: Set<String>

    init(_ function: PythonModule.Statement) {
      names = Set(
        function.body.flatMap(\.all).filter { ["global", "nonlocal"].contains($0.keyword) }
          .flatMap { $0.tokens.dropFirst().map(\.text) })
      let tokens = function.tokens
      defaults = Set(
        tokens.indices.dropFirst().dropLast().filter { index in
          tokens[index].is("=") && ["[", "{"].contains(tokens[index + 1].text)
        }.map { tokens[$0 - 1].text })
    }
  }

  /// What of it a statement of a function changes.
  func changed(
    by statement: PythonModule.Statement, beside own: Outer, in owner: String,
    _ changers: Set<String>
  ) -> [String] {
    let tokens = statement.tokens
    let sign = Self.sign(tokens)
    var found: [String] = []
    if let sign, sign == 1, own.names.contains(tokens[0].text) { found.append(tokens[0].text) }
    for index in tokens.indices {
      let inDefault =
        own.defaults.contains(tokens[index].text) && (index == 0 || !tokens[index - 1].is("."))
      guard
        let thing = inDefault
          ? (tokens[index].text, index + 1, true) : thing(at: index, of: tokens, in: owner)
      else { continue }
      let after = thing.end < tokens.count ? tokens[thing.end].text : ""
      let isTarget = sign.map { index < $0 } ?? false
      let isCalled =
        after == "." && thing.end + 2 < tokens.count
        && changers.contains(tokens[thing.end + 1].text)
        && tokens[thing.end + 2].is("(")
      let isNext = index > 1 && tokens[index - 1].is("(") && tokens[index - 2].is("next")
      let isPart = after == "[" && (isTarget || tokens[0].is("del"))
      // `name.attribute = …` of a class, a function or another object of the module.
      let isSet = isTarget && !thing.isContainer && thing.end == sign
      if thing.isContainer && (isCalled || isNext || isPart) || isSet { found.append(thing.name) }
    }
    return found
  }

  /// What of it a statement looks at, in whatever way; a statement that only changes it does not.
  func read(
    by statement: PythonModule.Statement, in owner: String, _ changers: Set<String>
  ) -> [String] {
    let tokens = statement.tokens
    if ["global", "nonlocal", "del"].contains(statement.keyword) { return [] }
    let sign = Self.sign(tokens)
    return tokens.indices.compactMap { index in
      guard tokens[index].kind == .name else { return nil }
      let thing = thing(at: index, of: tokens, in: owner)
      let end = thing?.end ?? index + 1
      // A target, and a call whose answer nobody takes.
      if let sign, index < sign { return nil }
      let isBare =
        index == 0 && end + 1 < tokens.count && tokens[end].is(".")
        && changers.contains(tokens[end + 1].text)
      return isBare ? nil : thing?.name ?? tokens[index].text
    }
  }
}
