internal import Judging
package import Patches
internal import Text

/// Turns a failed trial into what the next attempt is told: facts and one fixed sentence.
///
/// Nothing that an author wrote is repeated, and nothing of a held-back check.
package enum Reflector {
  /// The most lines of findings and of changed places.
  package static let mostLines = 32
  /// The most tests that are named.
  package static let mostTests = 64
  /// The most bytes of a line.
  package static let mostBytes = 480

  /// The reflection on a failed attempt.
  ///
  /// - Parameters:
  ///   - number: of the attempt.
  ///   - report: its trial.
  ///   - changes: what it changed; nil when it never became a change.
  /// - Returns: what the next attempt is told; nil for an accepted one.
  package static func reflection(
    on number: Int, _ report: TrialReport, changes: ChangeSet?
  ) -> Reflection? {
    if report.outcome == .accepted { return nil }
    var reflection = Reflection(
      attempt: number, outcome: report.outcome, guidance: guidance(after: report.outcome))
    reflection.changed = changes.map(changedPlaces) ?? []
    // A word about a held-back check would be the beginning of its leak.
    if report.outcome == .hiddenCheck { return reflection }
    reflection.failingTests = Array(report.failingTests.prefix(mostTests))
    reflection.errorClass = report.errorClass.map { bounded($0) }
    let articles = (report.judgement?.breaches ?? []).map { breach in
      let place = breach.path.isEmpty ? "patch" : "\(breach.path):\(breach.line)"
      return bounded("\(breach.id) at \(place): \(breach.message)")
    }
    reflection.findings = Array((articles + report.messages.map(bounded)).prefix(mostLines))
    return reflection
  }

  private static func changedPlaces(_ changes: ChangeSet) -> [String] {
    var lines: [String] = []
    for file in changes.files {
      if let old = file.oldPath { lines.append("\(old) renamed to \(file.path)") }
      guard let new = file.new else {
        lines.append("\(file.path) deleted")
        continue
      }
      guard let old = file.old else {
        lines.append("\(file.path) created")
        continue
      }
      let diff = LineDiff(DiffHunks.lines(of: old), DiffHunks.lines(of: new))
      for block in diff.blocks {
        let last = max(block.old.lowerBound + 1, block.old.upperBound)
        lines.append("\(file.path) lines \(block.old.lowerBound + 1)-\(last)")
        if lines.count == mostLines { return lines }
      }
    }
    return Array(lines.prefix(mostLines))
  }

  private static func bounded(_ text: String) -> String {
    let line = VisibleText.line(text)
    guard line.utf8.count > mostBytes else { return line }
    return String(decoding: line.utf8.prefix(mostBytes), as: UTF8.self) + "…"
  }

  private static func guidance(after outcome: AttemptOutcome) -> String {
    switch outcome {
    case .accepted: "Nothing is left to do."
    case .duplicate:
      "This change was tried before or must not be made again; change something else."
    case .unparsable:
      "The answer held no patch that can be read; give exactly one, in a stated form."
    case .unappliable: "The patch does not fit; copy the lines of the file exactly as they are."
    case .syntax: "A changed file cannot be parsed any more; check what the patch leaves behind."
    case .build: "The code cannot be built or loaded any more; check imports and names."
    case .stillReproduces: "The trouble is still there; look for its cause in another place."
    case .regression: "Tests that passed before fail now; keep what they rely on as it is."
    case .newFinding: "A scanner reports something new; mend the trouble without making another."
    case .postCondition:
      "The code has not the safe form of the rule; use the form that it asks for."
    case .judgeArticle: "The change breaks the articles that are named; mend the code itself."
    case .hiddenCheck: "A held-back check fails; mend the cause for every input, not one example."
    case .timeout: "The trial did not end in time; look for loops and waits that the change makes."
    case .flaky: "The trial ended in different ways; make the change independent of time and order."
    case .environment: "The machine was at fault; the change may be right."
    }
  }
}
