/// Lines of the form `path:line:column: level: message`, which hundreds of compilers and linters write.
struct CompilerLine: TextReader {
  /// What is in front of a place and belongs to a build tool.
  private static let leads = [
    "[error] ", "[warn] ", "[ERROR] ", "[WARNING] ", "[INFO] ", "error:", "ERROR: ", "Error: ",
    "WARNING: ", "e: ", "w: ", "vet: ", "%Error: ", "lua: ", "luac: ", "ruby: ",
  ]
  private static let codeSuffixes: Set<String> = [
    "c", "h", "cc", "cpp", "cxx", "hpp", "m", "mm", "swift", "go", "rs", "java", "kt", "scala",
    "cs", "hs",
    "ml", "mli", "f90", "zig", "d", "nim", "ex", "exs", "erl", "cu", "S", "s", "proto", "groovy",
  ]

  /// The number of the signal to which notes that follow belong.
  private var last: Int?
  /// Whether a heading of Go's compiler, `# package`, stands above.
  private var isGoBuild = false

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    if line.starts(with: "# "), line.bytes.contains(UInt8(ascii: "/")) || line.contains(".") {
      isGoBuild = true
    }
    let indent = line.skipBlanks()
    guard indent < 40 else { return false }
    var lead = line.take(anyOf: Self.leads)
    if line.starts(with: "%Warning-"), line.take(upTo: ": ") != nil { lead = "[warn] " }
    if lead == "ERROR: " || lead == "Error: " || lead == "WARNING: " || lead == "error:"
      || lead == "vet: ",
      DiagnosticPlace.read(line) == nil
    {
      return false
    }
    if lead == "e: " || lead == "w: " { _ = line.take("file://") }
    if lead == "[error] " || lead == "[warn] " { line.skipBlanks() }
    guard let found = DiagnosticPlace.read(line) else { return false }
    var text = DiagnosticText(found.rest)
    guard found.hasColon || lead != nil || isBare(found, line) else { return false }
    guard !text.message.isEmpty || found.hasColon else { return false }
    if ["e: ", "error:", "ERROR: ", "%Error: ", "lua: ", "luac: ", "ruby: "].contains(lead) {
      lead = "[error] "
    }
    if isNote(indent, text, lead) {
      if let last { sink.relate(found.place, to: last) }
      page.index += 1
      return true
    }
    page.index += 1
    if Self.lacksMessage(text) { text.message = Self.nextMessage(&page) }
    last = sink.reading.signals.count
    sink.add(signal(found.place, text, lead: lead, indent: indent, page), .compilerLine)
    return true
  }

  /// `path:line message` without a colon, as Fasterer and Slim-Lint write, counts for known kinds of files.
  private func isBare(_ found: DiagnosticPlace, _ line: ByteCursor) -> Bool {
    found.rest.first?.isBlank == true && DiagnosticPlace.isSource(found.place.path)
      && !found.rest.trimmed.isEmpty
  }

  private func isNote(_ indent: Int, _ text: DiagnosticText, _ lead: String?) -> Bool {
    guard last != nil, lead == nil else { return false }
    return (text.level == .note && text.hasWord && text.rule == nil)
      || (indent > 2 && !text.hasWord)
  }

  private func signal(
    _ place: Place, _ text: DiagnosticText, lead: String?, indent: Int, _ page: Page
  ) -> Signal {
    var text = text
    // Standard Ruby puts the rule in front of every message.
    if indent == 2, let rule = text.rule, rule.utf8.contains(UInt8(ascii: "/")),
      text.message.hasPrefix(rule + ": ")
    {
      text.message = String(text.message.dropFirst(rule.count + 2))
    }
    var level = text.level ?? (lead == "[error] " || lead == "[ERROR] " ? .error : .warning)
    let isCode = DiagnosticPlace.suffix(of: place.path).map(Self.codeSuffixes.contains) ?? false
    let isGo = isGoBuild && place.path.hasSuffix(".go") && !text.hasWord
    if isGo { level = .error }
    let isCompiler = isCode && level == .error && (text.hasWord || lead != nil || isGo)
    var place = place
    if place.column == nil, let column = Self.caret(page, lead: lead) {
      place = Place(path: place.path, line: place.line, column: column)
    }
    var signal = Signal(
      isCompiler ? .compilerError : .lint, tool: isGo ? "go" : Self.tool(place, text),
      rule: text.rule,
      level: level,
      message: text.message, place: place)
    if text.message.hasPrefix("runtime error: ") {
      (signal.kind, signal.tool) = (.stackTrace, "UndefinedBehaviorSanitizer")
    }
    return signal
  }

  private static func tool(_ place: Place, _ text: DiagnosticText) -> String {
    if text.rule?.hasPrefix("B") == true, place.path.hasSuffix(".py"), text.rule?.utf8.count == 4 {
      return "bandit"
    }
    guard text.hasWord else { return "" }
    return switch DiagnosticPlace.suffix(of: place.path) {
    case "c", "h", "cc", "cpp", "cxx", "hpp", "m", "mm": "cc"
    case "swift": "swiftc"
    case "java": "javac"
    case "go": "go"
    case "scala": "scalac"
    case "kt": "kotlinc"
    case "hs": "ghc"
    case "py", "pyi": "mypy"
    default: ""
    }
  }

  /// Whether a message only names the rule or, as pydocstyle's, the function, and goes on below.
  private static func lacksMessage(_ text: DiagnosticText) -> Bool {
    text.message.isEmpty || text.message == text.rule.map { "[\($0)]" }
      || (!text.hasWord && text.message.hasPrefix("in ") && text.message.hasSuffix(":"))
  }

  /// The message that begins below its place; gfortran draws the code first.
  private static func nextMessage(_ page: inout Page) -> String {
    for step in 0..<8 {
      var line = page.line(step)
      guard line.take("Error: ") || line.take("Warning: ") else { continue }
      page.index += step + 1
      return line.trimmed
    }
    return (0..<3).lazy.map { [page] in page.line($0).trimmed }.first { !$0.isEmpty } ?? ""
  }

  /// The column of the caret that javac and scalac draw below the code.
  private static func caret(_ page: Page, lead: String?) -> Int? {
    for step in 0..<4 {
      var line = page.line(step)
      if let lead { guard line.take(lead) else { return nil } }
      if step < 3, DiagnosticPlace.read(line) != nil { return nil }
      guard ByteCursor(line.trimmed).rest == "^" else { continue }
      return line.skipBlanks() + 1
    }
    return nil
  }
}
