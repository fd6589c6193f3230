internal import Findings
internal import FoundationEssentials
package import Healing
internal import Patches
internal import Text

/// What the fixers answer: `sentinel.fix-answer/1`, held against what was asked.
package struct FixAnswer: Sendable {
  /// What became of one finding.
  package enum Outcome: Equatable, Sendable {
    /// It can be mended.
    case fixed(Fix)
    /// It is left: the reason of a closed list, and a sentence.
    case refused(reason: String, text: String)
    /// It is no defect, but something to know.
    case notice(String)
  }

  /// A repair.
  package struct Fix: Equatable, Sendable {
    /// The fixer's name.
    package var fixer: String
    /// The highest level of autonomy, 2 or 3.
    package var level: Int
    /// Whether working code may see a difference.
    package var changesBehaviour: Bool
    /// Packages that the code needs afterwards and did not before.
    package var dependencies: [String]
    /// What was done and why, in sentences.
    package var explanation: String
    /// The edits.
    package var edits: [ChangePiece.Edit]
  }

  /// A breach of the protocol; nothing of the answer is used.
  package struct Breach: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    package var description: String
  }

  private static let reasons: Set<String> = [
    "unknown-rule", "syntax", "encoding", "too-large", "too-deep", "not-found", "ambiguous",
    "untraced", "unsure", "false-positive", "needs-decision", "name-taken", "layout", "test-code",
    "post-condition", "internal",
  ]

  /// Of each file of the request, in its order, what became of each of its findings.
  package var files: [[Outcome]]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - bytes: what the helper wrote.
  ///   - request: what it was asked.
  /// - Throws: ``Breach`` when it is anything but the answer to that request.
  package init(reading bytes: [UInt8], to request: FixRequest) throws(Breach) {
    let document: JSONValue
    do { document = try JSONValue(parsing: bytes) } catch { throw Breach(description: "\(error)") }
    try Self.keys(document, ["schema", "files"], [], "the answer")
    guard document["schema"]?.string == "sentinel.fix-answer/1" else {
      throw Breach(description: "the answer has another schema")
    }
    let answered = document["files"]?.elements ?? []
    guard answered.count == request.files.count else {
      throw Breach(description: "the answer is about other files")
    }
    files = []
    for (value, file) in zip(answered, request.files) {
      files.append(try Self.file(value, file))
    }
  }

  private static func file(
    _ value: JSONValue, _ file: FixRequest.File
  ) throws(Breach) -> [Outcome] {
    try keys(value, ["path", "findings"], ["patched"], "a file")
    let answered = value["findings"]?.elements ?? []
    guard value["path"]?.string == file.path.text, answered.count == file.findings.count else {
      throw Breach(description: "the answer is about another file than \(file.path)")
    }
    var outcomes: [Outcome] = []
    for (value, asked) in zip(answered, file.findings) {
      guard value["rule"]?.string == asked.rule, value["line"]?.integer == asked.line else {
        throw Breach(description: "the answer is about another finding of \(file.path)")
      }
      outcomes.append(try outcome(value, file))
    }
    try compare(value["patched"], outcomes, file)
    return outcomes
  }

  private static func outcome(
    _ value: JSONValue, _ file: FixRequest.File
  ) throws(Breach) -> Outcome {
    switch value["status"]?.string {
    case "notice":
      try keys(value, ["rule", "line", "status", "text"], [], "a notice")
      return .notice(try text(value["text"], "a notice's text"))
    case "refused":
      try keys(value, ["rule", "line", "status", "reason", "text"], ["fixer"], "a refusal")
      let reason = try text(value["reason"], "a refusal's reason")
      guard reasons.contains(reason) else { throw Breach(description: "an unknown reason") }
      return .refused(reason: reason, text: try text(value["text"], "a refusal's text"))
    case "fixed": return .fixed(try fix(value, file))
    default: throw Breach(description: "a finding has an unknown status")
    }
  }

  private static func fix(_ value: JSONValue, _ file: FixRequest.File) throws(Breach) -> Fix {
    try keys(
      value,
      [
        "rule", "line", "status", "fixer", "level", "changesBehaviour", "dependencies", "mayRaise",
        "explanation", "notes", "postCondition", "edits",
      ], [], "a fix")
    let level: Int
    switch value["level"]?.string {
    case "L2": level = 2
    case "L3": level = 3
    default: throw Breach(description: "a fix has an unknown level")
    }
    guard let changes = value["changesBehaviour"]?.bool, value["postCondition"]?["holds"] == true
    else { throw Breach(description: "a fix does not say that it holds") }
    var sentences = [try text(value["explanation"], "an explanation")]
    sentences += try texts(value["notes"], "notes")
    sentences.append(try text(value["postCondition"]?["text"], "a post-condition"))
    var edits: [ChangePiece.Edit] = []
    for edit in value["edits"]?.elements ?? [] { edits.append(try Self.edit(edit, file)) }
    if edits.isEmpty { throw Breach(description: "a fix without an edit") }
    return Fix(
      fixer: try text(value["fixer"], "a fixer's name"), level: level, changesBehaviour: changes,
      dependencies: try texts(value["dependencies"], "dependencies"),
      explanation: sentences.joined(separator: " "), edits: edits)
  }

  private static func edit(
    _ value: JSONValue, _ file: FixRequest.File
  ) throws(Breach) -> ChangePiece.Edit {
    try keys(
      value, ["kind", "start", "end", "startLine", "endLine", "replacement"], [], "an edit")
    guard let start = value["start"]?.integer, let end = value["end"]?.integer, start >= 0,
      start <= end, end <= file.bytes.count
    else { throw Breach(description: "an edit lies outside of \(file.path)") }
    guard let kind = value["kind"]?.string, ["fix", "import"].contains(kind),
      let replacement = value["replacement"]?.string.flatMap({ Data(base64Encoded: $0) })
    else { throw Breach(description: "an edit of \(file.path) cannot be read") }
    return ChangePiece.Edit(
      path: file.path, range: start..<end, replacement: Array(replacement),
      isImport: kind == "import")
  }

  /// The helper's own whole file and ours from its edits must be the same, to the byte.
  private static func compare(
    _ value: JSONValue?, _ outcomes: [Outcome], _ file: FixRequest.File
  ) throws(Breach) {
    let numbers = outcomes.indices.filter { if case .fixed = outcomes[$0] { true } else { false } }
    guard let value else {
      if numbers.isEmpty { return }
      throw Breach(description: "\(file.path) comes without the whole")
    }
    try keys(value, ["base64", "findings"], [], "a whole file")
    let pieces = numbers.compactMap { number -> ChangePiece? in
      guard case .fixed(let fix) = outcomes[number] else { return nil }
      return ChangePiece(name: fix.fixer, edits: fix.edits)
    }
    let set = PieceSet(pieces, of: [file.path: PieceSet.Source(bytes: file.bytes)])
    let new = set.all?.files.first?.new ?? file.bytes
    let taken = numbers.indices.filter { !set.contradicting.contains($0) }.map { numbers[$0] }
    guard value["base64"]?.string.flatMap({ Data(base64Encoded: $0) }).map(Array.init) == new,
      value["findings"]?.elements.map(\.integer) == taken
    else { throw Breach(description: "the edits of \(file.path) do not make the whole") }
  }

  private static func keys(
    _ value: JSONValue, _ needed: Set<String>, _ known: Set<String>, _ what: String
  ) throws(Breach) {
    let names = Set(value.members.keys)
    guard needed.isSubset(of: names), names.isSubset(of: needed.union(known)) else {
      throw Breach(description: "\(what) has not the members that it should have")
    }
  }

  private static func text(_ value: JSONValue?, _ what: String) throws(Breach) -> String {
    guard let text = value?.string, text.utf8.count <= 4_096 else {
      throw Breach(description: "\(what) is not text of at most 4096 bytes")
    }
    return text
  }

  private static func texts(_ value: JSONValue?, _ what: String) throws(Breach) -> [String] {
    guard case .array(let elements)? = value, elements.count <= 64 else {
      throw Breach(description: "\(what) are not a list")
    }
    var texts: [String] = []
    for element in elements { texts.append(try text(element, what)) }
    return texts
  }
}
