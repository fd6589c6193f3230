internal import Patches

/// The part of a Python file that a shape is asked of: a function, and what it newly calls.
struct ShapeRegion {
  /// The statements, inner ones included.
  var statements: [PythonModule.Statement]
  /// Dotted names with imports resolved.
  var names: PythonNames
  /// The calls in it.
  var calls: [PythonCall]
  /// Constants of the module by name: single assignments of plain strings.
  var constants: [String: [CodeToken]]
  /// The functions of the files that it belongs to.
  private(set) var functions: [PythonModule.Statement]
  /// What is assigned to each name, one value after the other.
  private var assignments: [String: [CodeToken]] = [:]
  /// Everything that a name of the region can be, a value each; `?` for what is no plain assignment.
  private var alternatives: [String: [[CodeToken]]] = [:]
  /// The words of the texts that were there before the patch; nil when that is what this region is.
  private var earlier: Set<String>?

  init(_ statements: [PythonModule.Statement], module: PythonModule, tokens: [CodeToken]) {
    self.statements = statements.flatMap(\.all)
    let outer = PythonNames(tokens)
    names = PythonNames(
      statements.flatMap { $0.allTokens + [CodeToken(.newline, "", line: $0.lastLine)] },
      outer: outer.aliases)
    calls = PythonCall.all(names)
    constants = [:]
    functions = Array(module.functions.values)
    for statement in module.statements { note(statement) }
    // Those of the module are seen: a second assignment would make their names no constants.
    let seen = Set(module.statements.map(\.line))
    for statement in self.statements where !seen.contains(statement.line) { note(statement) }
    for statement in self.statements where statement.tokens.count > 2 {
      let tokens = statement.tokens
      guard tokens[0].kind == .name, tokens[1].is("=") || tokens[1].is("+=") else { continue }
      // What a name was before it was changed comes with the first value.
      assignments[tokens[0].text, default: []] += tokens[2...].filter { !$0.is(tokens[0].text) }
    }
    for statement in self.statements {
      if statement.isPlainAssignment {
        alternatives[statement.tokens[0].text, default: []].append(Array(statement.tokens[2...]))
      }
      for name in statement.boundNames {
        alternatives[name, default: []].append([CodeToken(.op, "?", line: statement.line)])
      }
    }
  }

  /// Remembers `name = value`; a second assignment makes the name no constant.
  private mutating func note(_ statement: PythonModule.Statement) {
    let tokens = statement.tokens
    guard
      let sign = tokens.firstIndex(where: {
        ["=", "+=", "%=", ":="].contains($0.text) && $0.kind == .op
      }),
      tokens[0].kind == .name, statement.name == nil, statement.body.isEmpty
    else { return }
    let name = tokens[0].text
    let isPlain = sign == 1 && tokens[1].is("=") && constants[name] == nil
    constants[name] = isPlain ? Array(tokens[2...]) : [CodeToken(.op, "?", line: statement.line)]
  }

  /// The text of an argument that is a plain literal, directly or by a name; nil for anything computed.
  func literal(_ argument: [CodeToken], depth: Int = 0) -> String? {
    var tokens = argument
    while tokens.first?.is("(") ?? false, tokens.last?.is(")") ?? false {
      tokens = Array(tokens.dropFirst().dropLast())
    }
    if !tokens.isEmpty, tokens.allSatisfy({ $0.kind == .string }) {
      return tokens.compactMap(\.stringValue).joined()
    }
    if tokens.count == 1, tokens[0].kind == .name, depth < 3, let value = constants[tokens[0].text]
    {
      return literal(value, depth: depth + 1)
    }
    // `text("…")` of SQLAlchemy marks a literal.
    if tokens.count > 3, tokens[0].is("text"), tokens[1].is("("), tokens[tokens.count - 1].is(")") {
      return literal(Array(tokens[2..<(tokens.count - 1)]), depth: depth + 1)
    }
    return nil
  }

  /// The plain texts that an argument can be, of which its name has several; nil for anything computed.
  func literals(_ argument: [CodeToken]) -> [String]? {
    if argument.count == 1, let values = alternatives[argument[0].text] {
      let texts = values.compactMap { literal($0) }
      return texts.count == values.count ? texts : nil
    }
    return literal(argument).map { [$0] }
  }

  /// The most tokens that an argument is followed to; no command has more words.
  private static let mostTokens = 4096

  /// The tokens of an argument with, in place of a name, everything that the region assigns to it.
  func resolved(_ argument: [CodeToken]) -> [CodeToken] {
    var found: [CodeToken] = []
    resolve(argument, depth: 0, into: &found)
    return found
  }

  private func resolve(_ argument: [CodeToken], depth: Int, into found: inout [CodeToken]) {
    for (index, token) in argument.enumerated() where found.count < Self.mostTokens {
      let isAttribute = index > 0 && argument[index - 1].is(".")
      if token.kind == .name, !isAttribute, depth < 3, let values = assigned(token.text) {
        resolve(values, depth: depth + 1, into: &found)
      } else {
        found.append(token)
      }
    }
  }

  private func assigned(_ name: String) -> [CodeToken]? {
    if let values = assignments[name] { return values }
    guard let constant = constants[name], !(constant.first?.is("?") ?? true) else { return nil }
    return constant.filter { !$0.is(name) }
  }

  /// Remembers the texts that were there before the patch.
  mutating func compare(with before: ShapeRegion) {
    earlier = Set(
      before.strings.flatMap { text in
        text.split { " \t\n/'\"|;&()=".contains($0) }.map(String.init)
      })
  }

  /// Whether a word occurs in the texts that were there before; always where this is what was before, or
  /// where there were none.
  func mentionedBefore(_ word: String) -> Bool {
    guard let earlier, !earlier.isEmpty else { return true }
    return earlier.contains(word)
      || word.split(separator: "=").first.map { earlier.contains(String($0)) } ?? false
  }

  /// The texts of module constants that are used in it.
  var constantStrings: [String] {
    let used = Set(names.tokens.filter { $0.kind == .name }.map(\.text))
    return constants.filter { used.contains($0.key) && assignments[$0.key] == nil }
      .sorted { $0.key < $1.key }.flatMap { $0.value.compactMap(\.stringValue) }
  }

  /// Adds the functions of another file.
  mutating func add(functions more: [PythonModule.Statement]) { functions += more }

  /// Whether a dotted name, or something of it, is used.
  func uses(_ wanted: String) -> Bool {
    names.references.contains { PatternCheck.isName($0.name, wanted) }
  }

  /// How often one of some dotted names is used.
  func count(_ wanted: [String]) -> Int {
    names.references.count { reference in
      wanted.contains { PatternCheck.isName(reference.name, $0) }
    }
  }

  /// The values of the strings in it.
  var strings: [String] { names.tokens.compactMap(\.stringValue) }
}
