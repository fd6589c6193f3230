/// Where a run tells what it does, each step before the next begins: the signed log in the product.
///
/// Telling the same step of the same run again, as a resumed run does, adds nothing. A step that
/// cannot be kept ends the run with ``ExitReason/environment``: nothing goes on that could not be
/// shown afterwards.
package protocol HealingRecord: Sendable {
  /// A case came in.
  func received(_ healingCase: HealingCase) throws(RecordFailure)
  /// The base was looked at.
  func observed(_ baseline: BaselineReport, of cases: [HealingCase]) throws(RecordFailure)
  /// An actor asks a model; `digest` is the SHA-256 of the whole prompt in hexadecimal digits.
  func asked(
    _ actor: String, version: String, prompt digest: String, attempt: Int,
    for healingCase: HealingCase
  ) throws(RecordFailure)
  /// An actor suggests a change, which counts as attempt `number`.
  func suggested(
    _ text: ProposedText, by actor: String, version: String, number: Int,
    for healingCase: HealingCase
  ) throws(RecordFailure)
  /// An actor has nothing, or nothing more.
  func abstained(
    _ abstention: Abstention, by actor: String, version: String, for healingCase: HealingCase
  ) throws(RecordFailure)
  /// An attempt ended; the report is nil when the candidate was never tried.
  func ended(
    _ attempt: Attempt, report: TrialReport?, for healingCase: HealingCase
  ) throws(RecordFailure)
  /// A case is closed, for this reason, or the whole run without a case.
  func closed(
    _ healingCase: HealingCase?, reason: ExitReason, explanation: String?
  ) throws(RecordFailure)
}

/// A step that could not be kept.
package struct RecordFailure: Error, Equatable {
  /// One sentence.
  package var message: String

  /// Says what is wrong.
  package init(_ message: String) { self.message = message }
}

/// A record that keeps nothing, for runs that change nothing and for tests.
package struct NoRecord: HealingRecord {
  /// A record of nothing.
  package init() {}

  /// Keeps nothing.
  package func received(_ healingCase: HealingCase) {}
  /// Keeps nothing.
  package func observed(_ baseline: BaselineReport, of cases: [HealingCase]) {}
  /// Keeps nothing.
  package func asked(
    _ actor: String, version: String, prompt digest: String, attempt: Int,
    for healingCase: HealingCase
  ) {}
  /// Keeps nothing.
  package func suggested(
    _ text: ProposedText, by actor: String, version: String, number: Int,
    for healingCase: HealingCase
  ) {}
  /// Keeps nothing.
  package func abstained(
    _ abstention: Abstention, by actor: String, version: String, for healingCase: HealingCase
  ) {}
  /// Keeps nothing.
  package func ended(
    _ attempt: Attempt, report: TrialReport?, for healingCase: HealingCase
  ) {}
  /// Keeps nothing.
  package func closed(
    _ healingCase: HealingCase?, reason: ExitReason, explanation: String?
  ) {}
}
