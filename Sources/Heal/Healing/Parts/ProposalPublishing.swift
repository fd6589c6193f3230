package import Patches
package import Text

/// Where proven fixes go: a folder, a branch, a pull request.
package protocol ProposalPublishing: Sendable {
  /// Proposes a fix; the same incident twice is one proposal, updated in place.
  func publish(_ fix: ProvenFix) async throws(PublishFailure) -> PublishedProposal
  /// Closes what was proposed for incidents that are gone; `open` are the fingerprints still there.
  func closeObsolete(open fingerprints: [String]) async throws(PublishFailure) -> [ClosedProposal]
}

/// A fix with what proves it.
package struct ProvenFix: Sendable {
  /// What was wrong.
  package var healingCase: HealingCase
  /// The change.
  package var changes: ChangeSet
  /// What the base showed.
  package var baseline: BaselineReport
  /// The trial that proves it.
  package var report: TrialReport
  /// Every attempt of the case, the accepted one last.
  package var attempts: [Attempt]
  /// The accepted candidate as its author wrote it.
  package var proposed: ProposedText
  /// What was spent on the case.
  package var spent: Spending

  /// Makes a proven fix.
  package init(
    healingCase: HealingCase, changes: ChangeSet, baseline: BaselineReport, report: TrialReport,
    attempts: [Attempt], proposed: ProposedText, spent: Spending
  ) {
    self.healingCase = healingCase
    self.changes = changes
    self.baseline = baseline
    self.report = report
    self.attempts = attempts
    self.proposed = proposed
    self.spent = spent
  }
}

/// Where a proposal is.
package struct PublishedProposal: Equatable, Sendable {
  /// The folder, as text for reports.
  package var folder: String?
  /// The branch.
  package var branch: String?
  /// The address of the pull request.
  package var address: String?
  /// What was decided: `{level, confidence, inputs}`.
  package var decision: JSONValue

  /// Makes a proposal.
  package init(folder: String?, branch: String?, address: String? = nil, decision: JSONValue) {
    self.folder = folder
    self.branch = branch
    self.address = address
    self.decision = decision
  }
}

/// A proposal that was closed, and why.
package struct ClosedProposal: Equatable, Sendable {
  /// The branch.
  package var branch: String
  /// One sentence.
  package var reason: String

  /// Makes an entry.
  package init(branch: String, reason: String) {
    self.branch = branch
    self.reason = reason
  }
}

/// Why a fix could not be proposed.
package struct PublishFailure: Error, Equatable {
  /// ``ExitReason/pushRefused``, ``ExitReason/killed`` or ``ExitReason/environment``.
  package var reason: ExitReason
  /// One sentence.
  package var message: String
  /// Whether nothing is wrong with the fix, only with the machine, such as a disk that is full: the run
  /// ends, and proposes it when it is gone on with.
  package var endsRun = false

  /// Makes a failure that closes the case.
  package init(_ reason: ExitReason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Makes a failure of the machine, which ends the run.
  package static func machine(_ message: String) -> PublishFailure {
    var failure = PublishFailure(.environment, message)
    failure.endsRun = true
    return failure
  }
}
