/// What became of one incident.
package struct IncidentResult: Sendable {
  /// The incident.
  package var healingCase: HealingCase
  /// Whether it is healed.
  package var state: HealedState
  /// Why it ended.
  package var exitReason: ExitReason
  /// Why, in one sentence, where there is more to say.
  package var explanation: String?
  /// What actors looked at that had nothing to propose.
  package var abstentions: [Abstention]
  /// Every attempt.
  package var attempts: [Attempt]
  /// Where the fix was proposed.
  package var proposal: PublishedProposal?
  /// What was spent on it.
  package var spent: Spending

  /// Makes a result.
  package init(
    healingCase: HealingCase, state: HealedState, exitReason: ExitReason,
    explanation: String? = nil, abstentions: [Abstention] = [], attempts: [Attempt] = [],
    proposal: PublishedProposal? = nil, spent: Spending = Spending()
  ) {
    self.healingCase = healingCase
    self.state = state
    self.exitReason = exitReason
    self.explanation = explanation
    self.abstentions = abstentions
    self.attempts = attempts
    self.proposal = proposal
    self.spent = spent
  }
}

/// What became of a run.
package struct HealResult: Sendable {
  /// Why it ended.
  package var exitReason: ExitReason
  /// The incidents in the order in which they were given.
  package var incidents: [IncidentResult]
  /// Proposals of earlier runs that were closed because their incidents are gone.
  package var closed: [ClosedProposal]
  /// What was spent in all.
  package var spent: Spending
  /// How long it took, interruptions not counted.
  package var wallMilliseconds: Int
  /// Whether some of what was spent is a guess.
  package var isEstimated: Bool
  /// Whether it was cut short, so that something is left for whoever goes on with it.
  package var mayGoOn: Bool

  /// Makes a result; of a run that had nothing to heal, or was stopped before it could, its reason.
  package init(
    exitReason: ExitReason, incidents: [IncidentResult] = [], closed: [ClosedProposal] = [],
    spent: Spending = Spending(), wallMilliseconds: Int = 0, isEstimated: Bool = false,
    mayGoOn: Bool = false
  ) {
    self.exitReason = exitReason
    self.incidents = incidents
    self.closed = closed
    self.spent = spent
    self.wallMilliseconds = wallMilliseconds
    self.isEstimated = isEstimated
    self.mayGoOn = mayGoOn
  }

  /// How many incidents are healed.
  package var healed: Int { incidents.count { $0.state == .healed } }

  /// Why a run ended, by the ends of its incidents.
  ///
  /// A halt outranks everything, a refused proposal the healed ones; without a healed incident the
  /// first reason of this list that any incident has is the run's.
  package static func reason(of incidents: [ExitReason]) -> ExitReason {
    let order: [ExitReason] = [
      .killed, .pushRefused, .healed, .environment, .spendLimit, .moneyExhausted, .tokensExhausted,
      .timeExhausted, .cpuExhausted, .modelUnavailable, .attemptsExhausted, .abstained, .noTests,
      .noScanner, .notReproduced,
    ]
    return order.first(where: incidents.contains) ?? .clean
  }
}
