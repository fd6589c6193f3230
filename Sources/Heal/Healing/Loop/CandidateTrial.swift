internal import Findings
internal import Judging
internal import Patches
internal import Synchronization

/// The way of one candidate: read, applied in memory, compared with what was tried, tried.
struct CandidateTrial: Sendable {
  /// What came of a candidate.
  struct Ended: Sendable {
    /// Its trial; of a candidate that never became a change, why.
    var report: TrialReport
    /// The change that was tried, or the part of it that holds.
    var changes: ChangeSet?
    /// The identity of the whole change; empty when there was none.
    var digest = ""
    /// What was left out of the change and why.
    var dropped: [String] = []
  }

  /// How a trial ended.
  enum End: Sendable {
    /// Nothing was tried, since a limit of the budget might be exceeded.
    case exhausted(ExitReason)
    /// It came to an end.
    case ended(Ended)
  }

  /// What is claimed of a candidate, which the judge looks into.
  struct Claim: Sendable {
    /// Why, in its author's words.
    var rationale: String?
    /// The case, with the known change that the candidate takes back.
    var healingCase: HealingCase
  }

  /// What reading a candidate gives.
  enum Reading: Sendable {
    /// It is settled without a trial.
    case settled(Ended)
    /// A change that has to be tried.
    case change(ChangeSet, digest: String, claim: Claim)
  }

  /// Failures after which a part of the change may still hold.
  private static let partial: Set<AttemptOutcome> = [.regression, .newFinding, .postCondition]

  let parts: LoopParts
  let gate: TrialGate
  let healingCase: HealingCase
  let ledger: RunBudget
  /// The processor time that is set aside for a trial: that of the baseline, which runs more.
  let cpuEstimate: Int

  /// Reads a candidate and applies it in memory; `seen` are digests that must not be tried.
  func intake(_ proposed: ProposedText, seen: Set<String>) -> Reading {
    let candidate: Candidate
    let changes: ChangeSet
    do throws(PatchRefusal) {
      candidate = try Candidate(reading: proposed.text)
      changes = try candidate.applied(to: parts.trialRunner.tree)
    } catch {
      return .settled(Ended(report: report(of: error)))
    }
    let digest = changes.syntaxDigest()
    if seen.contains(digest) {
      return .settled(Ended(report: TrialReport(.duplicate), changes: changes, digest: digest))
    }
    return .change(
      changes, digest: digest,
      claim: Claim(
        rationale: candidate.rationale ?? proposed.rationale,
        healingCase: healingCase.judged(for: proposed)))
  }

  private func report(of refusal: PatchRefusal) -> TrialReport {
    var report: TrialReport
    if refusal.reason.isForbidden {
      report = TrialReport(.judgeArticle)
      report.judgement = parts.judgeRefusal(refusal)
    } else {
      report = TrialReport(refusal.reason == .unparsable ? .unparsable : .unappliable)
      report.messages = [refusal.description]
    }
    return report
  }

  /// Tries a change; the caller has taken a place of the gate, which is given back here.
  func run(_ changes: ChangeSet, digest: String, claim: Claim) async -> End {
    defer { gate.release() }
    let whole: TrialReport
    switch await tryOut(changes, claim) {
    case .failure(let exhausted): return .exhausted(exhausted.reason)
    case .success(let report): whole = report
    }
    var ended = Ended(report: whole, changes: changes, digest: digest)
    guard Self.partial.contains(whole.outcome), !Task.isCancelled,
      let kept = await part(of: changes, after: whole, claim)
    else { return .ended(ended) }
    ended.changes = kept.changes
    ended.report = kept.report
    ended.dropped = kept.dropped
    ended.report.executed = ended.report.executed || whole.executed
    return .ended(ended)
  }

  /// Holds a trial again that was accepted before an interruption, on the very change it accepted.
  func repeated(_ patch: ProposedText, dropped: [String]) async -> Ended? {
    guard case .change(let changes, let digest, let claim) = intake(patch, seen: []) else {
      return nil
    }
    await gate.acquire()
    defer { gate.release() }
    guard case .success(let report) = await tryOut(changes, claim),
      report.outcome == .accepted, !Task.isCancelled
    else { return nil }
    return Ended(report: report, changes: changes, digest: digest, dropped: dropped)
  }

  private func tryOut(
    _ changes: ChangeSet, _ claim: Claim
  ) async -> Result<TrialReport, BudgetExhausted> {
    do throws(BudgetExhausted) {
      let reservation = try ledger.reserve(Spending(cpuMilliseconds: cpuEstimate))
      let report = await parts.trialRunner.tryOut(
        changes, rationale: claim.rationale, for: claim.healingCase)
      ledger.settle(reservation, Spending(cpuMilliseconds: report.cpuMilliseconds))
      return .success(report)
    } catch {
      return .failure(error)
    }
  }

  private func part(
    of changes: ChangeSet, after report: TrialReport, _ claim: Claim
  ) async -> KeptPart? {
    guard let search = parts.partSearch else { return nil }
    let held = Mutex<Set<String>>([])
    let kept = await search.part(of: changes, after: report) { part in
      guard !Task.isCancelled, !parts.isHalted() else { return nil }
      guard case .success(let report) = await tryOut(part, claim) else { return nil }
      if report.outcome == .accepted { held.withLock { _ = $0.insert(part.syntaxDigest()) } }
      return report
    }
    // Only what a trial has accepted here counts, whatever the search says of it.
    guard let kept, kept.report.outcome == .accepted,
      held.withLock({ $0.contains(kept.changes.syntaxDigest()) })
    else { return nil }
    return kept
  }
}
