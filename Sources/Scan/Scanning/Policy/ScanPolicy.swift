package import Findings
internal import Text

/// What the user decided about scans of a project: what fails, and which exceptions hold until when.
///
/// It comes from the user, or from a branch that the change under test cannot write; never from the
/// tree that is scanned.
package struct ScanPolicy: Equatable, Sendable {
  /// The schema that this version reads.
  package static let schema = "sentinel.scan-policy/1"

  /// What fails.
  package var gate: Gate
  /// Findings that do not count.
  package var suppressions: [Exception]
  /// Files that need not be examined by a tool that cannot.
  package var gaps: [Exception]
  /// Files that are not scanned.
  package var exclusions: [Exception]
  /// Whether the policy itself names what fails by severity, so that the default does not.
  package var namesSeverity: Bool

  /// Makes a policy.
  package init(
    gate: Gate, suppressions: [Exception] = [], gaps: [Exception] = [],
    exclusions: [Exception] = [], namesSeverity: Bool = false
  ) {
    self.gate = gate
    self.suppressions = suppressions
    self.gaps = gaps
    self.exclusions = exclusions
    self.namesSeverity = namesSeverity
  }

  /// Something that somebody answers for until a day.
  package struct Exception: Equatable, Sendable {
    /// Which findings, or which paths and tools.
    package var when: FindingPredicate
    /// Why.
    package var reason: String
    /// Who answers for it.
    package var owner: String
    /// The last day it holds, as `YYYY-MM-DD`.
    package var expires: String
    /// Where it is written: file and line.
    package var place: String

    /// Makes an exception.
    package init(
      when: FindingPredicate, reason: String, owner: String, expires: String, place: String
    ) {
      self.when = when
      self.reason = reason
      self.owner = owner
      self.expires = expires
      self.place = place
    }

    /// Whether it still holds on a day.
    package func holds(on today: String) -> Bool { today <= expires }

    /// Why, who and until when, in words.
    package var words: String { "\(reason) (\(owner), until \(expires))" }

    /// Whether it is about a file as a tool reads it.
    func covers(_ path: String, of tool: String) -> Bool {
      (when.tools.isEmpty || when.tools.contains(tool)) && when.paths.contains { $0.matches(path) }
    }
  }
}

/// A policy on a day, in a scan: it applies its exceptions and remembers which of them were needed.
package struct PolicyInForce: Sendable {
  private let policy: ScanPolicy
  private let today: String
  /// Places of exceptions that did something.
  private var used: Set<String> = []
  /// What was excluded, for the report.
  private(set) var excluded: [Coverage.Skipped] = []

  /// Puts a policy in force.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - today: The day of the scan, as `YYYY-MM-DD`.
  package init(_ policy: ScanPolicy, today: String) {
    self.policy = policy
    self.today = today
  }

  /// The gaps that hold.
  package var gaps: [ScanPolicy.Exception] { policy.gaps.filter { $0.holds(on: today) } }

  /// Takes excluded files out of a tree.
  ///
  /// - Parameter tree: What was walked.
  /// - Returns: What is to be scanned.
  package mutating func exclude(from tree: FileTree) -> FileTree {
    let exclusions = policy.exclusions.filter { $0.holds(on: today) }
    guard !exclusions.isEmpty else { return tree }
    // What could not be read in an excluded folder is excluded with it.
    let files = tree.files.filter { !isExcluded($0.path.text, by: exclusions) }
    let skipped = tree.skipped.filter { !isExcluded($0.path.text, by: exclusions) }
    return FileTree(root: tree.root, files: files, skipped: skipped)
  }

  private mutating func isExcluded(
    _ path: String, by exclusions: [ScanPolicy.Exception]
  ) -> Bool {
    guard let exclusion = exclusions.first(where: { $0.covers(path, of: "") }) else { return false }
    used.insert(exclusion.place)
    excluded.append(
      Coverage.Skipped(path: path, tool: ToolRun.policyName, reason: "excluded: \(exclusion.words)")
    )
    return true
  }

  /// Suppresses findings, and adds one for each exception that is expired or was not needed.
  ///
  /// - Parameters:
  ///   - findings: The findings of the scan, with lineages.
  ///   - result: Where it is entered what the policy found.
  ///   - isWhole: Whether all tools were asked about the whole tree, so that an exception without use
  ///     is one.
  package mutating func apply(
    to findings: inout [Finding], _ result: inout ScanResult, isWhole: Bool
  ) {
    for index in findings.indices
    where findings[index].state.isFresh || findings[index].state == .unchanged {
      for suppression in policy.suppressions where suppression.when.matches(findings[index]) {
        used.insert(suppression.place)
        guard suppression.holds(on: today) else { continue }
        findings[index].state = .suppressed
        findings[index].suppression = Finding.Suppression(
          reason: suppression.reason, by: suppression.owner, expires: suppression.expires)
        break
      }
    }
    for gap in policy.gaps {
      let isUsed = result.coverage.skipped.contains { gap.covers($0.path, of: $0.tool) }
      if isUsed { used.insert(gap.place) }
    }
    let canTell = isWhole && result.isComplete
    var own: [Finding] = []
    for exception in policy.suppressions + policy.gaps + policy.exclusions {
      if !exception.holds(on: today) {
        own.append(
          finding(
            "expired-exception", "an exception of the policy is expired", .medium, exception,
            "holds no longer; renew it with a later day, or remove it"))
      } else if canTell, !used.contains(exception.place) {
        own.append(
          finding(
            "unused-exception", "an exception of the policy is not needed", .low, exception,
            "fits nothing any more; remove it"))
      }
    }
    for var finding in own {
      finding.id = "F\(findings.count + 1)"
      findings.append(finding)
    }
    result.tools.append(ToolRun(name: ToolRun.policyName, state: .completed, findings: own.count))
    result.tools.sort { $0.name < $1.name }
  }

  private func finding(
    _ rule: String, _ title: String, _ severity: Severity, _ exception: ScanPolicy.Exception,
    _ what: String
  ) -> Finding {
    let input = FingerprintInput(
      rule: "\(ToolRun.policyName)/\(rule)", scope: "",
      context: Array("\(exception.owner)\n\(exception.reason)\n\(exception.expires)".utf8))
    let fingerprint = input.fingerprint(occurrence: 0)
    return Finding(
      id: "", fingerprint: fingerprint, lineage: fingerprint, tool: ToolRun.policyName,
      ruleID: rule,
      title: title, message: "\(exception.place): \"\(exception.words)\" \(what)",
      severity: severity, confidence: .high, location: Location(path: "", startLine: 1),
      sources: [Finding.Source(tool: ToolRun.policyName, rule: rule, path: "", startLine: 1)])
  }
}
