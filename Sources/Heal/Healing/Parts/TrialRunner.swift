package import Judging
package import Patches

/// Where candidates are tried: the judge, the tests and the scanners, each run in a sandbox.
package protocol TrialRunner: Sendable {
  /// The tree that candidates are for, without history, references, remotes and secrets.
  var tree: any SourceTree { get }
  /// Runs the base as it is, several times, before anything is tried.
  func baseline(of cases: [HealingCase]) async -> BaselineReport
  /// Tries one change against what ``baseline(of:)`` saw; any number at the same time.
  func tryOut(
    _ changes: ChangeSet, rationale: String?, for healingCase: HealingCase
  ) async -> TrialReport
}

/// What the base shows.
package struct BaselineReport: Sendable {
  /// Of each case by ``HealingCase/id``: nil when it was reproduced, or why it cannot be healed now:
  /// ``ExitReason/notReproduced``, ``ExitReason/noScanner``, ``ExitReason/noTests``,
  /// ``ExitReason/environment``.
  package var refusals: [String: ExitReason]
  /// One sentence about each refusal, by id.
  package var explanations: [String: String]
  /// The failing tests as cases of their own, where tests were asked for and no other signal given.
  package var failingTests: [String]
  /// Tests whose outcome changes from run to run, by canonical name; they prove nothing.
  package var flakyTests: [String]
  /// How many tests were seen.
  package var testCount: Int
  /// Files for the bundle of evidence.
  package var documents: [EvidenceDocument]
  /// Processor time.
  package var cpuMilliseconds: Int

  /// A report that says nothing yet.
  package init() {
    refusals = [:]
    explanations = [:]
    failingTests = []
    flakyTests = []
    testCount = 0
    documents = []
    cpuMilliseconds = 0
  }
}

/// What a trial showed.
package struct TrialReport: Sendable {
  /// How it ended.
  package var outcome: AttemptOutcome
  /// Whether anything of the candidate was run.
  package var executed = false
  /// The judge's answer.
  package var judgement: Judgement?
  /// The tests that did not pass, by canonical name, sorted; never a held-back one.
  package var failingTests: [String] = []
  /// The class of the error, where one is known.
  package var errorClass: String?
  /// What was wrong, a line each; untrusted, bounded, never from a held-back check.
  package var messages: [String] = []
  /// What was checked, with what it showed before and after.
  package var checks: [EvidenceCheck] = []
  /// What was not checked, and why.
  package var unchecked: [String] = []
  /// Files for the bundle of evidence.
  package var documents: [EvidenceDocument] = []
  /// Wall-clock time.
  package var milliseconds = 0
  /// Processor time of everything that ran.
  package var cpuMilliseconds = 0

  /// A report of an outcome.
  package init(_ outcome: AttemptOutcome) { self.outcome = outcome }
}

/// One check of a fix.
package struct EvidenceCheck: Equatable, Sendable {
  /// The name of the check that every test of the base passes still.
  package static let allTests = "all tests"
  /// How the name of a check by a scanner begins; the scanner's follows.
  package static let scan = "scan by "

  /// What was checked.
  package var name: String
  /// What the base showed.
  package var before: String
  /// What the change shows.
  package var after: String
  /// Whether it speaks for the fix.
  package var isGood: Bool

  /// Makes a check.
  package init(name: String, before: String, after: String, isGood: Bool) {
    self.name = name
    self.before = before
    self.after = after
    self.isGood = isGood
  }
}

/// A file of the bundle of evidence.
package struct EvidenceDocument: Equatable, Sendable {
  /// Its name, one component.
  package var name: String
  /// Its content.
  package var content: [UInt8]

  /// Makes a file.
  package init(name: String, content: [UInt8]) {
    self.name = name
    self.content = content
  }
}
