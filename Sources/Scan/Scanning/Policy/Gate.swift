package import Findings

/// What lets a scan fail.
package struct Gate: Equatable, Sendable {
  /// The least severity that fails; nothing when severity alone never fails.
  package var failOn: Severity?
  /// Findings that fail whatever `failOn` says.
  package var rules: [Rule] = []
  /// How many findings of a severity pass; more fail.
  package var budgets: [Severity: Int] = [:]
  /// Tools without whose answer a scan is incomplete.
  package var requiredTools: [String] = []
  /// The least share of the files that must be parsed, in percent.
  package var leastParsed: Int?

  /// Findings that fail, by a name for the report.
  package struct Rule: Equatable, Sendable {
    /// What the report says.
    package var name: String
    /// Which findings.
    package var when: FindingPredicate

    /// Makes a rule.
    package init(name: String, when: FindingPredicate) {
      self.name = name
      self.when = when
    }

    /// Whether a finding fails it; suppressed and gone ones never do.
    func fails(_ finding: Finding) -> Bool {
      let isCounted =
        when.states.isEmpty ? finding.state.isFresh : when.states.contains(finding.state)
      return isCounted && finding.state != .suppressed && finding.state != .absent
        && when.matches(finding)
    }
  }

  /// Makes a gate; nil lets every finding pass.
  package init(failOn: Severity?) { self.failOn = failOn }

  /// Reads `--fail-on`: a severity, or `none`.
  ///
  /// - Throws: `usage` for any other word.
  package init(parsing word: String) throws(ScanError) {
    if word == "none" {
      self.init(failOn: nil)
    } else if let severity = Severity(rawValue: word) {
      self.init(failOn: severity)
    } else {
      let names = Severity.allCases.map(\.rawValue).joined(separator: ", ")
      throw ScanError(.usage, "\"\(word)\" is not a severity; write one of \(names), none")
    }
  }

  /// What a gate says about a scan.
  package struct Verdict: Equatable, Sendable {
    /// How many findings fail by their severity.
    package let failing: [Severity: Int]
    /// What else fails, one sentence each.
    package var others: [String] = []
    /// The least that lets it pass, in words; nil where it passes.
    package var remedy: String?
    /// What the scan would have needed to be believed, one clause each.
    package var unmet: [String] = []

    /// Whether no finding fails it.
    package var passed: Bool { failing.isEmpty && others.isEmpty }

    /// What fails it, in words: `2 high, 1 medium; 30 low of which 20 may be`.
    package var words: String {
      let counts = Severity.allCases.compactMap { severity in
        failing[severity].map { "\($0) \(severity.rawValue)" }
      }.joined(separator: ", ")
      return ((counts.isEmpty ? [] : [counts]) + others).joined(separator: "; ")
    }
  }

  /// Judges findings; suppressed ones do not count, nor those of a baseline unless they were edited or
  /// became graver.
  ///
  /// - Parameters:
  ///   - findings: All findings of the scan.
  ///   - result: What the tools did, where more than findings is to be judged.
  /// - Returns: What fails and what would let it pass.
  package func verdict(on findings: [Finding], in result: ScanResult? = nil) -> Verdict {
    let fresh = findings.filter(\.state.isFresh)
    let bySeverity = fresh.filter { finding in failOn.map { finding.severity >= $0 } ?? false }
    var verdict = Verdict(
      failing: Dictionary(bySeverity.map { ($0.severity, 1) }, uniquingKeysWith: +))
    var failing = Set(bySeverity.map(\.id))
    for rule in rules {
      let members = findings.filter(rule.fails)
      guard !members.isEmpty else { continue }
      failing.formUnion(members.map(\.id))
      verdict.others.append("\(members.count) by the rule \"\(rule.name)\"")
    }
    var excess: [String] = []
    for severity in Severity.allCases {
      guard let budget = budgets[severity] else { continue }
      let members = fresh.filter { $0.severity == severity }
      guard members.count > budget else { continue }
      verdict.others.append("\(members.count) \(severity.rawValue) of which \(budget) may be")
      let left = members.count { !failing.contains($0.id) } - budget
      if left > 0 { excess.append("\(left) more of severity \(severity.rawValue)") }
    }
    if !verdict.passed {
      let names = findings.filter { failing.contains($0.id) }.enumerated()
        .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
        .map(\.element.id)
      let shown = names.prefix(5) + (names.count > 5 ? ["\(names.count - 5) more"] : [])
      verdict.remedy =
        "passes without \((shown + excess).joined(separator: ", ")): fix them, or suppress them in a "
        + "policy with a reason"
    }
    if let result { verdict.unmet = unmet(in: result) }
    return verdict
  }

  private func unmet(in result: ScanResult) -> [String] {
    var unmet = requiredTools.compactMap { name -> String? in
      guard let run = result.tools.first(where: { $0.name == name }) else {
        return "the required tool \(name) did not run"
      }
      return run.state.isComplete ? nil : "the required tool \(name) \(run.state.rawValue)"
    }
    let coverage = result.coverage
    if let leastParsed, coverage.parsed * 100 < leastParsed * coverage.files {
      unmet.append(
        "\(coverage.parsed) of \(coverage.files) files were parsed, less than \(leastParsed) %")
    }
    return unmet
  }
}
