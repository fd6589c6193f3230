internal import Patches

/// A call in a Python file with its arguments.
struct PythonCall {
  /// The dotted name that is called, imports resolved; `?.x` for a method of something else.
  var name: String
  var line: Int
  /// Where its opening bracket is among the tokens.
  let start: Int
  /// The tokens around it; shared, so that a thousand nested calls cost no copies.
  private let tokens: [CodeToken]

  /// Arguments by position, each as its tokens; found anew each time.
  var positional: [[CodeToken]] { arguments.filter { !Self.isNamed($0) } }

  /// Arguments by name; found anew each time.
  var named: [String: [CodeToken]] {
    Dictionary(
      arguments.filter(Self.isNamed).map { ($0[0].text, Array($0.dropFirst(2))) }
    ) { $1 }
  }

  private static func isNamed(_ argument: [CodeToken]) -> Bool {
    argument.count > 1 && argument[0].kind == .name && argument[1].is("=")
  }

  /// The last part of the name.
  var method: String { name.split(separator: ".").last.map(String.init) ?? "" }

  /// Every call among the tokens of a file or a part of it.
  static func all(_ names: PythonNames) -> [PythonCall] {
    names.references.compactMap { reference in
      guard reference.index >= 0, reference.end < names.tokens.count,
        names.tokens[reference.end].is("("), !isDefinition(reference, names.tokens)
      else { return nil }
      return PythonCall(
        name: reference.name, line: reference.line, start: reference.end, tokens: names.tokens)
    }
  }

  private static func isDefinition(_ reference: PythonNames.Reference, _ tokens: [CodeToken])
    -> Bool
  {
    reference.index > 0 && ["def", "class"].contains(tokens[reference.index - 1].text)
  }

  /// The arguments up to the bracket that closes the call.
  private var arguments: [[CodeToken]] {
    var arguments: [[CodeToken]] = []
    var current: [CodeToken] = []
    var depth = 0
    for token in tokens[min(start + 1, tokens.count)...] {
      if token.kind == .op {
        switch token.text {
        case "(", "[", "{": depth += 1
        case ")", "]", "}":
          depth -= 1
          if depth < 0 {
            if !current.isEmpty { arguments.append(current) }
            return arguments
          }
        case "," where depth == 0:
          if !current.isEmpty { arguments.append(current) }
          current = []
          continue
        default: break
        }
      }
      if token.kind != .newline { current.append(token) }
    }
    return arguments
  }
}
