extension Controller {
  /// An act needs more confidence than this.
  package static let leastConfidence = 0.95

  /// What may be done with a patch at a moment, which is never before the last event.
  package func decide(
    _ request: Decision.Request, under policy: AutonomyPolicy, at moment: Moment
  ) -> Decision {
    var state = self
    _ = state.advance(to: moment)
    return state.decision(request, policy)
  }

  private func decision(_ request: Decision.Request, _ policy: AutonomyPolicy) -> Decision {
    let key = request.key
    let record = record(of: key)
    let verdict = policy.verdict(paths: request.paths, rule: key.rule, action: key.actorKind)
    let ceilings = ceilings(request, verdict)
    let calibration = calibration(of: key)
    let confidence = request.score.flatMap { calibration.confidence(score: $0) }
    let patch = patchConditions(request, confidence)
    let canary = CanaryStage(successes: record.successesAsActor, draw: request.draw)
    let volume = volumeConditions(record, canary, request, policy)
    let circumstances = circumstances(request, policy)
    let granted = ceilings.map(\.level).min().map { min($0, record.level) } ?? record.level
    // The shadow decision is about the patch alone, whatever the ceilings; and without a confidence
    // about the rest of it: the labels must come from somewhere.
    let isShadow =
      patch.allSatisfy { $0.holds || ($0.name == "confidence" && confidence == nil) }
    let mayAct =
      (patch + volume.conditions + circumstances).allSatisfy(\.holds)
      && verdict.limits.approvals == 0
    let action: Decision.Action =
      if request.halt != nil { .halt } else if !request.isJudgeClean || granted == .observer {
        .observe
      } else if granted == .actor && mayAct { .act } else { .propose }
    return Decision(
      action: action, wouldAct: isShadow, key: key, at: now, earned: record.level,
      granted: granted, confidence: confidence, confidenceLabels: calibration.count,
      wilsonLowerBound: record.weighted.lowerBound, shrunkLowerBound: shrunkBound(key, record),
      eValue: record.evidence.value.isFinite ? record.evidence.value : nil,
      outcomes: record.evidenceOutcomes, allowance: volume.allowance, actsInWindow: volume.acts,
      canary: canary, policy: verdict,
      conditions: halted(request) + [earned(record)] + ceilings.map(\.condition) + patch
        + circumstances + volume.conditions + [approvals(verdict)])
  }

  // MARK: Ceilings

  private func ceilings(
    _ request: Decision.Request, _ verdict: AutonomyPolicy.Verdict
  ) -> [(level: Level, condition: Condition)] {
    let key = request.key
    let record = record(of: key)
    let optIn: Level = record.optedInBy == nil ? .proposer : .actor
    let risk = max(verdict.limits.risk, key.riskTier)
    var found = [
      ceiling("policyCeiling", verdict.limits.ceiling, verdict.classes.joined(separator: ", ")),
      ceiling("optIn", optIn, record.optedInBy ?? "nobody"),
      ceiling("riskTier", risk == .low ? .actor : .proposer, risk.rawValue),
      ceiling("author", request.highest, "what its author declares"),
    ]
    for freeze in freezes where freeze.key == nil || freeze.key == key {
      found.append(ceiling("freeze", freeze.ceiling, "by \(freeze.by): \(freeze.reason)"))
    }
    return found
  }

  private func ceiling(
    _ name: String, _ level: Level, _ why: String
  ) -> (level: Level, condition: Condition) {
    let condition = Condition(
      name, wanted: Level.actor.rawValue, found: "\(level.rawValue) (\(why))",
      holds: level == .actor)
    return (level, condition)
  }

  // MARK: Conditions of an act

  private func halted(_ request: Decision.Request) -> [Condition] {
    [
      Condition(
        "killSwitch", wanted: "off", found: request.halt.map { "on: \($0.rawValue)" } ?? "off",
        holds: request.halt == nil)
    ]
  }

  private func earned(_ record: TrackRecord) -> Condition {
    Condition(
      "earnedLevel", wanted: Level.actor.rawValue, found: record.level.rawValue,
      holds: record.level == .actor)
  }

  private func patchConditions(
    _ request: Decision.Request, _ confidence: Double?
  ) -> [Condition] {
    [
      Condition(
        "judge", wanted: "clean", found: request.isJudgeClean ? "clean" : "not clean",
        holds: request.isJudgeClean),
      Condition(
        "confidence", wanted: "> \(Figure.text(Self.leastConfidence, digits: 2))",
        found: confidence.map { Figure.text($0) } ?? "none",
        holds: confidence.map { $0 > Self.leastConfidence } ?? false),
    ]
  }

  /// Whether the proof is whole, and what would be written is named by the policy.
  private func circumstances(
    _ request: Decision.Request, _ policy: AutonomyPolicy
  ) -> [Condition] {
    let wanted = policy.actsOn.isEmpty ? "none is named" : policy.actsOn.joined(separator: ", ")
    return [
      Condition(
        "evidence", wanted: "complete",
        found: request.gaps.isEmpty ? "complete" : request.gaps.joined(separator: "; "),
        holds: request.gaps.isEmpty),
      Condition(
        "target", wanted: wanted, found: request.target ?? "nothing that could be acted on",
        holds: request.target.map(policy.actsOn.contains) ?? false),
    ]
  }

  /// The 5 % quantile of the success rate, with the rest of the domain as 20 outcomes.
  private func shrunkBound(_ key: AutonomyKey, _ record: TrackRecord) -> Double {
    BetaDistribution(
      successes: record.weighted.successes, failures: record.weighted.failures,
      parent: parentRate(of: key)
    ).quantile(0.05)
  }

  /// The canary's stage, working hours, and the volume that the error budget bears at the lower of both bounds.
  private func volumeConditions(
    _ record: TrackRecord, _ canary: CanaryStage, _ request: Decision.Request,
    _ policy: AutonomyPolicy
  ) -> (conditions: [Condition], allowance: Int, acts: Int) {
    let bound = min(record.weighted.lowerBound, shrunkBound(request.key, record))
    let allowance = policy.budget.allowance(lowerBound: bound)
    let start = now.adding(days: -policy.budget.days)
    // What was begun for this very patch must not speak against going on with it.
    let acts = (acts[request.key] ?? []).filter { $0.at > start && $0.id != request.id }
    let present = policy.present(at: now)
    let failed = record.failedActs.count { $0 > start }
    var conditions = [
      Condition(
        "errorBudget", wanted: "< \(policy.budget.failures) failed in \(policy.budget.days) days",
        found: "\(failed)", holds: failed < policy.budget.failures),
      Condition(
        "allowance", wanted: "< \(allowance) acts in \(policy.budget.days) days",
        found: "\(acts.count)", holds: acts.count < allowance),
      Condition(
        "workingHours", wanted: "an owner is there",
        found: present.isEmpty ? "nobody" : present.joined(separator: ", "),
        holds: !present.isEmpty),
    ]
    conditions.append(
      Condition(
        "canaryDraw", wanted: "below \(canary.shareMillionths), stage \(canary.stage)",
        found: "\(canary.draw)", holds: canary.takes))
    if !canary.isOver {
      let today = acts.count { $0.at.day == now.day }
      conditions.append(
        Condition(
          "canaryActsToday", wanted: "< \(CanaryStage.actsPerDay)", found: "\(today)",
          holds: today < CanaryStage.actsPerDay))
    }
    return (conditions, allowance, acts.count)
  }

  private func approvals(_ verdict: AutonomyPolicy.Verdict) -> Condition {
    Condition(
      "approvals", wanted: "0 needed", found: "\(verdict.limits.approvals) needed",
      holds: verdict.limits.approvals == 0)
  }
}
