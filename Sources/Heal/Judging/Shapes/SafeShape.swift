internal import Patches

/// What a region has of a shape.
struct ShapeReading {
  /// Places that have the safe form.
  var safe = 0
  /// Places that have not.
  var unsafe = 0
  /// Texts that are put together, counted apart: a defect is often such a text and what is done with it.
  var assembled = 0
  /// Statements that are given to others as plain texts.
  var statements: [String] = []
  /// Values that are bound to such statements.
  var bound: [[CodeToken]] = []
  /// What only a person can tell.
  var doubts: [String] = []

  init(safe: Int = 0, unsafe: Int = 0) {
    self.safe = safe
    self.unsafe = unsafe
  }

  /// Counts calls by what is said of each; nil leaves one out.
  init(_ calls: [PythonCall], _ isSafe: (PythonCall) -> Bool?) {
    for call in calls {
      guard let answer = isSafe(call) else { continue }
      if answer { safe += 1 } else { unsafe += 1 }
    }
  }
}

/// The form that code must have after a finding was fixed; its absence alone proves nothing.
struct SafeShape: Sendable {
  /// Counts safe and unsafe places of a region.
  let read: @Sendable (ShapeRegion) -> ShapeReading
  /// Whether a safe place must be there afterwards.
  let isPositive: Bool

  /// Every shape by its name in `rules/judge`.
  static let all: [String: SafeShape] = [
    "bound-sql": SafeShape(read: boundSQL, isPositive: true),
    "narrow-mode": SafeShape(read: narrowMode, isPositive: false),
    "own-temporary-file": SafeShape(read: temporaryFile, isPositive: true),
    "safe-yaml": SafeShape(read: safeYAML, isPositive: true),
    "has-timeout": SafeShape(read: hasTimeout, isPositive: true),
    "no-shell": SafeShape(read: noShell, isPositive: true),
    "resolved-program": SafeShape(read: resolvedProgram, isPositive: true),
    "no-evaluation": SafeShape(read: noEvaluation, isPositive: false),
    "filtered-extraction": SafeShape(read: filteredExtraction, isPositive: true),
    "strong-or-marked-hash": SafeShape(read: markedHash, isPositive: true),
    "handled-exception": SafeShape(read: handledException, isPositive: false),
    "raised-not-asserted": SafeShape(read: raisedNotAsserted, isPositive: true),
    "secure-random": SafeShape(read: secureRandom, isPositive: true),
    "not-every-interface": SafeShape(read: notEveryInterface, isPositive: false),
    "verified-tls": SafeShape(read: verifiedTLS, isPositive: false),
    "no-pickle": SafeShape(read: noPickle, isPositive: false),
    "defused-xml": SafeShape(read: defusedXML, isPositive: true),
    "no-debugger": SafeShape(read: noDebugger, isPositive: false),
    "escaped-templates": SafeShape(read: escapedTemplates, isPositive: true),
  ]

  // MARK: Files

  private static func narrowMode(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(region.calls) { call in
      guard ["chmod", "fchmod", "lchmod", "mkfifo"].contains(call.method) else { return nil }
      guard let mode = call.named["mode"] ?? call.positional.last else { return false }
      let wide: Set<String> = [
        "S_IRWXO", "S_IWOTH", "S_IXOTH", "S_IWGRP", "S_IXGRP", "S_IRWXG", "S_ISUID", "S_ISGID",
      ]
      if mode.count == 1, mode[0].kind == .number {
        let text = mode[0].text.lowercased().filter { $0 != "_" }
        let value = text.hasPrefix("0o") ? Int(text.dropFirst(2), radix: 8) : Int(text)
        return value.map { $0 & 0o6033 == 0 } ?? false
      }
      let names = mode.filter { $0.kind == .name }.map(\.text)
      return !names.isEmpty && names.allSatisfy { $0 == "stat" || $0.hasPrefix("S_I") }
        && !names.contains(where: wide.contains)
        && mode.allSatisfy { $0.kind == .name || $0.is("|") || $0.is(".") }
    }
  }

  private static func temporaryFile(_ region: ShapeRegion) -> ShapeReading {
    let fixed = region.strings.count { text in
      ["/tmp", "/var/tmp", "/dev/shm"].contains { text.hasPrefix($0) }
    }
    let own = region.count([
      "tempfile.mkstemp", "tempfile.mkdtemp", "tempfile.TemporaryFile",
      "tempfile.NamedTemporaryFile", "tempfile.TemporaryDirectory", "tempfile.SpooledTemporaryFile",
    ])
    return ShapeReading(safe: own, unsafe: fixed + region.count(["tempfile.mktemp"]))
  }

  private static func filteredExtraction(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(region.calls) { call in
      guard ["extractall", "extract", "unpack_archive"].contains(call.method) else { return nil }
      guard let filter = call.named["filter"] else { return false }
      return filter.first?.stringValue == "data" || filter.last?.text == "data_filter"
    }
  }

  private static func safeYAML(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(region.calls) { call in
      guard call.name.hasPrefix("yaml.") else { return nil }
      switch call.method {
      case "safe_load", "safe_load_all": return true
      case "load", "load_all":
        let loader = call.named["Loader"] ?? (call.positional.count > 1 ? call.positional[1] : [])
        // By its full name: anybody can call something SafeLoader.
        let root = loader.first.map { region.names.aliases[$0.text] ?? "?" } ?? "?"
        let name = ([root] + loader.dropFirst().map(\.text)).joined()
        return ["yaml.SafeLoader", "yaml.CSafeLoader", "yaml.BaseLoader"].contains(name)
      case "unsafe_load", "full_load", "unsafe_load_all", "full_load_all": return false
      default: return nil
      }
    }
  }

  private static func noPickle(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(
      unsafe: region.count([
        "pickle", "cPickle", "dill", "shelve", "marshal", "jsonpickle", "joblib",
      ]))
  }

  private static func defusedXML(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(
      safe: region.count(["defusedxml"]),
      unsafe: region.count(["xml.etree", "xml.sax", "xml.dom", "xmlrpc", "lxml"]))
  }

  // MARK: Network

  private static func hasTimeout(_ region: ShapeRegion) -> ShapeReading {
    let methods: Set<String> = [
      "get", "post", "put", "delete", "patch", "head", "options", "request", "urlopen",
    ]
    return ShapeReading(region.calls) { call in
      guard methods.contains(call.method),
        ["requests.", "httpx.", "urllib."].contains(where: { call.name.hasPrefix($0) })
      else { return nil }
      return call.named["timeout"].map { isFinite($0, region) } ?? false
    }
  }

  /// Whether a timeout comes: numbers up to an hour, or something that has a name.
  private static func isFinite(_ value: [CodeToken], _ region: ShapeRegion) -> Bool {
    var seen: Set<String> = []
    return isFinite(value, region, &seen)
  }

  /// `seen` are the names that were asked about: one that stands for itself stands for nothing.
  private static func isFinite(
    _ value: [CodeToken], _ region: ShapeRegion, _ seen: inout Set<String>
  ) -> Bool {
    if value.count == 1, value[0].kind == .name {
      guard seen.insert(value[0].text).inserted, seen.count <= 16 else { return false }
      let values = values(of: value[0], region)
      if !values.isEmpty {
        for value in values where !isFinite(value, region, &seen) { return false }
        return true
      }
    }
    if let rest = callersOwn(value, region) { return isFinite(rest, region, &seen) }
    let words: Set<String> = ["None", "inf", "infinity", "nan", "float", "math", "maxsize"]
    return !value.isEmpty
      && value.allSatisfy { token in
        switch token.kind {
        case .number: Double(token.text.filter { $0 != "_" }).map { $0 > 0 && $0 <= 3600 } ?? false
        case .string, .holedString: false
        case .op: token.text != "?"
        default: !words.contains(token.text)
        }
      }
  }

  /// What `options.pop("timeout", 30)` gives when the caller says nothing, where `options` are the
  /// function's own keywords and are given on afterwards; nil for anything else.
  private static func callersOwn(_ value: [CodeToken], _ region: ShapeRegion) -> [CodeToken]? {
    guard value.count > 7, value[0].kind == .name, value[1].is("."), value[2].is("pop"),
      value[3].is("("), value[4].stringValue == "timeout", value[5].is(","),
      value[value.count - 1].is(")")
    else { return nil }
    guard let around = function(around: value[0], region) else { return nil }
    let isKeywords = zip(around.tokens, around.tokens.dropFirst()).contains {
      $0.is("**") && $1.is(value[0].text)
    }
    let uses = around.allTokens.count { $0.is(value[0].text) }
    // In the head, here, and where they are given on.
    return isKeywords && uses == 3 ? Array(value[6..<(value.count - 1)]) : nil
  }

  /// What a name can stand for: what its function assigns to it, its default there, or a constant.
  ///
  /// `?` is what it is bound to in another way; nothing is known of a parameter without a default.
  private static func values(of name: CodeToken, _ region: ShapeRegion) -> [[CodeToken]] {
    guard let function = function(around: name, region) else {
      return region.constants[name.text].map { [$0] } ?? []
    }
    let inner = function.all.dropFirst()
    var values = inner.filter { $0.assigns(name.text) }.map { Array($0.tokens[2...]) }
    if inner.contains(where: { $0.boundNames.contains(name.text) }) {
      values.append([CodeToken(.op, "?", line: name.line)])
    }
    if function.parameters.contains(name.text) {
      let value = function.defaults[name.text]
      if let value, !function.replaces(name) { values.append(value) }
    } else if values.isEmpty, let constant = region.constants[name.text] {
      values.append(constant)
    }
    return values
  }

  /// The innermost function that has a token.
  private static func function(
    around token: CodeToken, _ region: ShapeRegion
  ) -> PythonModule.Statement? {
    region.functions.filter { function in
      function.line <= token.line && token.line <= function.lastLine
        && function.allTokens.contains { $0.line == token.line && $0.is(token.text) }
    }.min { $0.lastLine - $0.line < $1.lastLine - $1.line }
  }

  private static func notEveryInterface(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(unsafe: region.strings.count { ["0.0.0.0", "::", "0", "[::]"].contains($0) })
  }

  private static func verifiedTLS(_ region: ShapeRegion) -> ShapeReading {
    var reading = ShapeReading(region.calls) { call in
      call.named["verify"].map { !($0.count == 1 && $0[0].is("False")) }
    }
    reading.unsafe += region.count(["ssl._create_unverified_context", "ssl.CERT_NONE"])
    reading.unsafe += region.statements.count { statement in
      statement.tokens.contains { $0.is("check_hostname") }
        && statement.tokens.last?.is("False") ?? false
    }
    return reading
  }

  private static func noDebugger(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(region.calls) { call in
      call.named["debug"].map { $0.count == 1 && $0[0].is("False") }
    }
  }

  private static func escapedTemplates(_ region: ShapeRegion) -> ShapeReading {
    ShapeReading(region.calls) { call in
      guard call.method == "Environment" || call.method == "Template" else { return nil }
      let value = call.named["autoescape"]
      return value?.first.map { $0.is("True") || $0.is("select_autoescape") || $0.is("jinja2") }
        ?? false
    }
  }
}
