internal import Patches

extension PythonModule.Statement {
  /// Whether it is `name = value` and no more.
  var isPlainAssignment: Bool {
    tokens.count > 2 && tokens[0].kind == .name && tokens[1].is("=")
  }

  /// The names that it binds in any way but as the target of a plain assignment: parameters, targets of
  /// loops and comprehensions, of `as`, `:=`, imports and patterns, and those of longer assignments.
  var boundNames: Set<String> {
    if ["global", "nonlocal", "import", "from"].contains(keyword) {
      return Set(tokens.filter { $0.kind == .name }.map(\.text))
    }
    var bound = Set(parameters)
    if let name { bound.insert(name) }
    var depth = 0
    for (index, token) in tokens.enumerated() {
      let rest = tokens[(index + 1)...]
      switch (token.kind, token.text) {
      case (.op, "("), (.op, "["), (.op, "{"): depth += 1
      case (.op, ")"), (.op, "]"), (.op, "}"): depth -= 1
      case (.name, "for"): bound.formUnion(Self.names(Self.part(of: rest, before: ["in"])))
      case (.name, "lambda"): bound.formUnion(Self.names(Self.part(of: rest, before: [":"])))
      case (.name, "as"): bound.formUnion(Self.names(Self.part(of: rest, before: [",", ":"])))
      case (.op, ":="): bound.formUnion(Self.names(tokens[..<index].suffix(1)))
      // Deeper signs are keywords of calls; the plain target is left to its reader.
      case (.op, let sign) where depth == 0 && Self.assigns(sign):
        if !(index == 1 && isPlainAssignment) { bound.formUnion(Self.names(tokens[..<index])) }
      default: break
      }
    }
    if keyword == "case", !isPlainAssignment { bound.formUnion(Self.names(tokens.dropFirst())) }
    return bound
  }

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
