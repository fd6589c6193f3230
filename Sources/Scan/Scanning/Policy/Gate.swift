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

  /// Judges findings; suppressed ones do not count, nor those of a baseline unless they were edited or
  /// became graver.
  package func verdict(on findings: [Finding]) -> Verdict {
    guard let failOn else { return Verdict(failing: [:]) }
    let counted = findings.filter {
      $0.severity >= failOn && $0.state.isFresh
    }
    return Verdict(failing: Dictionary(counted.map { ($0.severity, 1) }, uniquingKeysWith: +))
  }
}
