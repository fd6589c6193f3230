internal import Text

/// What identifies the trouble of one signal, in several ways.
struct SignalKeys {
  /// The fingerprint.
  var primary: String
  /// Further fingerprints that hold from run to run.
  var aliases: [String]
  /// What joins signals of one reading, such as an exact line; worth nothing later.
  var joints: [String]
  /// The place with the project's path.
  var place: Place?
  var functions: [String]

  /// How many functions of a stack count, from the innermost.
  static let mostFunctions = 8

  /// Gives one digest of parts; each part is preceded by its length, so that no two lists agree.
  static func digest(_ parts: [String]) -> String {
    var bytes: [UInt8] = Array("sentinel.incident/1".utf8)
    for part in parts {
      let text = Array(part.utf8)
      bytes += Array("\n\(text.count):".utf8) + text
    }
    return SHA256.hex(of: bytes)
  }

  /// Makes the keys of a signal that happened: a stack, a failed test.
  init(happened signal: Signal, _ paths: ProjectPaths) {
    let own = signal.frames.compactMap { frame -> (function: String, place: Place)? in
      guard let place = frame.place, let path = paths.relative(place.path) else { return nil }
      return (
        MessageNormalisation.function(frame.function),
        Place(path: path, line: place.line, column: place.column)
      )
    }
    let code = own.filter { !ProjectPaths.isTest($0.place.path) }
    let counted = (code.isEmpty ? own : code).suffix(Self.mostFunctions)
    functions = counted.map(\.function)
    let named = signal.place.flatMap { place in
      paths.relative(place.path).map { Place(path: $0, line: place.line, column: place.column) }
    }
    place = counted.last?.place ?? named
    let rule = signal.rule ?? ""
    let path = place?.path ?? ""
    aliases = []
    joints = []
    let stack = Self.digest(["stack", rule, path] + functions)
    let isTold = !code.isEmpty || (signal.kind == .stackTrace && !own.isEmpty)
    if signal.kind == .testFailure, let test = signal.test {
      let byTest = Self.digest(["test", test.canonical])
      // An expectation that fails in the test itself belongs to that test alone.
      primary =
        isTold
        ? Self.digest([signal.kind.rawValue, rule, path] + functions)
        : Self.digest(["testFailure", rule, test.canonical])
      aliases = [byTest]
    } else if isTold {
      primary = Self.digest([signal.kind.rawValue, rule, path] + functions)
    } else {
      primary = Self.digest([
        signal.kind.rawValue, rule, path, MessageNormalisation.message(signal.message),
      ])
    }
    if isTold { aliases.append(stack) }
    if let place, let line = place.line, !rule.isEmpty, !ProjectPaths.isTest(place.path) {
      joints.append("raised|\(place.path)|\(line)|\(rule)")
    }
  }

  /// Makes the keys of a signal that stands somewhere: of a compiler, a linter, a scanner.
  init(standing signal: Signal, _ paths: ProjectPaths, context: String?, occurrence: Int) {
    let path = signal.place.map { paths.relative($0.path) ?? $0.path }
    place = signal.place.flatMap { place in
      path.map { Place(path: $0, line: place.line, column: place.column) }
    }
    functions = []
    let text = MessageNormalisation.message(signal.message)
    let rule = signal.rule ?? text
    let byText = Self.digest([
      signal.kind.rawValue, signal.tool, rule, path ?? "", text, String(occurrence),
    ])
    primary = context.map { Self.digest([signal.kind.rawValue, $0]) } ?? byText
    aliases = context == nil ? [] : [byText]
    if let fingerprint = signal.fingerprint { aliases.append(fingerprint) }
    joints = []
    if let place, let line = place.line { joints.append("at|\(place.path)|\(line)|\(text)") }
  }

  /// Makes the keys of a known vulnerability: the identifier on which databases agree most.
  init(advisory signal: Signal, _ paths: ProjectPaths) {
    let path = signal.place.map { paths.relative($0.path) ?? $0.path }
    place = signal.place.flatMap { place in path.map { Place(path: $0, line: place.line) } }
    functions = []
    let names = (signal.aliases.isEmpty ? [signal.rule ?? ""] : signal.aliases).map {
      $0.uppercased()
    }
    let name = names.filter { $0.hasPrefix("CVE-") }.min() ?? names.min() ?? ""
    primary = signal.fingerprint ?? Self.digest(["advisory", name, path ?? ""])
    aliases = names.map { Self.digest(["advisory", $0, path ?? ""]) }
    joints = []
  }
}
