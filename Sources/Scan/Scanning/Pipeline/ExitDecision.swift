internal import Findings

/// How a scan ends: the exit code and the sentence that explains it.
package struct ExitDecision: Equatable, Sendable {
  /// The exit code: 0, 1, 3, 4 or 5.
  package let code: Int32
  /// Why, in one sentence.
  package let reason: String

  /// Decides; where several codes apply, 5 over 3 over 1 over 4 over 0.
  ///
  /// Usage errors (2) are
  /// thrown before a scan begins.
  package init(_ result: ScanResult, _ gate: Gate.Verdict) {
    let incomplete = result.tools.filter { !$0.state.isComplete }
    if result.isUnsafe {
      code = 5
      reason = "unsafe: \(Self.words(incomplete))"
    } else if !result.isComplete || !gate.unmet.isEmpty {
      code = 3
      let unseen = result.coverage.unseen.filter { unseen in
        !incomplete.contains { $0.name == unseen.tool }
      }
      let blind = unseen.first.map { "\($0.path) was not seen" }
      let parts = (incomplete.isEmpty ? [] : [Self.words(incomplete)]) + gate.unmet
      let words = parts.isEmpty ? blind ?? "files were not seen" : parts.joined(separator: "; ")
      reason = "incomplete: \(words)" + (gate.passed ? "" : "; and the gate failed: \(gate.words)")
    } else if !gate.passed {
      code = 1
      reason = "the gate failed: \(gate.words)"
    } else if result.isEmpty {
      code = 4
      reason = "nothing to do: no file is of a kind that a chosen tool reads"
    } else {
      code = 0
      let skipped = result.coverage.skipped.count
      reason =
        result.isImported
        ? "the gate passed; what the tool examined elsewhere is not known"
        : skipped == 0
          ? "the gate passed and every file was examined"
          : "the gate passed and every file was examined but \(skipped) skipped, which the report names"
    }
  }

  private static func words(_ tools: [ToolRun]) -> String {
    tools.map { "\($0.name) \($0.reason ?? $0.state.rawValue)" }.joined(separator: "; ")
  }
}
