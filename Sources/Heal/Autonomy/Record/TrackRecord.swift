/// What one key has earned: its level, and everything by which that goes up or down.
///
/// A value that events change; it knows no clock but the moments that come with them.
package struct TrackRecord: Sendable, Equatable {
  /// The level that was earned; what may be done now can be less.
  package internal(set) var level: Level
  /// The evidence for L3, which begins anew with each demotion.
  package internal(set) var evidence = EProcess()
  /// All outcomes, older ones with less weight, and what a predecessor left.
  package internal(set) var weighted: DecayedCount
  /// Final outcomes of this very version that count as evidence.
  package internal(set) var ownOutcomes = 0
  /// How many of ``ownOutcomes`` were successes.
  package internal(set) var ownSuccesses = 0
  /// Outcomes of patches that L3 would have held back: labels for the calibration, no evidence.
  package internal(set) var heldBack = 0
  /// Attempts that ended in abstention: reported, never a failure.
  package internal(set) var abstentions = 0
  /// Candidates that the judge has looked at.
  package internal(set) var judged = 0
  /// Candidates that the judge blocked: never failures of the domain, but the actor's cheat rate.
  package internal(set) var blocked = 0
  /// Events of severity 1, which bar L3 for this version for ever.
  package internal(set) var severeEvents = 0
  /// Distinct days with outcomes since the evidence began.
  package internal(set) var days = 0
  /// Distinct people who decided since the evidence began.
  package internal(set) var approvers: Set<String> = []
  /// Who agreed that this key may act, until that is taken back.
  package internal(set) var optedInBy: String?
  /// No promotion before this moment.
  package internal(set) var coolDownUntil: Moment?
  /// When the last outcome came.
  package internal(set) var lastOutcome: Moment?
  /// The risk tier of the key: only `low` can reach L3.
  package let riskTier: RiskTier
  /// Successes in a row since the key reached L3, by which the canary grows.
  package internal(set) var successesAsActor = 0
  /// When autonomous acts failed, as far back as the budget's window reaches.
  package internal(set) var failedActs: [Moment] = []

  var lastDay: Int64?
  var window: FailureWindow?
  var sum = CumulativeSum()

  /// A key without a past, or with the weighted past of the version before it.
  package init(
    riskTier: RiskTier, level: Level = .observer, predecessor: TrackRecord? = nil,
    rules: Rules = .standard
  ) {
    self.riskTier = riskTier
    self.level = level
    window = rules.window
    weighted = DecayedCount(
      successes: (predecessor?.weighted.successes ?? 0) * rules.inheritedWeight,
      failures: (predecessor?.weighted.failures ?? 0) * rules.inheritedWeight)
  }

  /// The share of candidates that the judge blocked; 0 when it has seen none.
  package var cheatRate: Double { judged == 0 ? 0 : Double(blocked) / Double(judged) }

  /// Takes one final outcome, and returns the change of level that follows from it.
  ///
  /// `acted` says whether the change was made without a person: only then a failure is charged to
  /// the budget. Moments never go backwards here; an earlier one is taken for the latest seen.
  package mutating func count(
    success: Bool, at moment: Moment, approver: String? = nil, acted: Bool = false,
    rules: Rules = .standard
  ) -> Transition? {
    let now = max(moment, lastOutcome ?? moment)
    let staleness = settle(at: now, rules: rules)
    lastOutcome = now
    ownOutcomes += 1
    if success { ownSuccesses += 1 }
    evidence.count(success: success)
    weighted.count(success: success)
    if let approver { approvers.insert(approver) }
    if lastDay.map({ $0 < now.day }) ?? true {
      days += 1
      lastDay = now.day
    }
    if let change = staleness ?? demotion(after: success, at: now, acted: acted, rules: rules) {
      return change
    }
    return review(at: now, rules: rules)
  }

  /// Promotes by one level if every condition holds; what an opt-in calls, too.
  package mutating func review(at now: Moment, rules: Rules = .standard) -> Transition? {
    guard isPromotable(at: now, rules: rules) else { return nil }
    let before = level
    level = before == .observer ? .proposer : .actor
    if level == .actor {
      window = rules.window
      sum = CumulativeSum()
      successesAsActor = 0
      failedActs = []
    }
    return Transition(from: before, to: level, cause: .earned, at: now)
  }

  /// Takes a stale key back to L2, and returns that change.
  package mutating func settle(at now: Moment, rules: Rules = .standard) -> Transition? {
    guard level == .actor, isStale(at: now, rules: rules) else { return nil }
    return demote(to: .proposer, .stale, at: now, rules: rules)
  }

  /// Whether no outcome has come for too long.
  package func isStale(at now: Moment, rules: Rules = .standard) -> Bool {
    guard let lastOutcome else { return false }
    return now >= lastOutcome.adding(days: rules.staleDays)
  }

  /// Takes an event of severity 1: back to L1, with nothing left of the evidence.
  package mutating func countSevere(at now: Moment, rules: Rules = .standard) -> Transition {
    severeEvents += 1
    weighted = DecayedCount()
    return demote(to: .observer, .severe, at: now, rules: rules)
  }

  private mutating func demotion(
    after success: Bool, at now: Moment, acted: Bool, rules: Rules
  ) -> Transition? {
    guard level == .actor else { return nil }
    successesAsActor = success ? successesAsActor + 1 : 0
    window?.count(success: success)
    sum.count(success: success)
    if let budget = rules.budget {
      failedActs.removeAll { $0.adding(days: budget.days) <= now }
      if acted && !success { failedActs.append(now) }
      if failedActs.count >= budget.failures {
        return demote(to: .proposer, .budgetSpent, at: now, rules: rules)
      }
    }
    if window?.isExceeded == true {
      return demote(to: .proposer, .failuresInWindow, at: now, rules: rules)
    }
    guard rules.watchesSum, sum.isAlarmed else { return nil }
    return demote(to: .proposer, .cumulativeSum, at: now, rules: rules)
  }

  private mutating func demote(
    to target: Level, _ cause: Transition.Cause, at now: Moment, rules: Rules
  ) -> Transition {
    let before = level
    level = target
    evidence = EProcess()
    days = 0
    lastDay = nil
    approvers = []
    coolDownUntil = now.adding(days: rules.coolDownDays)
    return Transition(from: before, to: target, cause: cause, at: now)
  }
}
