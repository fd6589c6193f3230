internal import Patches

extension PythonModule.Statement {
  /// Whether it is `name = value` and no more.
  var isPlainAssignment: Bool {
    tokens.count > 2 && tokens[0].kind == .name && tokens[1].is("=")
  }

  /// Whether it is a plain assignment to that name.
  func assigns(_ name: String) -> Bool { isPlainAssignment && tokens[0].is(name) }

  /// Whether its block is sure to give a name another value before that use of it, at least where it was
  /// None.
  func replaces(_ use: CodeToken) -> Bool {
    body.contains { statement in
      if statement.line >= use.line { return false }
      if statement.lastLine >= use.line { return statement.replaces(use) }
      let test = statement.tokens.map(\.text)
      let isGuard = test == ["if", use.text, "is", "None"] || test == ["if", "not", use.text]
      return statement.assigns(use.text)
        || isGuard && statement.body.contains { $0.assigns(use.text) }
    }
  }

  /// The names that it binds in any way but as the target of a plain assignment: parameters, targets of
  /// loops and comprehensions, of `as`, `:=`, imports and patterns, and those of longer assignments.
  var boundNames: Set<String> {
    if ["global", "nonlocal", "import", "from"].contains(keyword) {
      return Set(tokens.filter { $0.kind == .name }.map(\.text))
    }
    var bound = Set(parameters)
    // Type parameters are names, too.
    if name != nil { bound.formUnion(tokens[..<(openBracket ?? tokens.count)].map(\.text)) }
    var depth = 0
    var sign = 0
    var looked = 0
    for (index, token) in tokens.enumerated() {
      var part: ArraySlice<CodeToken> = []
      let rest = tokens[(index + 1)...]
      switch (token.kind, token.text) {
      case (.op, "("), (.op, "["), (.op, "{"): depth += 1
      case (.op, ")"), (.op, "]"), (.op, "}"): depth -= 1
      case (.name, "for"): part = Self.part(of: rest, before: ["in"])
      case (.name, "lambda"): part = Self.part(of: rest, before: [":"])
      case (.name, "as"): part = Self.part(of: rest, before: [",", ":"])
      case (.op, ":="): part = tokens[..<index].suffix(1)
      // Deeper signs are keywords of calls; the plain target is left to its reader.
      case (.op, let text) where depth == 0 && Self.assigns(text):
        if !(index == 1 && isPlainAssignment) { sign = index }
      default: break
      }
      bound.formUnion(Self.names(part))
      looked += part.count
      // Nobody writes such a statement: all of its names may be bound.
      if looked > Self.mostLooks { return Set(tokens.map(\.text)) }
    }
    bound.formUnion(Self.names(tokens[..<sign]))
    if keyword == "case", !isPlainAssignment { bound.formUnion(Self.names(tokens.dropFirst())) }
    return bound
  }

  /// The tokens of targets that are looked at in one statement; targets within targets are counted again.
  private static let mostLooks = 65_536

  /// The tokens up to one of the ends, or to the bracket that closes what they are in.
  private static func part(
    of tokens: ArraySlice<CodeToken>, before ends: Set<String>
  ) -> ArraySlice<CodeToken> {
    var depth = 0
    return tokens.prefix { token in
      if token.kind == .op, ["(", "[", "{"].contains(token.text) { depth += 1 }
      if token.kind == .op, [")", "]", "}"].contains(token.text) { depth -= 1 }
      return depth > 0 || (depth == 0 && !ends.contains(token.text))
    }
  }

  private static func assigns(_ sign: String) -> Bool {
    sign.hasSuffix("=") && !["==", "!=", "<=", ">="].contains(sign)
  }

  /// Names that stand by themselves: no attributes, nothing that has some, and nothing of a subscript.
  private static func names(_ tokens: ArraySlice<CodeToken>) -> Set<String> {
    var found: Set<String> = []
    var subscripts = 0
    for (index, token) in zip(tokens.indices, tokens) {
      let before = index > tokens.startIndex ? tokens[index - 1] : nil
      let isOfAnother = before.map { $0.kind == .name || $0.is(")") || $0.is("]") } ?? false
      if token.is("["), subscripts > 0 || isOfAnother { subscripts += 1 }
      if token.is("]"), subscripts > 0 { subscripts -= 1 }
      guard token.kind == .name, subscripts == 0, !(before?.is(".") ?? false) else { continue }
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      if !(next.map { $0.is(".") || $0.is("[") } ?? false) { found.insert(token.text) }
    }
    return found
  }
}
