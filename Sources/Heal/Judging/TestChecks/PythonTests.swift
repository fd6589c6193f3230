internal import Patches

/// Compares the tests of a Python file statement by statement.
struct PythonTests {
  private let file: FileCase
  private let hooks: [String]
  private let isNew: Bool
  private let oldNames: PythonNames
  private let newNames: PythonNames
  /// Every name that the old file mentions; a new binding of one changes what old tests mean.
  private let mentioned: Set<String>

  /// The packages of the project.
  private let packages: Set<String>

  init(_ file: FileCase, hooks: [String], old: PythonModule?, packages: Set<String>) {
    self.file = file
    self.hooks = hooks
    self.packages = packages
    isNew = old == nil
    oldNames = file.oldNames
    newNames = file.newNames
    mentioned = Set(
      (old?.all ?? []).flatMap(\.tokens).filter { $0.kind == .name }.map(\.text))
  }

  // MARK: A new file

  func added(_ module: PythonModule) -> [Observation] {
    module.statements.compactMap { gain($0, inClass: false) } + tampering(module.statements)
  }

  // MARK: A changed file

  func changed(to module: PythonModule) -> [Observation] {
    let old = file.oldModule?.statements ?? []
    return compare(old, module.statements, inClass: false)
  }

  /// Old statements must come back in their order; what is between is new.
  private func compare(
    _ old: [PythonModule.Statement], _ new: [PythonModule.Statement], inClass: Bool
  ) -> [Observation] {
    var found: [Observation] = []
    var rest = new[...]
    let keys = new.map { $0.keyword == "class" ? head($0) : $0.key }
    for statement in old {
      let key = statement.keyword == "class" ? head(statement) : statement.key
      let isClass = statement.keyword == "class"
      guard let place = rest.indices.first(where: { keys[$0] == key })
      else {
        let line = new.first { $0.name != nil && $0.name == statement.name }?.line
        found.append(
          Observation(file.path, line ?? statement.line, "was: " + summary(statement)))
        continue
      }
      found += gains(rest[..<place], inClass: inClass)
      if isClass { found += compare(statement.body, rest[place].body, inClass: true) }
      rest = rest[(place + 1)...]
    }
    return found + gains(rest, inClass: inClass)
  }

  private func head(_ statement: PythonModule.Statement) -> String {
    (statement.decorators.flatMap(\.tokens) + statement.tokens).map(\.text).joined(separator: " ")
  }

  private func summary(_ statement: PythonModule.Statement) -> String {
    statement.name ?? statement.tokens.prefix(12).map(\.text).joined(separator: " ")
  }

  private func gains(_ statements: ArraySlice<PythonModule.Statement>, inClass: Bool)
    -> [Observation]
  {
    if statements.isEmpty { return [] }
    return statements.compactMap { gain($0, inClass: inClass) } + tampering(Array(statements))
  }

  /// What is wrong with a new statement; nil for a new test, its helpers, imports and constants.
  private func gain(_ statement: PythonModule.Statement, inClass: Bool) -> Observation? {
    switch statement.keyword {
    case "def", "class": return definition(statement, inClass: inClass)
    case "import", "from":
      let names = PythonNames(statement.tokens)
      let bound = names.aliases.keys.first { mentioned.contains($0) }
      if let bound, !isSameImport(bound, names) { return seen(statement, "binds \(bound) anew") }
      return names.imports.contains { $0.name.hasSuffix(".*") } && !isNew
        ? seen(statement, "binds names that are not told") : nil
    case "if", "try", "else", "except", "finally", "with", "elif":
      // Guards around imports.
      let inner = statement.body.compactMap { gain($0, inClass: inClass) }
      let isPlain = statement.body.allSatisfy {
        ["import", "from", "def", "class"].contains($0.keyword)
      }
      return inner.first
        ?? (isPlain || statement.keyword != "with" && isNew ? nil : seen(statement))
    default: return simple(statement, inClass: inClass)
    }
  }

  private func isSameImport(_ name: String, _ names: PythonNames) -> Bool {
    let old = oldNames
    return old.aliases[name] != nil && old.aliases[name] == names.aliases[name]
  }

  private func simple(_ statement: PythonModule.Statement, inClass: Bool) -> Observation? {
    let tokens = statement.tokens
    if tokens.count == 1, tokens[0].kind == .string || tokens[0].is("pass") { return nil }
    guard let sign = tokens.firstIndex(where: { $0.is("=") || $0.is(":") }), sign > 0,
      tokens[..<sign].allSatisfy({ $0.kind == .name || $0.is(",") }), tokens[0].kind == .name
    else { return seen(statement, verdict: isNew ? .escalate : nil) }
    let names = tokens[..<sign].filter { $0.kind == .name }.map(\.text)
    if let name = names.first(where: isHook) {
      // Marks on a file of one's own concern nobody else.
      return isNew && name == "pytestmark" ? nil : seen(statement, name)
    }
    if let name = names.first(where: mentioned.contains) {
      return seen(statement, "binds \(name) anew")
    }
    // What runs while tests are collected runs before all of them.
    let known = newNames.aliases
    let calls = PythonCall.all(PythonNames(tokens, outer: known))
    let isPlain = calls.allSatisfy { call in
      Self.harmless.contains { call.name == $0 || call.name.hasPrefix($0 + ".") }
        || Self.harmless.contains("~." + call.name) || isOfProduct(call)
    }
    return isPlain
      ? nil : seen(statement, "calls something while tests are collected", verdict: .escalate)
  }

  /// Whether a class of the product is made: its code is loaded, and judged, in any case.
  private func isOfProduct(_ call: PythonCall) -> Bool {
    guard let package = call.name.split(separator: ".").first.map(String.init) else { return false }
    return packages.contains(package) && call.method.first?.isUppercase ?? false
      && newNames.imports.contains { $0.name == call.name }
  }

  /// What new tests may call outside of functions.
  private static let harmless: Set<String> = [
    "pytest.mark", "pytest.param", "pytest.approx", "pytest.importorskip", "pathlib.Path",
    "re.compile",
    "os.path", "datetime", "decimal.Decimal", "fractions.Fraction", "collections", "uuid.UUID",
    "typing", "enum", "dataclasses", "logging.getLogger", "~.set", "~.dict", "~.list", "~.tuple",
    "~.frozenset", "~.range", "~.len", "~.sorted", "~.str", "~.int", "~.float", "~.bytes",
    "~.bytearray", "~.object", "object", "bytes", "~.Path", "~.min", "~.max", "~.sum", "~.round",
    "~.zip",
    "~.enumerate", "?.encode", "?.decode", "?.resolve", "?.joinpath", "?.format", "?.join",
    "?.strip", "?.split", "?.parent", "?.lower", "?.upper",
  ]

  private func definition(_ statement: PythonModule.Statement, inClass: Bool) -> Observation? {
    let name = statement.name ?? ""
    if isHook(name), !(isNew && inClass) { return seen(statement, name) }
    if mentioned.contains(name) { return seen(statement, "binds \(name) anew") }
    for decorator in statement.decorators {
      let text = decorator.tokens.map(\.text).joined()
      if PlainText.contains(text, "fixture") {
        if PlainText.contains(text, "autouse") || PlainText.contains(text, "name=") {
          return seen(statement, "a fixture that acts on other tests")
        }
      }
    }
    if statement.keyword == "class" {
      return statement.body.compactMap { gain($0, inClass: true) }.first
    }
    return nil
  }

  private func isHook(_ name: String) -> Bool {
    hooks.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : name == $0 }
  }

  private func seen(
    _ statement: PythonModule.Statement, _ detail: String? = nil, verdict: Verdict? = nil
  ) -> Observation {
    Observation(
      file.path, statement.line,
      detail ?? statement.tokens.prefix(12).map(\.text).joined(separator: " "), verdict: verdict)
  }

  // MARK: Bodies

  /// Assignments in new tests that reach what other tests see: attributes of modules, `builtins`.
  private func tampering(_ statements: [PythonModule.Statement]) -> [Observation] {
    let names = newNames
    let imported = Set(names.aliases.keys)
    return statements.flatMap(\.all).compactMap { statement in
      let tokens = statement.tokens
      if let sign = tokens.firstIndex(where: { ["=", "+=", "|="].contains($0.text) }), sign > 2,
        tokens[0].kind == .name, imported.contains(tokens[0].text),
        tokens[1].is(".") || tokens[1].is("[")
      {
        return seen(statement, "changes \(tokens[0].text) for every test")
      }
      let calls = PythonCall.all(PythonNames(tokens, outer: names.aliases))
      let reaches = calls.contains { call in
        guard ["setattr", "delattr", "exec", "eval"].contains(call.name) else {
          return ["gc.get_objects", "sys.settrace", "sys.setprofile", "os._exit"].contains(
            call.name)
        }
        return call.name == "exec" || call.name == "eval"
          || call.positional.first?.first.map { imported.contains($0.text) } ?? true
      }
      // Patches without an end, and name spaces as dictionaries.
      let isLasting = calls.contains { call in
        ["MonkeyPatch", "start", "vars", "globals", "reload", "__setattr__", "__delattr__"]
          .contains(call.method)
          && (call.method != "start" || PlainText.contains(tokens.map(\.text).joined(), "patch"))
      }
      if isLasting || tokens.contains(where: { $0.is("__dict__") || $0.is("__code__") }) {
        return seen(statement, "may change what other tests see", verdict: .escalate)
      }
      let touches =
        tokens.contains { $0.is("builtins") || $0.is("__builtins__") }
        || PlainText.contains(tokens.map(\.text).joined(), "sys.modules")
      return reaches || touches ? seen(statement) : nil
    }
  }
}
