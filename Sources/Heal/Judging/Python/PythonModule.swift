internal import Patches

/// The statements of a Python file as a tree of blocks: enough to say what belongs to what.
struct PythonModule: Sendable {
  /// A simple statement, or the head of a compound one with its block.
  struct Statement: Sendable {
    /// The tokens without comments; of a compound statement, up to and without the last colon.
    var tokens: [CodeToken]
    /// Decorators, in order.
    var decorators: [Statement] = []
    /// The block of a compound statement.
    var body: [Statement] = []

    /// The line of the first token, from 1.
    var line: Int { tokens.first?.line ?? 0 }
    /// The first word, `async` skipped.
    var keyword: String {
      let first = tokens.first?.text == "async" ? tokens.dropFirst().first : tokens.first
      return first?.kind == .name ? first?.text ?? "" : ""
    }
    /// The name of a function or class.
    var name: String? {
      guard keyword == "def" || keyword == "class" else { return nil }
      return tokens.drop { $0.text != keyword }.dropFirst().first?.text
    }
    /// The names of a function's parameters in order.
    var parameters: [String] { parameterParts.compactMap(\.first?.text) }
    /// What a function's parameters are when the caller says nothing.
    var defaults: [String: [CodeToken]] {
      var found: [String: [CodeToken]] = [:]
      for part in parameterParts {
        guard let name = part.first, let sign = part.firstIndex(where: { $0.is("=") }) else {
          continue
        }
        found[name.text] = Array(part[(sign + 1)...])
      }
      return found
    }
    /// Where the parameters begin: behind the name, and behind type parameters in square brackets.
    var openBracket: Int? {
      var depth = 0
      return tokens.firstIndex { token in
        if token.is("[") { depth += 1 }
        if token.is("]") { depth -= 1 }
        return depth == 0 && token.is("(")
      }
    }
    /// What stands between the commas of a function's parameters, without stars, the name first.
    private var parameterParts: [[CodeToken]] {
      guard keyword == "def", let open = openBracket else { return [] }
      var depth = 0
      var parts: [[CodeToken]] = [[]]
      for token in tokens[open...] {
        if token.kind == .op, [")", "]", "}"].contains(token.text) { depth -= 1 }
        if depth == 0, token.is(")") { break }
        if depth == 1, token.is(",") {
          parts.append([])
        } else if depth > 0, !(parts[parts.count - 1].isEmpty && token.text.first == "*") {
          parts[parts.count - 1].append(token)
        }
        if token.kind == .op, ["(", "[", "{"].contains(token.text) { depth += 1 }
      }
      return parts.filter { $0.first?.kind == .name }
    }
    /// The last line of the statement, block included.
    var lastLine: Int { body.last?.lastLine ?? tokens.last?.line ?? line }
    /// The statement and everything in its block.
    var all: [Statement] { [self] + body.flatMap(\.all) }
    /// The tokens, with those of the block.
    var allTokens: [CodeToken] { decorators.flatMap(\.tokens) + tokens + body.flatMap(\.allTokens) }
    /// What two statements with equal meaning have in common.
    var key: String { allTokens.map(\.text).joined(separator: " ") }
  }

  /// A function or class with its dotted name; of several with one name the last has `#2` and so on.
  struct Definition: Sendable {
    var name: String
    var statement: Statement
    var isClass: Bool { statement.keyword == "class" }
  }

  let statements: [Statement]

  init(_ tokens: [CodeToken]) {
    var reader = Reader(tokens: tokens.filter { $0.kind != .comment })
    statements = reader.block()
  }

  /// Every statement of the file.
  var all: [Statement] { statements.flatMap(\.all) }

  /// Every function and class, outer ones first.
  var definitions: [Definition] {
    var found: [Definition] = []
    var counts: [String: Int] = [:]
    func visit(_ statements: [Statement], _ prefix: String) {
      for statement in statements {
        var inner = prefix
        if let name = statement.name {
          let full = prefix.isEmpty ? name : prefix + "." + name
          counts[full, default: 0] += 1
          let count = counts[full, default: 1]
          found.append(
            Definition(name: count > 1 ? "\(full)#\(count)" : full, statement: statement))
          inner = full
        }
        visit(statement.body, inner)
      }
    }
    visit(statements, "")
    return found
  }

  /// The functions by name.
  var functions: [String: Statement] {
    Dictionary(definitions.filter { !$0.isClass }.map { ($0.name, $0.statement) }) { $1 }
  }

  /// The innermost function around a line.
  func function(at line: Int) -> Definition? {
    definitions.last { definition in
      !definition.isClass
        && (definition.statement
          .line...max(definition.statement.line, definition.statement.lastLine))
          .contains(line)
    }
  }

  private struct Reader {
    var tokens: [CodeToken]
    var at = 0

    static let compound: Set<String> = [
      "if", "elif", "else", "for", "while", "try", "except", "finally", "with", "def", "class",
      "match", "case", "async",
    ]

    mutating func block(depth: Int = 0) -> [Statement] {
      var statements: [Statement] = []
      var decorators: [Statement] = []
      while at < tokens.count {
        switch tokens[at].kind {
        case .dedent:
          if depth > 0 { return statements }
          at += 1
        case .newline, .indent: at += 1
        default:
          for var statement in line(depth: depth) {
            if statement.tokens.first?.text == "@" {
              decorators.append(statement)
              continue
            }
            statement.decorators = decorators
            decorators = []
            statements.append(statement)
          }
        }
      }
      return statements
    }

    /// The statements of one logical line, the block after it included.
    private mutating func line(depth: Int) -> [Statement] {
      let start = at
      while at < tokens.count, tokens[at].kind != .newline { at += 1 }
      let content = Array(tokens[start..<at])
      if at < tokens.count { at += 1 }
      guard let colon = Self.colon(of: content) else { return Self.simple(content) }
      var statement = Statement(tokens: Array(content[..<colon]))
      let rest = Array(content[(colon + 1)...])
      if !rest.isEmpty {
        statement.body = Self.simple(rest)
      } else if at < tokens.count, tokens[at].kind == .indent {
        at += 1
        statement.body = block(depth: depth + 1)
        if at < tokens.count, tokens[at].kind == .dedent { at += 1 }
      }
      return [statement]
    }

    /// The colon that ends the head of a compound statement.
    private static func colon(of tokens: [CodeToken]) -> Int? {
      guard let first = tokens.first, first.kind == .name, compound.contains(first.text) else {
        return nil
      }
      // `match` and `case` are also ordinary names.
      if ["match", "case"].contains(first.text), tokens.count > 1,
        tokens[1].kind == .op && ["=", ".", ",", ")", "]"].contains(tokens[1].text)
      {
        return nil
      }
      var depth = 0
      var lambdas = 0
      for (index, token) in tokens.enumerated() {
        if token.kind == .name, token.text == "lambda", depth == 0 { lambdas += 1 }
        guard token.kind == .op else { continue }
        switch token.text {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        case ":" where depth == 0:
          if lambdas == 0 { return index }
          lambdas -= 1
        default: break
        }
      }
      return nil
    }

    private static func simple(_ tokens: [CodeToken]) -> [Statement] {
      tokens.split { $0.kind == .op && $0.text == ";" }.map { Statement(tokens: Array($0)) }
    }
  }
}
