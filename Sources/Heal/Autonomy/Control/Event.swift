/// Something that changes what is known about autonomy; all state is what a list of them leaves.
package enum Event: Sendable, Equatable, Codable {
  /// Why a merged change is no success after all.
  package enum Breakage: String, Sendable, Codable, CaseIterable {
    case reverted, reopened, newFinding, incident
  }

  /// What ends a key's autonomy at once.
  package enum Severity1: String, Sendable, Codable, CaseIterable {
    case securityRegression, dataLoss, secretLeak, judgeBypass, sandboxEscape
  }

  /// A change was proposed, or only thought through, or made without a person.
  case proposed(proposal: ProposedChange)
  /// A person merged it (nobody, where it was made without one), with or without changing it.
  case merged(id: String, by: String?, edited: Bool)
  /// It was closed unmerged, by a person who is known or not.
  case closed(id: String, by: String?)
  /// It is about to be made without a person, which counts from now on.
  case acting(id: String)
  /// What was about to be made was not: a person decides.
  case refrained(id: String)
  /// What was made without a person was seen to stand when its soak was over.
  case stood(id: String)
  /// A merged change broke something.
  case broke(id: String, how: Breakage)
  /// A repository was deployed: one step of the soak for what is merged there.
  case deployed(repository: String)
  /// The judge has looked at a candidate.
  case judged(key: AutonomyKey, blocked: Bool)
  /// An actor said that it cannot.
  case abstained(key: AutonomyKey)
  /// An event of severity 1.
  case severe(key: AutonomyKey, what: Severity1)
  /// A person agreed that a key may act once it has earned it.
  case agreed(key: AutonomyKey, by: String)
  /// A person took that back.
  case withdrew(key: AutonomyKey, by: String)
  /// Nothing goes beyond `ceiling` any more: for a key, or for all.
  case froze(key: AutonomyKey?, ceiling: Level, by: String, reason: String)
  /// A freeze of the same scope is over.
  case thawed(key: AutonomyKey?, by: String)
}

/// A change, as the track record needs it.
package struct ProposedChange: Sendable, Equatable, Codable {
  /// The name by which later events speak of it.
  package var id: String
  /// For what it counts.
  package var key: AutonomyKey
  /// The raw score in millionths; nil without one.
  package var scoreMillionths: Int?
  /// The confidence that was given for it, in millionths; nil without one.
  package var confidenceMillionths: Int?
  /// Whether L3 would have made it: the shadow decision.
  package var wouldAct: Bool
  /// Whether it was made without a person.
  package var acted: Bool

  /// A change with the decision that was made about it.
  package init(
    id: String, key: AutonomyKey, scoreMillionths: Int?, confidenceMillionths: Int?,
    wouldAct: Bool, acted: Bool
  ) {
    self.id = id
    self.key = key
    self.scoreMillionths = scoreMillionths
    self.confidenceMillionths = confidenceMillionths
    self.wouldAct = wouldAct
    self.acted = acted
  }
}
