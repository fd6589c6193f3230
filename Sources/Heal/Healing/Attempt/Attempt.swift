/// One candidate and what became of it.
package struct Attempt: Codable, Equatable, Sendable {
  /// Its number within the incident, from 1.
  package var number: Int
  /// Who proposed it: ``FixActor/name``.
  package var actor: String
  /// The digest of who proposed it: ``FixActor/version``.
  package var actorVersion: String
  /// How it ended.
  package var outcome: AttemptOutcome
  /// Whether anything of the candidate was run.
  package var executed: Bool
  /// The articles of the judge that it breaks, sorted.
  package var articles: [String]
  /// The tests that did not pass, by canonical name, sorted; never a held-back one.
  package var failingTests: [String]
  /// How long it took, the actor's time included.
  package var milliseconds: Int
  /// The identity of the change, 64 hexadecimal digits; empty when there was none.
  package var changeDigest: String

  /// Makes an attempt.
  package init(
    number: Int, actor: String, actorVersion: String, outcome: AttemptOutcome, executed: Bool,
    articles: [String] = [], failingTests: [String] = [], milliseconds: Int = 0,
    changeDigest: String = ""
  ) {
    self.number = number
    self.actor = actor
    self.actorVersion = actorVersion
    self.outcome = outcome
    self.executed = executed
    self.articles = articles
    self.failingTests = failingTests
    self.milliseconds = milliseconds
    self.changeDigest = changeDigest
  }
}
