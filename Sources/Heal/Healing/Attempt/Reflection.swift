/// What a failed attempt teaches the next one: facts of the trial, never its author's words.
package struct Reflection: Codable, Equatable, Sendable {
  /// The attempt.
  package var attempt: Int
  /// How it ended.
  package var outcome: AttemptOutcome
  /// The tests that did not pass, by canonical name; never a held-back one.
  package var failingTests: [String]
  /// The class of the error, such as `AssertionError`, where one is known.
  package var errorClass: String?
  /// What was wrong, a line each: articles, places, messages of tests; untrusted text, bounded.
  package var findings: [String]
  /// The files and lines that the attempt changed, a line each.
  package var changed: [String]
  /// What to do otherwise, one sentence.
  package var guidance: String

  /// Makes a reflection.
  package init(
    attempt: Int, outcome: AttemptOutcome, failingTests: [String] = [], errorClass: String? = nil,
    findings: [String] = [], changed: [String] = [], guidance: String
  ) {
    self.attempt = attempt
    self.outcome = outcome
    self.failingTests = failingTests
    self.errorClass = errorClass
    self.findings = findings
    self.changed = changed
    self.guidance = guidance
  }
}
