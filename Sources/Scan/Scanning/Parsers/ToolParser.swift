import Findings
internal import Text

/// The readers of reports, by the names that descriptors use.
package enum ParserID: String, CaseIterable, Sendable {
  case bandit, semgrep, ruff, shellcheck
  case detectSecrets = "detect-secrets"

  var parser: any ToolParser {
    switch self {
    case .bandit: BanditParser()
    case .semgrep: SemgrepParser()
    case .ruff: RuffParser()
    case .shellcheck: ShellcheckParser()
    case .detectSecrets: DetectSecretsParser()
    }
  }
}

/// Reads the report of one tool; the bytes are hostile.
protocol ToolParser: Sendable {
  /// Reads one report, or says why it is none.
  func parse(_ answer: ToolAnswer, _ context: ParsingContext) throws(ParsingFailure) -> ToolReport
}

/// What a tool wrote.
struct ToolAnswer: Sendable {
  var output: [UInt8]
  var errors: [UInt8] = []
}

/// What a parser needs to know besides the bytes.
struct ParsingContext: Sendable {
  let descriptor: ToolDescriptor
  let index: PathIndex
}

/// Why a report could not be read.
struct ParsingFailure: Error, Equatable, CustomStringConvertible {
  let description: String
}

/// What a report says.
struct ToolReport: Equatable, Sendable {
  /// The findings in files of the tree.
  var findings: [ToolFinding] = []
  /// The files that the tool says it examined.
  var seen: Set<TreePath> = []
  /// The files that it could not examine, and why.
  var failed: [TreePath: String] = [:]
  /// Troubles that belong to no file; any of them makes the run incomplete.
  var troubles: [String] = []
  /// The rules that fired on each canary, by its name.
  var canaryRules: [String: Set<String>] = [:]

  /// Files a result under the file of the tree, the canary, or as a trouble.
  mutating func add(
    at path: String, rule: String, _ context: ParsingContext,
    _ finding: (TreePath) -> ToolFinding
  ) {
    switch context.index.target(path) {
    case .file(let file): findings.append(finding(file))
    case .canary(let name): canaryRules[name, default: []].insert(rule)
    case .outside: outside(path)
    }
  }

  /// Notes that a file was examined.
  mutating func sawFile(at path: String, _ context: ParsingContext) {
    if case .file(let file) = context.index.target(path) { seen.insert(file) }
  }

  /// Notes that a file was not examined.
  mutating func failedFile(at path: String, _ reason: String, _ context: ParsingContext) {
    switch context.index.target(path) {
    case .file(let file): failed[file] = failed[file] ?? reason
    case .canary: troubles.append("a canary was not examined: \(reason)")
    case .outside: outside(path)
    }
  }

  private mutating func outside(_ path: String) {
    let trouble = "names a file that it was not given: \(VisibleText.line(path))"
    if !troubles.contains(trouble), troubles.count < 100 { troubles.append(trouble) }
  }
}

extension ParsingContext {
  /// Makes a finding with what the descriptor knows about its rule.
  func finding(
    rule: String, title: String, message: String, severity: Severity?, confidence: Confidence?,
    cwe: [Int] = [], location: Location, helpURL: String? = nil, weaknessClass: String? = nil
  ) -> ToolFinding {
    let known = descriptor.rule(rule)
    let shownTitle = Self.sentence(title)
    return ToolFinding(
      tool: descriptor.name, rule: rule, weaknessClass: weaknessClass ?? known?.weaknessClass,
      title: shownTitle,
      message: known?.hidesMessage == true ? shownTitle : message,
      severity: known?.severity ?? severity ?? .medium,
      confidence: known?.confidence ?? confidence ?? .medium,
      cwe: cwe.isEmpty ? known?.cwe ?? [] : Set(cwe).sorted(), location: location,
      helpURL: helpURL)
  }

  /// One line without a trailing full stop and of bearable length.
  private static func sentence(_ text: String) -> String {
    let line = VisibleText.line(text)
    let short = line.count > 200 ? line.prefix(199) + "…" : line[...]
    return String(short.hasSuffix(".") ? short.dropLast() : short)
  }
}

extension JSONValue {
  /// Reads a report; the empty one has a reason of its own.
  static func report(_ bytes: [UInt8]) throws(ParsingFailure) -> JSONValue {
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      throw ParsingFailure(description: "the tool wrote no report")
    }
    do throws(JSONFailure) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw ParsingFailure(description: "the report is \(error.description)")
    }
  }

  /// The text behind a key.
  func text(_ key: String) throws(ParsingFailure) -> String {
    guard let text = self[key]?.string else { throw missing(key, "a text") }
    return text
  }

  /// The line, column or code behind a key.
  func number(_ key: String) throws(ParsingFailure) -> Int {
    guard let number = place(key) else { throw missing(key, "a number") }
    return number
  }

  /// The line or column behind a key; what no file can have counts as absent.
  func place(_ key: String) -> Int? { self[key]?.place }

  /// The value as a line or column.
  var place: Int? { integer.flatMap { (-1...(1 << 31)).contains($0) ? $0 : nil } }

  /// The list behind a key.
  func list(_ key: String) throws(ParsingFailure) -> [JSONValue] {
    guard case .array(let elements)? = self[key] else { throw missing(key, "a list") }
    return elements
  }

  /// The object behind a key.
  func object(_ key: String) throws(ParsingFailure) -> JSONValue {
    guard let value = self[key], case .object = value else { throw missing(key, "an object") }
    return value
  }

  private func missing(_ key: String, _ kind: String) -> ParsingFailure {
    ParsingFailure(description: "the report lacks \(kind) \"\(key)\"")
  }
}
