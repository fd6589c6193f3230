import Findings
internal import Text
package import YAML

extension ScanPolicy {
  /// Reads a policy.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: Its name, for messages.
  ///   - today: The day, as `YYYY-MM-DD`: no exception may hold for more than a year from it.
  /// - Returns: The policy.
  /// - Throws: Every mistake in it with its line.
  package static func parse(
    _ bytes: [UInt8], file: String, today: String
  ) throws(Problems) -> ScanPolicy {
    let log = ProblemLog()
    let node = try YAMLParser.parse(bytes, file: file)
    guard let reader = MappingReader(node, name: "", log: log) else { throw Problems(log.all) }
    let policy = ScanPolicyReader(log: log, file: file, today: today).policy(reader)
    try log.throwIfAny()
    return policy
  }
}

/// Turns the nodes of one text into a policy; mistakes go to the log.
private struct ScanPolicyReader {
  let log: ProblemLog
  let file: String
  let today: String

  func policy(_ reader: MappingReader) -> ScanPolicy {
    reader.requireSchema(ScanPolicy.schema)
    var gate = Gate(failOn: nil)
    let failOn = reader.text("failOn")
    if let failOn {
      do throws(ScanError) {
        gate.failOn = try Gate(parsing: failOn.value).failOn
      } catch {
        let names = Severity.allCases.map(\.rawValue).joined(separator: ", ")
        log.report(
          failOn.mark, "\"failOn\" is \"\(failOn.value)\"", remedy: "write \(names) or none")
      }
    }
    gate.rules = reader.mappings("rules").map(rule)
    gate.budgets = reader.mapping("budgets").map(budgets) ?? [:]
    if let required = reader.mapping("require") {
      gate.requiredTools = required.texts("tools").map(\.value)
      gate.leastParsed = required.whole("parsed", in: 1...100)?.value
      required.finish()
    }
    let suppressions = reader.mappings("suppress").map { exception($0, inWhen: true) }
    let gaps = reader.mappings("gaps").map { exception($0, inWhen: false) }
    let exclusions = reader.mappings("exclude").map { exception($0, inWhen: false, tools: false) }
    reader.finish()
    return ScanPolicy(
      gate: gate, suppressions: suppressions, gaps: gaps, exclusions: exclusions,
      namesSeverity: failOn != nil)
  }

  private func rule(_ reader: MappingReader) -> Gate.Rule {
    defer { reader.finish() }
    let name = reader.requiredText("name")?.value ?? ""
    return Gate.Rule(name: name, when: predicate("when", reader, states: true))
  }

  private func budgets(_ reader: MappingReader) -> [Severity: Int] {
    defer { reader.finish() }
    var budgets: [Severity: Int] = [:]
    for severity in Severity.allCases {
      budgets[severity] = reader.whole(severity.rawValue, in: 0...1_000_000)?.value
    }
    return budgets
  }

  /// An exception: its findings under `when`, or its paths and tools beside the other keys.
  private func exception(
    _ reader: MappingReader, inWhen: Bool, tools: Bool = true
  ) -> ScanPolicy.Exception {
    defer { reader.finish() }
    var when = FindingPredicate()
    if inWhen {
      when = predicate("when", reader, states: false)
    } else {
      when.paths = patterns("paths", reader)
      if reader.mark(of: "paths") == nil { reader.reportMissing("paths") }
      if tools { when.tools = reader.texts("tools").map(\.value) }
    }
    return ScanPolicy.Exception(
      when: when, reason: words("reason", reader), owner: words("owner", reader),
      expires: day("expires", reader), place: "\(file):\(reader.mark.line)")
  }

  private func words(_ key: String, _ reader: MappingReader) -> String {
    guard let text = reader.requiredText(key) else { return "" }
    if text.value.allSatisfy(\.isWhitespace) {
      log.report(text.mark, "\"\(reader.path(key))\" says nothing", remedy: "write it in words")
    }
    return text.value
  }

  private func day(_ key: String, _ reader: MappingReader) -> String {
    guard let text = reader.requiredText(key) else { return "" }
    if !CalendarDay.isValid(text.value) {
      log.report(
        text.mark, "\"\(reader.path(key))\" is \"\(text.value)\"",
        remedy: "write a day as YYYY-MM-DD")
    } else if text.value > CalendarDay.aYear(after: today) {
      log.report(
        text.mark, "\"\(reader.path(key))\" is more than a year away",
        remedy:
          "write a day by which somebody looks again, \(CalendarDay.aYear(after: today)) at most")
    }
    return text.value
  }

  private func predicate(
    _ key: String, _ reader: MappingReader, states: Bool
  ) -> FindingPredicate {
    var predicate = FindingPredicate()
    guard let when = reader.mapping(key) else {
      if reader.mark(of: key) == nil { reader.reportMissing(key) }
      return predicate
    }
    predicate.severity = when.choice("severity", of: Severity.self)?.value
    predicate.classes = when.texts("classes").map(\.value)
    predicate.paths = patterns("paths", when)
    predicate.roles = choices("roles", when)
    predicate.tools = when.texts("tools").map(\.value)
    predicate.rules = patterns("rules", when)
    predicate.packages = patterns("packages", when)
    predicate.advisories = when.texts("advisories").map(\.value)
    predicate.lineages = when.texts("lineages").map(\.value)
    predicate.fixable = when.boolean("fixable")?.value
    if states { predicate.states = choices("states", when) }
    if predicate.states.contains(where: { $0 == .suppressed || $0 == .absent }) {
      log.report(
        when.mark, "\"\(when.path("states"))\" has what never fails",
        remedy: "write new, updated or unchanged")
    }
    when.finish()
    if predicate.isEmpty {
      log.report(
        when.mark, "\"\(reader.path(key))\" fits every finding",
        remedy: "write what it is about, such as paths, classes or lineages")
    }
    return predicate
  }

  private func patterns(_ key: String, _ reader: MappingReader) -> [PathPattern] {
    reader.texts(key).map { text in
      if text.value.isEmpty || text.value.hasPrefix("./") || text.value.hasPrefix("../") {
        log.report(
          text.mark, "\"\(text.value)\" fits nothing",
          remedy: "write it from the top of the tree: src/**, /docs/ or *.py")
      }
      return PathPattern(text.value)
    }
  }

  private func choices<Choice: RawRepresentable & CaseIterable>(
    _ key: String, _ reader: MappingReader
  ) -> [Choice] where Choice.RawValue == String {
    reader.texts(key).compactMap { text in
      if let choice = Choice(rawValue: text.value) { return choice }
      log.report(
        text.mark, "unknown value \"\(text.value)\" of \"\(reader.path(key))\"",
        remedy: Suggestion.remedy(for: text.value, in: Choice.allCases.map(\.rawValue)))
      return nil
    }
  }
}
