package import Patches

/// Who proposes fixes: a codemod, a revert, a roll-back of configuration, a model.
///
/// An actor reads and proposes. It changes nothing, and nothing that it says counts as evidence.
package protocol FixActor: Sendable {
  /// Its name in documents and on the command line.
  var name: String { get }
  /// The digest of everything that makes it what it is: model, prompt, fixer; 64 hexadecimal digits.
  var version: String { get }
  /// Proposes for a case; called again after each answer until it abstains or the case is closed.
  func propose(_ request: ActorRequest) async -> ActorAnswer
  /// Hears that one of its proposals was proven, once; most have nothing to remember of it.
  func wasProven(
    _ proposal: ProposedText, for healingCase: HealingCase
  ) async throws(MemoryFailure)
}

extension FixActor {
  /// Does nothing.
  package func wasProven(_ proposal: ProposedText, for healingCase: HealingCase) async {}
}

/// What an actor gets to work with.
package struct ActorRequest: Sendable {
  /// What is to be healed.
  package var healingCase: HealingCase
  /// The tree as the base has it; without history, references, remotes and secrets.
  package var tree: any SourceTree
  /// What earlier attempts of this case taught, oldest first, of all actors.
  package var reflections: [Reflection]
  /// Verified outcomes of cases like this one, nearest first; data.
  package var recalled: [Precedent]
  /// How often this actor was asked about this case, from 1.
  package var turn: Int
  /// How many attempts are left for this case.
  package var attemptsLeft: Int
  /// From which every spend is reserved before it is made.
  package var budget: RunBudget

  /// Makes a request.
  package init(
    healingCase: HealingCase, tree: any SourceTree, reflections: [Reflection] = [],
    recalled: [Precedent] = [], turn: Int = 1, attemptsLeft: Int, budget: RunBudget
  ) {
    self.healingCase = healingCase
    self.tree = tree
    self.reflections = reflections
    self.recalled = recalled
    self.turn = turn
    self.attemptsLeft = attemptsLeft
    self.budget = budget
  }
}

/// An earlier case whose outcome was verified.
package struct Precedent: Equatable, Sendable {
  /// The rule or type of exception.
  package var rule: String?
  /// What was wrong, one line.
  package var title: String
  /// The patch that was proven.
  package var patch: String
  /// Where the entry comes from: run and incident.
  package var provenance: String

  /// Makes a precedent.
  package init(rule: String?, title: String, patch: String, provenance: String) {
    self.rule = rule
    self.title = title
    self.patch = patch
    self.provenance = provenance
  }
}

/// What an actor answers.
package enum ActorAnswer: Sendable {
  /// Candidates in order of preference; each that is tried is one attempt.
  case candidates([ProposedText])
  /// It has nothing, or nothing more.
  case abstains(Abstention)
  /// It cannot be asked: ``ExitReason/modelUnavailable``, ``ExitReason/spendLimit``, a budget's reason
  /// or ``ExitReason/environment``, with one sentence.
  case unavailable(ExitReason, String)
}

/// A candidate as its author wrote it: untrusted text in any form that ``/Patches/Candidate`` reads.
package struct ProposedText: Equatable, Sendable {
  /// The text.
  package var text: [UInt8]
  /// Why, in the author's words; data.
  package var rationale: String?
  /// What it was made from: the digest of a prompt, the id of a fixer, a commit.
  package var origin: String
  /// The most that may be done with it without a person, 2 or 3; what a fixer says of itself.
  package var highestLevel: Int
  /// The change that it takes back, as a candidate's text that leads to the base: only an actor that
  /// has found it in the history may say so, and the judge looks whether it is just that.
  package var culprit: [UInt8]?

  /// Makes a proposal.
  package init(
    text: [UInt8], rationale: String? = nil, origin: String, highestLevel: Int = 3,
    culprit: [UInt8]? = nil
  ) {
    self.text = text
    self.culprit = culprit
    self.rationale = rationale
    self.origin = origin
    self.highestLevel = highestLevel
  }
}

/// Why nothing is proposed, and what was looked at.
package struct Abstention: Codable, Equatable, Sendable {
  /// One sentence.
  package var reason: String
  /// Files, rules and places that were looked at, a line each.
  package var inspected: [String]

  /// Makes an abstention.
  package init(reason: String, inspected: [String]) {
    self.reason = reason
    self.inspected = inspected
  }
}
