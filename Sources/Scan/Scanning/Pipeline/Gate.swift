package import Findings

/// Which findings let a scan fail.
package struct Gate: Equatable, Sendable {
  /// The least severity that fails; nothing when findings never fail.
  package var failOn: Severity?

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

  /// What a gate says about findings.
  package struct Verdict: Equatable, Sendable {
    /// How many findings fail it, by severity.
    package let failing: [Severity: Int]

    /// Whether no finding fails it.
    package var passed: Bool { failing.isEmpty }

    /// How many findings fail it, in words: `2 high, 1 medium`.
    package var words: String {
      Severity.allCases.compactMap { severity in
        failing[severity].map { "\($0) \(severity.rawValue)" }
      }.joined(separator: ", ")
    }
  }

  /// Judges findings; suppressed and absent ones do not count.
  package func verdict(on findings: [Finding]) -> Verdict {
    guard let failOn else { return Verdict(failing: [:]) }
    let counted = findings.filter {
      $0.severity >= failOn && ($0.state == .new || $0.state == .unchanged)
    }
    return Verdict(failing: Dictionary(counted.map { ($0.severity, 1) }, uniquingKeysWith: +))
  }
}

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
    } else if !result.isComplete {
      code = 3
      let unseen = result.coverage.unseen.filter { unseen in
        !incomplete.contains { $0.name == unseen.tool }
      }
      let blind = unseen.first.map { "\($0.path) was not seen" }
      let words = incomplete.isEmpty ? blind ?? "files were not seen" : Self.words(incomplete)
      reason = "incomplete: \(words)" + (gate.passed ? "" : "; and the gate failed: \(gate.words)")
    } else if !gate.passed {
      code = 1
      reason = "the gate failed: \(gate.words)"
    } else if result.isEmpty {
      code = 4
      reason = "nothing to do: no file is of a kind that a chosen tool reads"
    } else {
      code = 0
      reason = "the gate passed and every file was examined"
    }
  }

  private static func words(_ tools: [ToolRun]) -> String {
    tools.map { "\($0.name) \($0.reason ?? $0.state.rawValue)" }.joined(separator: "; ")
  }
}
