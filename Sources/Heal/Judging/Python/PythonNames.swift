internal import Patches

/// What names mean in a Python file: imports, and dotted names with their imports resolved.
struct PythonNames {
  /// A dotted name where it is used, as if every import were of whole modules; `~.` before the name of
  /// a variable, `?.` before an attribute of something else.
  struct Reference {
    var name: String
    var line: Int
    /// Where its first token is.
    var index: Int
    /// Where the token after it is.
    var end: Int
  }

  /// What is imported, dotted, with the line.
  private(set) var imports: [(name: String, line: Int)] = []
  /// What a local name stands for.
  private(set) var aliases: [String: String] = [:]
  /// Every use of a name in order, of imports too.
  private(set) var references: [Reference] = []
  private(set) var tokens: [CodeToken]

  /// Reads the tokens of a file or a part of it; `outer` are aliases of the file around the part.
  init(_ tokens: [CodeToken], outer: [String: String] = [:]) {
    self.tokens = tokens.filter { ![.comment, .indent, .dedent].contains($0.kind) }
    aliases = outer
    readImports()
    readReferences()
  }

  private func isStart(_ index: Int) -> Bool {
    index == 0 || tokens[index - 1].kind == .newline || tokens[index - 1].is(";")
      || tokens[index - 1].is(":")
  }

  private mutating func readImports() {
    var index = 0
    while index < tokens.count {
      if isStart(index), tokens[index].is("import") {
        index = plainImport(index + 1)
      } else if isStart(index), tokens[index].is("from") {
        index = fromImport(index + 1)
      } else {
        index += 1
      }
    }
  }

  private func isEnd(_ index: Int) -> Bool {
    index >= tokens.count || tokens[index].kind == .newline || tokens[index].is(";")
  }

  private mutating func plainImport(_ start: Int) -> Int {
    var index = start
    while !isEnd(index) {
      let (name, next) = dotted(index)
      if name.isEmpty {
        index += 1
        continue
      }
      imports.append((name, tokens[index].line))
      index = next
      if index + 1 < tokens.count, tokens[index].is("as") {
        aliases[tokens[index + 1].text] = name
        index += 2
      } else if let root = name.split(separator: ".").first {
        aliases[String(root)] = String(root)
      }
    }
    return index
  }

  private mutating func fromImport(_ start: Int) -> Int {
    var index = start
    var prefix = ""
    while !isEnd(index), tokens[index].is(".") || tokens[index].is("...") {
      prefix += tokens[index].text
      index += 1
    }
    var module = prefix
    if !isEnd(index), !tokens[index].is("import") {
      let (name, next) = dotted(index)
      module += name
      index = max(next, index + 1)
    }
    guard !isEnd(index), tokens[index].is("import") else { return index }
    index += 1
    let joint = module.hasSuffix(".") ? "" : "."
    while !isEnd(index) {
      let token = tokens[index]
      if token.kind == .name || token.is("*") {
        let name = module + joint + token.text
        imports.append((name, token.line))
        if index + 2 < tokens.count, tokens[index + 1].is("as") {
          aliases[tokens[index + 2].text] = name
          index += 3
          continue
        }
        aliases[token.text] = name
      }
      index += 1
    }
    return index
  }

  /// A dotted name and the place after it.
  private func dotted(_ start: Int) -> (String, Int) {
    guard start < tokens.count, tokens[start].kind == .name else { return ("", start) }
    var name = tokens[start].text
    var index = start + 1
    while index + 1 < tokens.count, tokens[index].is("."), tokens[index + 1].kind == .name {
      name += "." + tokens[index + 1].text
      index += 2
    }
    return (name, index)
  }

  /// The built-in names that checks ask for.
  private static let builtins: Set<String> = [
    "getattr", "setattr", "delattr", "eval", "exec", "compile", "globals", "locals", "vars", "exit",
    "quit", "SystemExit", "open", "type", "bytes", "object", "breakpoint", "__import__",
    "__builtins__", "execfile",
  ]

  private mutating func readReferences() {
    var index = 0
    var found: [Reference] = imports.map {
      Reference(name: $0.name, line: $0.line, index: -1, end: -1)
    }
    while index < tokens.count {
      guard tokens[index].kind == .name else {
        index += 1
        continue
      }
      let (written, end) = dotted(index)
      let isAttribute = index > 0 && tokens[index - 1].is(".")
      var name = written
      if isAttribute {
        name = "?." + written
      } else {
        let parts = written.split(separator: ".", maxSplits: 1)
        if let first = parts.first, let meaning = aliases[String(first)] {
          name = parts.count > 1 ? meaning + "." + parts[1] : meaning
        } else if written.hasPrefix("__builtins__.") {
          name = written.split(separator: ".").dropFirst().joined(separator: ".")
        } else if let first = parts.first, !Self.builtins.contains(String(first)) {
          // A variable that happens to be called like a module is none.
          name = "~." + written
        }
      }
      if name.hasPrefix("builtins.") { name = String(name.dropFirst(9)) }
      found.append(Reference(name: name, line: tokens[index].line, index: index, end: end))
      index = end
    }
    references = found
  }

  /// Adds the names of another part; its references keep no place among the tokens.
  mutating func add(_ other: PythonNames) {
    references += other.references.map {
      Reference(name: $0.name, line: $0.line, index: -1, end: -1)
    }
    tokens += other.tokens
  }
}
