internal import Patches

extension SafeShape {
  /// What a place of a safe form gets that is not what the weak form got; nil when it is the same.
  ///
  /// A right form with another value in it is no fix. Looked at are the values that are bound to
  /// statements, and parameters of the function that are given another value on the way.
  static func exchanged(
    new: ShapeReading, in region: ShapeRegion, from before: ShapeRegion
  ) -> String? {
    let values = Values(region: region, before: before)
    for value in new.bound where !values.isKept(value) {
      return
        "binds \(value.prefix(12).map(\.text).joined(separator: " ")), which nothing was before"
    }
    return values.overwritten() ?? values.missing(from: new.bound)
  }
}

/// Which expressions of a region give what was there before.
private struct Values {
  private let region: ShapeRegion
  private let before: ShapeRegion
  private let oldTokens: [String]
  private let oldStrings: [String]
  /// New statements, by what they assign to.
  private var assigned: [String: [[CodeToken]]] = [:]
  /// Names that new statements bind in other ways than by `name = value`.
  private var otherwise: Set<String> = []
  private let parameters: Set<String>
  /// How many more expressions are looked at, and how many are within each other: names that stand for
  /// each other have no end.
  private let steps = Steps()

  private final class Steps {
    var left = 4096
    var depth = 0
  }

  init(region: ShapeRegion, before: ShapeRegion) {
    self.region = region
    self.before = before
    let known = Set(before.statements.map { Self.bare($0.tokens) })
    oldTokens = before.names.tokens.map(\.text)
    oldStrings = before.strings
    parameters = Set(before.statements.first?.parameters ?? [])
    for statement in region.statements where !known.contains(Self.bare(statement.tokens)) {
      note(statement)
    }
  }

  /// A statement's words, the same with a safe form within it and without.
  private static func bare(_ tokens: [CodeToken]) -> String {
    forms.reduce(tokens.map(\.text).joined(separator: " ")) {
      $0.replacing($1.safe, with: $1.weak)
    }
  }

  /// Safe forms that stay within the expression of the weak one, and what the rest of it sees there.
  private static let forms = [
    (safe: " , usedforsecurity = False", weak: ""), (safe: " usedforsecurity = False", weak: ""),
    (safe: "secrets . SystemRandom ( )", weak: "random"),
    (safe: "random . SystemRandom ( )", weak: "random"),
  ]

  private mutating func note(_ statement: PythonModule.Statement) {
    if statement.name != nil { return }
    if statement.isPlainAssignment {
      assigned[statement.tokens[0].text, default: []].append(Array(statement.tokens[2...]))
    }
    otherwise.formUnion(statement.boundNames)
  }

  /// Whether an expression, or each part of a tuple, list or mapping, is what was there before.
  func isKept(_ value: [CodeToken], seen: Set<String> = []) -> Bool {
    steps.left -= 1
    steps.depth += 1
    defer { steps.depth -= 1 }
    if steps.left < 0 || steps.depth > 64 { return false }
    var tokens = value[...]
    while let first = tokens.first, first.is("*") || first.is("**") { tokens.removeFirst() }
    guard let first = tokens.first, let last = tokens.last else { return true }
    if tokens.count == 1 { return isKeptWord(first, seen) }
    if Self.encloses(tokens), ["(", "[", "{"].contains(first.text), last.kind == .op {
      return Self.parts(tokens.dropFirst().dropLast(), by: ",").allSatisfy { part in
        // `"name": value`
        let isPair = part.count > 1 && part[part.startIndex + 1].is(":")
        return isKept(Array(isPair ? part.dropFirst(2) : part), seen: seen)
      }
    }
    if isThere(tokens) { return true }
    if tokens.allSatisfy({ $0.kind == .name || $0.is(".") }), first.kind == .name {
      return isKeptWord(first, seen)
    }
    if let open = tokens.firstIndex(where: { $0.is("(") }), Self.encloses(tokens[open...]),
      Self.conversions.contains(tokens[..<open].map(\.text).joined())
    {
      return Self.parts(tokens[(open + 1)...].dropLast(), by: ",").allSatisfy {
        isKept(Array($0), seen: seen)
      }
    }
    // `"%" + name + "%"` where the text said so.
    let pieces = Self.parts(tokens, by: "+")
    return pieces.count > 1
      && pieces.allSatisfy { piece in
        if piece.count == 1, let text = piece.first?.stringValue {
          return oldStrings.contains { PlainText.contains($0, text) }
        }
        return isKept(Array(piece), seen: seen)
      }
  }

  /// What gives a value of another type or form and keeps what it means.
  private static let conversions: Set<String> = [
    "str", "int", "float", "tuple", "list", "dict", "os.fspath", "os.path.abspath",
    "os.path.realpath", "os.path.normpath", "os.path.join", "Path", "pathlib.Path", "PurePath",
    "abspath", "realpath", "fspath",
  ]

  private func isKeptWord(_ token: CodeToken, _ seen: Set<String>) -> Bool {
    if token.kind != .name { return token.kind == .op || oldTokens.contains(token.text) }
    if ["None", "True", "False"].contains(token.text) { return oldTokens.contains(token.text) }
    if seen.contains(token.text) { return true }
    if otherwise.contains(token.text) { return false }
    return (assigned[token.text] ?? []).allSatisfy { isKept($0, seen: seen.union([token.text])) }
  }

  /// Whether an expression was written like this before.
  private func isThere(_ tokens: ArraySlice<CodeToken>) -> Bool {
    let words = tokens.map(\.text)
    guard let first = words.first, words.count <= oldTokens.count else { return false }
    let isWritten = oldTokens.indices.dropLast(words.count - 1).contains { start in
      oldTokens[start] == first && oldTokens[start..<start + words.count].elementsEqual(words)
    }
    let names = tokens.filter { $0.kind == .name }.map(\.text)
    return isWritten && names.allSatisfy { assigned[$0] == nil && !otherwise.contains($0) }
  }

  /// A parameter that a new statement gives another value.
  func overwritten() -> String? {
    parameters.sorted().first { name in
      otherwise.contains(name)
        || (assigned[name] ?? []).contains { !isKept($0, seen: [name]) }
    }.map { "gives \($0) another value" }
  }

  /// A parameter that was put into a text and is not bound; nil where a helper may do it.
  func missing(from bound: [[CodeToken]]) -> String? {
    guard !bound.isEmpty, region.statements.count(where: { $0.keyword == "def" }) == 1 else {
      return nil
    }
    var given: Set<String> = []
    var open = bound.flatMap { region.resolved($0) + $0 }.map(\.text)
    while let word = open.popLast() {
      if given.insert(word).inserted {
        open += (assigned[word] ?? []).flatMap { $0.map(\.text) }
      }
    }
    let wanted = before.statements.filter { statement in
      statement.keyword != "def" && statement.tokens.contains { $0.kind == .holedString }
        || statement.tokens.contains { $0.is("%") || $0.is("format") }
    }.flatMap { $0.tokens.filter { $0.kind == .name }.map(\.text) }
    return parameters.intersection(wanted).subtracting(given).sorted().first { name in
      // What a query is asked of is no value.
      !["self", "cls"].contains(name) && !isHolder(name)
    }.map { "does not bind \($0)" }
  }

  /// Whether a name is only there for its attributes, as a connection is.
  private func isHolder(_ name: String) -> Bool {
    let tokens = before.names.tokens
    return tokens.indices.dropLast().allSatisfy { index in
      !tokens[index].is(name) || tokens[index + 1].is(".")
        || tokens[index].line
          == before
          .statements.first?.line
    }
  }

  /// Whether the first bracket is closed by the last token.
  private static func encloses(_ tokens: ArraySlice<CodeToken>) -> Bool {
    var depth = 0
    for index in tokens.indices where tokens[index].kind == .op {
      if ["(", "[", "{"].contains(tokens[index].text) { depth += 1 }
      if [")", "]", "}"].contains(tokens[index].text) { depth -= 1 }
      if depth == 0 { return index == tokens.index(before: tokens.endIndex) }
    }
    return false
  }

  private static func parts(
    _ tokens: ArraySlice<CodeToken>, by sign: String
  ) -> [ArraySlice<CodeToken>] {
    var depth = 0
    return tokens.split { token in
      if token.kind == .op, ["(", "[", "{"].contains(token.text) { depth += 1 }
      if token.kind == .op, [")", "]", "}"].contains(token.text) { depth -= 1 }
      return depth == 0 && token.is(sign)
    }
  }
}
