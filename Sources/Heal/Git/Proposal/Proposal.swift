/// What is proposed, with the evidence for it: the content of a pull request.
///
/// Summary, verdict, scope and answers are our own words; what they hold of others stands in
/// ``Quoting/span(_:limit:)``. Texts marked as quoted come from tools, logs, repositories or models. They are shown as code, so
/// that no mention, link, picture or markup in them takes effect.
package struct Proposal: Sendable {
  /// One check with what it showed before and after the change.
  package struct Evidence: Sendable {
    /// What was checked.
    package var check: String
    /// The outcome on the base.
    package var before: String
    /// The outcome with the change.
    package var after: String

    /// One row.
    package init(check: String, before: String, after: String) {
      self.check = check
      self.before = before
      self.after = after
    }
  }

  /// A quoted log.
  package struct Log: Sendable {
    /// What it is of.
    package var title: String
    /// The text, quoted.
    package var text: String

    /// A log.
    package init(title: String, text: String) {
      self.title = title
      self.text = text
    }
  }

  /// A line of at most 72 characters, in the imperative; becomes the subject of the commit.
  package var title: String
  /// The fingerprint of the incident, in hexadecimal digits.
  package var fingerprint: String
  /// One sentence: the cause, and what was changed.
  package var summary: String
  /// Level, confidence with the size of its sample, actor and cost, in one line.
  package var verdict: String
  /// What was checked.
  package var evidence: [Evidence]
  /// What was not.
  package var unchecked: [String]
  /// The extent of the change and its risk.
  package var scope: [String]
  /// Commands that run the proof again without a network.
  package var rerun: [String]
  /// How to refuse, pause or teach.
  package var answers: [String]
  /// What the tools said, quoted.
  package var logs: [Log]
  /// What a later run of the healer reads back; one line without `--`.
  package var state: String

  /// A proposal without evidence, scope and logs.
  package init(title: String, fingerprint: String, summary: String, verdict: String) {
    self.title = title
    self.fingerprint = fingerprint
    self.summary = summary
    self.verdict = verdict
    evidence = []
    unchecked = []
    scope = []
    rerun = []
    answers = []
    logs = []
    state = ""
  }

  /// The branch of the incident; one for each fingerprint, so that a proposal is updated in place.
  package var branch: String { "sentinel/\(fingerprint.prefix(16))" }

  /// The title without what a platform would act upon.
  package var subject: String { Quoting.bare(title, limit: 72) }

  /// The message of the commit; its last line lets the incident be found again.
  package var message: String {
    """
    \(subject)

    \(Quoting.bare(summary, limit: 1000))

    Sentinel-Incident: \(fingerprint)

    """
  }
}
