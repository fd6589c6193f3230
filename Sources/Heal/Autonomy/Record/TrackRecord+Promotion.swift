extension TrackRecord {
  /// What the next level takes; empty at L3.
  ///
  /// Every condition must hold at the same moment.
  package func conditions(at now: Moment, rules: Rules = .standard) -> [Condition] {
    switch level {
    case .observer: proposerConditions(rules) + [coolDown(at: now)]
    case .proposer: actorConditions(rules) + [coolDown(at: now)]
    case .actor: []
    }
  }

  /// Whether every condition of the next level holds; the cheap form of ``conditions(at:rules:)``.
  func isPromotable(at now: Moment, rules: Rules) -> Bool {
    if let coolDownUntil, now < coolDownUntil { return false }
    switch level {
    case .observer:
      return days >= rules.proposerDays && weighted.lowerBound > rules.proposerBound
    case .proposer:
      return evidence.isConvincing && evidenceOutcomes >= rules.actorOutcomes
        && ownOutcomes >= rules.actorOwnOutcomes && days >= rules.actorDays
        && approvers.count >= rules.actorApprovers && severeEvents == 0
        && cheatRate < rules.cheatRate && optedInBy != nil && riskTier == .low
    case .actor:
      return false
    }
  }

  /// Outcomes since the evidence began.
  package var evidenceOutcomes: Int { evidence.successes + evidence.failures }

  private func proposerConditions(_ rules: Rules) -> [Condition] {
    [
      Condition(
        "wilsonLowerBound", wanted: "> \(Figure.text(rules.proposerBound, digits: 2))",
        found: Figure.text(weighted.lowerBound),
        holds: weighted.lowerBound > rules.proposerBound),
      atLeast("distinctDays", rules.proposerDays, days),
    ]
  }

  private func actorConditions(_ rules: Rules) -> [Condition] {
    [
      Condition(
        "eValue", wanted: "≥ \(Figure.text(EProcess.threshold, digits: 0))",
        found: Figure.text(evidence.value), holds: evidence.isConvincing),
      atLeast("outcomes", rules.actorOutcomes, evidenceOutcomes),
      atLeast("outcomesOfThisVersion", rules.actorOwnOutcomes, ownOutcomes),
      atLeast("distinctDays", rules.actorDays, days),
      atLeast("distinctApprovers", rules.actorApprovers, approvers.count),
      Condition(
        "severeEvents", wanted: "0", found: "\(severeEvents)", holds: severeEvents == 0),
      Condition(
        "cheatRate", wanted: "< \(Figure.text(rules.cheatRate, digits: 2))",
        found: Figure.text(cheatRate), holds: cheatRate < rules.cheatRate),
      Condition(
        "optIn", wanted: "by a person", found: optedInBy ?? "nobody", holds: optedInBy != nil),
      Condition(
        "riskTier", wanted: "low", found: riskTier.rawValue, holds: riskTier == .low),
    ]
  }

  private func coolDown(at now: Moment) -> Condition {
    guard let coolDownUntil, now < coolDownUntil else {
      return Condition("coolDown", wanted: "over", found: "over", holds: true)
    }
    let left = (coolDownUntil.milliseconds - now.milliseconds + 86_399_999) / 86_400_000
    return Condition("coolDown", wanted: "over", found: "\(left) days left", holds: false)
  }

  private func atLeast(_ name: String, _ wanted: Int, _ found: Int) -> Condition {
    Condition(name, wanted: "≥ \(wanted)", found: "\(found)", holds: found >= wanted)
  }
}
