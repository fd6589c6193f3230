internal import Findings
internal import Judging
internal import Patches
internal import Signals

/// The fixed sequence of steps of one case; what is read from outside never chooses one.
struct CaseHealing: Sendable {
  let parts: LoopParts
  let board: RunBoard
  let gate: TrialGate
  let healingCase: HealingCase
  /// The budget of the case within the run's.
  let ledger: RunBudget
  /// Changes that must not be made, by digest.
  let barred: Set<String>
  let recalled: [Precedent]
  let baseline: BaselineReport
  /// The trial that has accepted a candidate, in this part of the run.
  private var proven: CandidateTrial.Ended?

  init(
    parts: LoopParts, board: RunBoard, gate: TrialGate, healingCase: HealingCase,
    ledger: RunBudget, barred: Set<String>, recalled: [Precedent], baseline: BaselineReport
  ) {
    self.parts = parts
    self.board = board
    self.gate = gate
    self.healingCase = healingCase
    self.ledger = ledger
    self.barred = barred
    self.recalled = recalled
    self.baseline = baseline
  }

  private var id: String { healingCase.id }

  private var mayGoOn: Bool { !Task.isCancelled && board.stop == nil && !parts.isHalted() }

  /// Takes steps until the case is closed or the run has to stop.
  mutating func heal() async {
    var rehearsal = Rehearsal()
    while mayGoOn {
      let progress = board.progress(of: id)
      let step = progress.next(
        actors: parts.actors.count, attempts: ledger.limits.attempts,
        proposes: parts.publisher != nil)
      let goesOn: Bool
      switch step {
      case .ask(let actor, let turn): goesOn = await ask(actor, turn, progress, &rehearsal)
      case .tryOut(let index): goesOn = await tryOut(index, progress, &rehearsal)
      case .publish: goesOn = await publish(progress)
      case .close(let state, let reason): goesOn = await close(state, reason, progress)
      case .closed: goesOn = false
      }
      if !goesOn { break }
    }
    await rehearsal.end()
  }

  private func books() -> JournalRecord.Books {
    .init(spent: ledger.spent, wallMilliseconds: ledger.wallMilliseconds)
  }

  // MARK: Steps

  private func ask(
    _ index: Int, _ turn: Int, _ progress: CaseProgress, _ rehearsal: inout Rehearsal
  ) async -> Bool {
    let actor = parts.actors[index]
    await rehearsal.end()
    let start = ContinuousClock.now
    var answer: ActorAnswer
    if let (reason, message) = board.latch(of: index) {
      answer = .unavailable(reason, message)
    } else {
      parts.observe(.asked(incident: id, actor: actor.name, turn: turn))
      answer = await actor.propose(
        ActorRequest(
          healingCase: healingCase, tree: parts.trialRunner.tree, reflections: progress.reflections,
          recalled: recalled, turn: turn,
          attemptsLeft: ledger.limits.attempts - progress.attempts.count, budget: ledger))
      // What a cancelled actor says is no answer; it is asked again when the run is resumed.
      if Task.isCancelled { return false }
    }
    if case .unavailable(let reason, let message) = answer {
      if reason == .killed { return false }
      // An account that is empty for one case is empty for all; asking on costs trust.
      if reason == .spendLimit { board.latch(index, reason, message) }
    }
    if case .abstains(let abstention) = answer {
      let isKept = board.tell { () throws(RecordFailure) in
        try parts.record.abstained(
          abstention, by: actor.name, version: actor.version, for: healingCase)
      }
      guard isKept else { return false }
    }
    rehearsal = Rehearsal(asked: start.duration(to: .now))
    return board.record(.answered(incident: id, answer: .init(answer), books: books()))
  }

  private var candidateTrial: CandidateTrial {
    CandidateTrial(
      parts: parts, gate: gate, healingCase: healingCase, ledger: ledger,
      cpuEstimate: baseline.cpuMilliseconds)
  }

  private mutating func tryOut(
    _ index: Int, _ progress: CaseProgress, _ rehearsal: inout Rehearsal
  ) async -> Bool {
    let number = progress.attempts.count + 1
    let actor = parts.actors[progress.actorIndex]
    let isKept = board.tell { () throws(RecordFailure) in
      try parts.record.suggested(
        progress.queue[index], by: actor.name, version: actor.version, number: number,
        for: healingCase)
    }
    guard isKept else { return false }
    parts.observe(.trying(incident: id, number: number, actor: actor.name))
    let start = ContinuousClock.now
    let end = await rehearsal.run(
      index, of: progress.queue, seen: progress.digests.union(barred),
      atMost: ledger.limits.attempts - progress.attempts.count, by: candidateTrial)
    // A trial that was cut short says nothing about its candidate.
    if Task.isCancelled { return false }
    let trial: CandidateTrial.Ended
    switch end {
    case .exhausted(let reason): return await close(.notHealed, reason, progress)
    case .ended(let value): trial = value
    }
    let report = trial.report
    let time = rehearsal.takeAsked() + start.duration(to: .now)
    let attempt = Attempt(
      number: number, actor: actor.name, actorVersion: actor.version, outcome: report.outcome,
      executed: report.executed,
      articles: Set((report.judgement?.breaches ?? []).map(\.id)).sorted(),
      failingTests: report.outcome == .hiddenCheck ? [] : report.failingTests,
      milliseconds: time.wholeMilliseconds, changeDigest: trial.digest)
    ledger.book(Spending(attempts: 1))
    if report.outcome == .accepted { proven = trial }
    let tried = JournalRecord.tried(
      incident: id, attempt: attempt,
      reflection: Reflector.reflection(on: number, report, changes: trial.changes),
      proven: report.outcome == .accepted ? kept(trial, of: progress.queue[index]) : nil,
      books: books())
    let isTold = board.tell { () throws(RecordFailure) in
      try parts.record.ended(
        attempt, report: trial.changes == nil ? nil : report, for: healingCase)
    }
    guard isTold, board.record(tried) else { return false }
    parts.observe(.attempted(incident: id, attempt))
    return true
  }

  private func kept(
    _ trial: CandidateTrial.Ended, of proposed: ProposedText
  ) -> JournalRecord.Proven? {
    guard let changes = trial.changes else { return nil }
    var patch = proposed
    patch.text = changes.rendered()
    return JournalRecord.Proven(
      patch: .init(patch), changeDigest: changes.syntaxDigest(), dropped: trial.dropped)
  }

  private func publish(_ progress: CaseProgress) async -> Bool {
    guard let publisher = parts.publisher, let accepted = progress.accepted else { return false }
    var trial = proven
    if trial == nil {
      trial = await candidateTrial.repeated(accepted.patch.proposed, dropped: accepted.dropped)
    }
    guard mayGoOn else { return false }
    guard let trial, let changes = trial.changes else {
      return board.record(
        .refused(
          incident: id, reason: .environment,
          message: "the proof could not be repeated after the interruption", books: books()))
    }
    parts.observe(.publishing(incident: id))
    var report = trial.report
    report.checks += trial.dropped.map {
      EvidenceCheck(name: "left out", before: "in the candidate", after: $0, isGood: true)
    }
    let fix = ProvenFix(
      healingCase: healingCase.judged(for: accepted.proposed), changes: changes,
      baseline: baseline, report: report,
      attempts: progress.attempts, proposed: accepted.proposed, spent: ledger.spent)
    do throws(PublishFailure) {
      let proposal = try await publisher.publish(fix)
      return board.record(
        .published(incident: id, proposal: .init(proposal), books: books()))
    } catch {
      if error.reason == .killed { return false }
      if error.endsRun {
        board.end("a proven fix cannot be proposed: \(error.message)")
        return false
      }
      return board.record(
        .refused(incident: id, reason: error.reason, message: error.message, books: books()))
    }
  }

  private func close(
    _ state: HealedState, _ reason: ExitReason, _ progress: CaseProgress
  ) async -> Bool {
    do throws(MemoryFailure) {
      try await remember(reason, progress)
      if state == .healed, let accepted = progress.accepted {
        try await parts.actors[progress.actorIndex].wasProven(accepted.proposed, for: healingCase)
      }
    } catch {
      board.end("a case cannot be remembered: \(error)")
      return false
    }
    let explanation = progress.refusal?.message ?? progress.failures.first?.message
    let isTold = board.tell { () throws(RecordFailure) in
      try parts.record.closed(healingCase, reason: reason, explanation: explanation)
    }
    guard isTold else { return false }
    guard
      board.record(.closed(incident: id, state: state, reason: reason, books: books()))
    else { return false }
    let explanations = board.baseline?.explanations ?? [:]
    parts.observe(.closed(board.progress(of: id).result(of: healingCase, explanations)))
    return true
  }

  private func remember(
    _ reason: ExitReason, _ progress: CaseProgress
  ) async throws(MemoryFailure) {
    guard let memory = parts.memory else { return }
    let incident = healingCase.incident
    var entry = MemoryEntry(
      fingerprint: incident.fingerprint, kind: incident.kind.rawValue, rule: incident.rule,
      title: incident.title, path: incident.place?.path, functions: incident.functions,
      attempts: progress.attempts, reflections: progress.reflections, outcome: .unhealed,
      exitReason: reason, provenance: .init(run: parts.run, milliseconds: parts.now()),
      scope: parts.scope?.name)
    if let accepted = progress.accepted {
      entry.outcome = .proven
      entry.patch = String(decoding: accepted.patch.proposed.text, as: UTF8.self)
      entry.changeDigest = accepted.changeDigest
    }
    try await memory.remember(entry)
  }
}

extension Duration {
  /// Milliseconds, rounded down.
  var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
