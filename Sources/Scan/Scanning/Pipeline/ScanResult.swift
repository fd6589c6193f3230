package import Findings

/// Everything one scan found and could not find out, before findings are merged.
package struct ScanResult: Equatable, Sendable {
  /// What became of each tool, by name.
  package var tools: [ToolRun]
  /// What the tools reported: as many as they report by themselves.
  package var findings: [ToolFinding]
  /// Which files were read.
  package var coverage: Coverage
  /// Whether the sandbox failed or a tool was killed for what it tried.
  package var isUnsafe: Bool

  /// Whether the tool ran elsewhere, so that nobody here knows what it examined.
  package var isImported = false

  /// Makes a result.
  package init(
    tools: [ToolRun], findings: [ToolFinding], coverage: Coverage, isUnsafe: Bool = false
  ) {
    self.tools = tools
    self.findings = findings
    self.coverage = coverage
    self.isUnsafe = isUnsafe
  }

  /// Whether every tool completed or had nothing to do, and no file is unaccounted for.
  package var isComplete: Bool {
    tools.allSatisfy(\.state.isComplete) && coverage.unseen.isEmpty && !isUnsafe
  }

  /// Whether no tool had anything to do.
  package var isEmpty: Bool {
    tools.allSatisfy { $0.state == .notApplicable || $0.name == ToolRun.policyName }
      && coverage.unseen.isEmpty
  }

  /// Merges the findings of all tools, gives them identity, and decides how the scan ends.
  ///
  /// - Parameters:
  ///   - name: The tree as the user named it.
  ///   - tree: The walked tree, for the text around the findings.
  ///   - gate: What lets the scan fail.
  ///   - policy: Exceptions, with whether the whole tree was asked about by all tools.
  ///   - baseline: An earlier scan, whose findings are known; nil lets every finding be new.
  ///   - fingerprinter: Gives identity.
  /// - Returns: The report and the decision, whose reason the report repeats.
  package func report(
    of name: String, in tree: FileTree, gate: Gate,
    policy: (inForce: PolicyInForce, isWhole: Bool)? = nil, baseline: Baseline? = nil,
    fingerprinter: Fingerprinter = Fingerprinter()
  ) -> (report: ScanReport, decision: ExitDecision) {
    var merged = Correlation.findings(from: findings)
    fingerprinter.assign(to: &merged) { tree.source(at: $0) }
    var judged = self
    judged.coverage.skipped += policy?.inForce.excluded ?? []
    let files = Set(tree.files.map(\.path.text))
    let summary = baseline?.compare(
      &merged, Baseline.Sight(tools: tools, coverage: judged.coverage) { files.contains($0) })
    if var inForce = policy?.inForce {
      inForce.apply(to: &merged, &judged, isWhole: policy?.isWhole == true)
    }
    let verdict = gate.verdict(on: merged, in: judged)
    let decision = ExitDecision(judged, verdict)
    let report = ScanReport(
      tree: name, exitReason: decision.reason, tools: judged.tools, findings: merged,
      coverage: judged.coverage, baseline: summary,
      gate: GateSummary(
        passed: verdict.passed && verdict.unmet.isEmpty,
        reasons: (verdict.passed ? [] : [verdict.words]) + verdict.unmet, remedy: verdict.remedy))
    return (report, decision)
  }
}

extension FileTree {
  /// The content of a file by its path in reports, or nothing when it is not readable.
  package func source(at text: String) -> SourceText? {
    // Files are in byte order, which for valid names is the order of the text's UTF-8.
    let path = TreePath(text)
    var low = files.startIndex
    var high = files.endIndex
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path < path { low = middle + 1 } else { high = middle }
    }
    let exact = low < files.endIndex && files[low].path == path ? files[low] : nil
    let entry = exact ?? files.first { $0.path.text == text }
    return entry.flatMap { try? content(of: $0) }.map { SourceText(bytes: $0) }
  }
}
