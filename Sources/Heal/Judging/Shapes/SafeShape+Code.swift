internal import Patches

extension SafeShape {
  // MARK: Processes

  static func resolvedProgram(_ region: ShapeRegion) -> ShapeReading {
    var reading = ShapeReading(region.calls) { call in
      guard call.name.hasPrefix("subprocess.") || call.name.hasPrefix("os.exec"),
        let command = call.positional.first ?? call.named["args"]
      else { return nil }
      let tokens = command.drop { $0.is("[") || $0.is("(") }
      guard let program = tokens.first else { return false }
      if program.kind == .string { return program.stringValue?.hasPrefix("/") ?? false }
      return program.kind == .name
        && (region.uses("shutil.which") || region.constants[program.text] == nil)
    }
    // The library does what the program of that name did.
    if region.mentionedBefore("rm") { reading.safe += region.count(["shutil.rmtree"]) }
    return reading
  }

  static func noEvaluation(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(unsafe: region.count(["eval", "exec", "compile", "__import__"]))
  }

  // MARK: Cryptography

  static func markedHash(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(region.calls) { call in
      guard call.name.hasPrefix("hashlib.") || call.name.hasPrefix("Crypto.Hash") else {
        return nil
      }
      let isWeak =
        ["md5", "sha1", "md4"].contains(call.method)
        || call.method == "new"
          && ["md5", "sha1", "md4"].contains(call.positional.first?.first?.stringValue ?? "md5")
      let mark = call.named["usedforsecurity"]
      return !isWeak || (mark?.count == 1 && mark?[0].is("False") ?? false)
    }
  }

  static func secureRandom(_ region: ShapeRegion) -> ShapeReading {
    let all = region.count(["random"])
    let system = region.count(["random.SystemRandom"])
    // Names of the file for its functions, where the function has none of that name itself.
    let own = Set(region.statements.first?.parameters ?? [])
    let named = region.names.references.count { reference in
      guard reference.name.hasPrefix("~."), case let name = String(reference.name.dropFirst(2)),
        !own.contains(name), let value = region.constants[name], value.count == 7,
        let module = region.names.aliases[value[0].text]
      else { return false }
      return ["secrets", "random"].contains(module)
        && value[1...5].map(\.text).joined() == ".SystemRandom()."
    }
    return ShapeReading(safe: system + region.count(["secrets"]) + named, unsafe: all - system)
  }

  // MARK: Statements

  static func handledException(_ region: ShapeRegion) -> ShapeReading {
    var reading = ShapeReading()
    for statement in region.statements where statement.keyword == "except" {
      let isHandled =
        statement.tokens.count > 1 && statement.body.flatMap(\.all).contains(where: handles)
      if isHandled { reading.safe += 1 } else { reading.unsafe += 1 }
    }
    reading.unsafe += region.count(["contextlib.suppress"])
    return reading
  }

  private static let tellers: Set<String> = [
    "exception", "error", "warning", "warn", "info", "debug", "critical", "log", "fatal", "print",
    "print_exc", "write", "capture_exception", "append", "add", "put", "rollback", "abort", "fail",
  ]

  /// Whether a statement of a handler does something with what happened: tells it, gives it on,
  /// answers, or remembers it.
  private static func handles(_ statement: PythonModule.Statement) -> Bool {
    if ["raise", "return", "yield"].contains(statement.keyword) { return true }
    let tokens = statement.tokens
    if let sign = tokens.firstIndex(where: { $0.is("=") || $0.is("+=") }) {
      return sign > 0 && tokens[0].text != "_"
    }
    return tokens.indices.dropLast().contains { index in
      tokens[index].kind == .name && tellers.contains(tokens[index].text)
        && tokens[index + 1].is("(")
    }
  }

  static func raisedNotAsserted(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(
      safe: region.statements.count { $0.keyword == "raise" },
      unsafe: region.statements.count { $0.keyword == "assert" })
  }
}
