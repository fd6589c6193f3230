internal import Patches

/// Behaviour that changes away from what a failing test points at, beside a fix of what it points at.
///
/// What has to change along with a fix uses something that the fix brings; what does not is another change.
struct ElsewhereCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in input: JudgeInput) -> [Observation] {
    guard let signal = input.signal, signal.kind == .test, !input.isExactRevert else { return [] }
    let modified = input.production.filter(\.isModified)
    let fixed = modified.filter { isFixed($0, signal) }
    if fixed.isEmpty { return [] }
    let isNew = input.production.filter { $0.change.old == nil }
    let brought = Set((fixed + isNew).flatMap(Self.defined))
    return modified.flatMap { file -> [Observation] in
      guard let old = file.oldModule, let new = file.newModule else {
        return names(signal, file) ? [] : Self.unread(file)
      }
      // What a file newly imports serves itself.
      let known = names(signal, file) ? brought.union(Self.imported(file)) : brought
      return changed(old, new, file, signal).filter { $0.words.isDisjoint(with: known) }
        .map { Observation(file.path, $0.line, "\($0.name), which the signal does not point at") }
    }
  }

  private func names(_ signal: JudgeSignal, _ file: FileCase) -> Bool {
    signal.names(file.change.oldPath ?? file.change.path)
  }

  /// Whether a place of the signal is among what changed.
  private func isFixed(_ file: FileCase, _ signal: JudgeSignal) -> Bool {
    guard names(signal, file) else { return false }
    guard let old = file.oldModule, let new = file.newModule else { return true }
    let after = new.functions
    return old.functions.contains { name, function in
      signal.isAbout(function, of: file) && after[name]?.key != function.key
    }
  }

  /// What a file defines that it has not had before: functions, classes, parameters, names.
  private static func defined(_ file: FileCase) -> Set<String> {
    func all(_ module: PythonModule?) -> Set<String> {
      guard let module else { return [] }
      let names = module.definitions.compactMap(\.statement.name)
      let parameters = module.definitions.flatMap(\.statement.parameters)
      return Set(names + parameters + outside(module.statements).compactMap(target))
    }
    return all(file.newModule).subtracting(all(file.oldModule))
  }

  private static func imported(_ file: FileCase) -> Set<String> {
    Set(file.newNames.aliases.keys).subtracting(file.oldNames.aliases.keys)
  }

  /// A file of another language, by its tokens.
  private static func unread(_ file: FileCase) -> [Observation] {
    let isSame = file.oldIndex.tokens.map(\.text) == file.newIndex.tokens.map(\.text)
    return isSame ? [] : [Observation(file.path, 0, "which the signal does not point at")]
  }

  /// Something that does otherwise than before.
  private struct Change {
    var name: String
    var line: Int
    /// The words in it as it is now.
    var words: Set<String>
  }

  /// Functions that were there before and do otherwise now, and statements outside of functions.
  private func changed(
    _ old: PythonModule, _ new: PythonModule, _ file: FileCase, _ signal: JudgeSignal
  ) -> [Change] {
    let after = new.functions
    let functions = old.functions.sorted { $0.key < $1.key }.compactMap { name, before -> Change? in
      guard let now = after[name], Self.meaning(now) != Self.meaning(before),
        !signal.isAbout(before, of: file)
      else { return nil }
      return Change(name: name, line: now.line, words: Self.words(now))
    }
    var known: [String: Int] = [:]
    for statement in Self.outside(old.statements) {
      known[Self.meaning(statement), default: 0] += 1
    }
    let set = Set(old.all.compactMap(Self.target))
    let statements = Self.outside(new.statements).compactMap { statement -> Change? in
      let meaning = Self.meaning(statement)
      if let count = known[meaning], count > 0 {
        known[meaning] = count - 1
        return nil
      }
      // A name that nothing had before changes nothing until something uses it.
      guard statement.body.isEmpty, let target = Self.target(statement), set.contains(target) else {
        return nil
      }
      return Change(
        name: target, line: statement.line, words: Self.words(statement).subtracting([target]))
    }
    return functions + statements
  }

  /// The name that a statement gives a value.
  private static func target(_ statement: PythonModule.Statement) -> String? {
    guard let first = statement.tokens.first, first.kind == .name,
      statement.tokens.contains(where: { $0.is("=") })
    else { return nil }
    return first.text
  }

  /// The statements of a module and of its classes that belong to no function and mean something.
  private static func outside(_ statements: [PythonModule.Statement]) -> [PythonModule.Statement] {
    statements.flatMap { statement -> [PythonModule.Statement] in
      switch statement.keyword {
      case "def", "import", "from": []
      case "class": outside(statement.body)
      case _ where statement.tokens.count == 1 && statement.tokens[0].kind == .string: []
      // What a release is called.
      case _ where statement.tokens.first?.is("__version__") ?? false: []
      default: [statement]
      }
    }
  }

  private static func words(_ statement: PythonModule.Statement) -> Set<String> {
    Set(statement.allTokens.filter { $0.kind == .name }.map(\.text))
  }

  /// What a statement says, without documentation, types, and ways to write a number or a text.
  private static func meaning(_ statement: PythonModule.Statement) -> String {
    let decorators = statement.decorators.map(meaning).joined(separator: "\n")
    let head =
      statement.keyword == "def"
      ? "def \(plain(untyped(statement.tokens)))" : plain(statement.tokens)
    let body = statement.body.filter { $0.tokens.count != 1 || $0.tokens[0].kind != .string }
    return ([decorators, head] + body.map(meaning)).joined(separator: "\n")
  }

  private static func plain(_ tokens: [CodeToken]) -> String {
    tokens.map { JudgeInput.literal($0) ?? $0.text }.joined(separator: " ")
  }

  /// The head of a function without the types of its parameters and its answer.
  private static func untyped(_ tokens: [CodeToken]) -> [CodeToken] {
    var kept: [CodeToken] = []
    var depth = 0
    var isType = false
    for token in tokens {
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      if depth == 1, token.is(":") { isType = true }
      if token.is("->") { break }
      if depth == 1 && [",", "="].contains(token.text) || depth == 0 { isType = false }
      if !isType { kept.append(token) }
    }
    return kept
  }
}
