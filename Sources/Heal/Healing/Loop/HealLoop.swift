internal import Signals

/// Heals incidents: reproduces them, asks actors, tries what they propose, proposes what is proven.
///
/// Every case goes through one fixed sequence of steps, which nothing that was read from outside can
/// change; each step is written down before the next, so that a run that was killed goes on where it
/// was. Nothing is proposed on the word of its author.
package struct HealLoop: Sendable {
  private let parts: LoopParts
  private let cases: [HealingCase]
  private let board: RunBoard
  private let gate: TrialGate

  /// How long work may take to end after a stop; what has not ended then is left behind.
  private static let grace: Duration = .milliseconds(500)
  /// How often the switches are looked at.
  private static let pulse: Duration = .milliseconds(250)
  /// How many verified cases an actor is told of.
  private static let mostPrecedents = 3

  /// Takes up a run; `parts.budget` must hold what its records say was spent.
  ///
  /// - Parameters:
  ///   - cases: the incidents, none twice.
  ///   - parts: what the run is put together from.
  /// - Throws: a record of the journal that cannot be read.
  package init(_ cases: [HealingCase], parts: LoopParts) throws {
    self.parts = parts
    self.cases = cases
    let records = try parts.journal.records.map { try JournalRecord(decoding: $0) }
    board = RunBoard(cases, records: records, journal: parts.journal, observe: parts.observe)
    gate = TrialGate(width: parts.width)
  }

  private enum End: Sendable {
    case finished, stopped, graceOver
  }

  /// Runs until every case is closed, a limit is reached, or everything must stop.
  ///
  /// Returns within a second after the kill switch or the task's cancellation, whatever still runs.
  package func run() async -> HealResult {
    let (ends, end) = AsyncStream.makeStream(of: End.self)
    // Unstructured: a group would wait for work that takes no notice of being cancelled.
    let work = Task {
      await heal()
      end.yield(.finished)
    }
    // Unstructured for the same reason; it ends with this function.
    let watch = Task {
      while !Task.isCancelled {
        if let (reason, message) = reasonToStop() {
          board.stop(reason, message)
          end.yield(.stopped)
          return
        }
        try? await Task.sleep(for: Self.pulse)
      }
    }
    await withTaskCancellationHandler {
      loop: for await event in ends {
        switch event {
        case .finished, .graceOver: break loop
        case .stopped:
          work.cancel()
          // Unstructured: it outlives nothing, since the stream it yields to ends with this function.
          Task {
            try? await Task.sleep(for: Self.grace)
            end.yield(.graceOver)
          }
        }
      }
    } onCancel: {
      board.stop(.killed, "the run was interrupted")
      end.yield(.stopped)
    }
    watch.cancel()
    return result()
  }

  private func reasonToStop() -> (ExitReason, String)? {
    if let stop = board.stop { return stop }
    if parts.isHalted() { return (.killed, "the kill switch is set") }
    if parts.budget.millisecondsLeft == 0 { return (.timeExhausted, "the time is up") }
    return nil
  }

  private var mayGoOn: Bool { !Task.isCancelled && board.stop == nil && !parts.isHalted() }

  private func heal() async {
    guard mayGoOn, !cases.isEmpty else { return await closeObsolete() }
    var report = BaselineReport()
    if !cases.allSatisfy({ board.progress(of: $0.id).end != nil }) {
      guard let seen = await baseline() else { return }
      report = seen
    }
    let baseline = report
    await withTaskGroup(of: Void.self) { group in
      var waiting = cases[...]
      for _ in 0..<max(1, parts.width) {
        guard let next = waiting.popFirst() else { break }
        group.addTask { await heal(next, baseline) }
      }
      while await group.next() != nil {
        guard let next = waiting.popFirst() else { continue }
        group.addTask { await heal(next, baseline) }
      }
    }
    await closeObsolete()
  }

  private func baseline() async -> BaselineReport? {
    for one in cases {
      guard board.tell({ () throws(RecordFailure) in try parts.record.received(one) }) else {
        return nil
      }
    }
    parts.observe(.baselineStarted(cases: cases.count))
    let report = await parts.trialRunner.baseline(of: cases)
    let spent = Spending(cpuMilliseconds: report.cpuMilliseconds)
    parts.budget.book(spent)
    guard mayGoOn else { return nil }
    let isTold = board.tell { () throws(RecordFailure) in
      try parts.record.observed(report, of: cases)
    }
    guard isTold else { return nil }
    // What the first part of the run saw decides which cases are closed, and is not seen anew.
    if board.baseline == nil {
      let record = JournalRecord.baseline(
        refusals: report.refusals, explanations: report.explanations, spent: spent)
      guard board.record(record) else { return nil }
    }
    parts.observe(.baselineEnded(report))
    return report
  }

  private func heal(_ healingCase: HealingCase, _ baseline: BaselineReport) async {
    let progress = board.progress(of: healingCase.id)
    guard mayGoOn, progress.end == nil else { return }
    parts.observe(.opened(incident: healingCase.id, title: healingCase.incident.title))
    let ledger = RunBudget(of: parts.budget, spent: progress.spent)
    if let refusal = board.baseline?.refusals[healingCase.id] {
      let isTold = board.tell { () throws(RecordFailure) in
        try parts.record.closed(
          healingCase, reason: refusal,
          explanation: board.baseline?.explanations[healingCase.id])
      }
      guard isTold else { return }
      let record = JournalRecord.closed(
        incident: healingCase.id, state: .notReproduced, reason: refusal,
        books: .init(spent: ledger.spent, wallMilliseconds: ledger.wallMilliseconds))
      if board.record(record) {
        let explanations = board.baseline?.explanations ?? [:]
        parts.observe(
          .closed(board.progress(of: healingCase.id).result(of: healingCase, explanations)))
      }
      return
    }
    var healing = CaseHealing(
      parts: parts, board: board, gate: gate, healingCase: healingCase, ledger: ledger,
      barred: await bars(healingCase), recalled: await recalled(healingCase), baseline: baseline)
    await healing.heal()
  }

  private func bars(_ healingCase: HealingCase) async -> Set<String> {
    guard let memory = parts.memory else { return [] }
    let incident = healingCase.incident
    do throws(MemoryFailure) {
      let bars = try await memory.bars(for: [incident.fingerprint] + incident.aliases)
      return Set(bars.map(\.changeDigest))
    } catch {
      parts.observe(.warning("the memory cannot be read: \(error)"))
      return []
    }
  }

  private func recalled(_ healingCase: HealingCase) async -> [Precedent] {
    guard let memory = parts.memory else { return [] }
    var cue = MemoryCue(healingCase, in: parts.scope?.recalled ?? [])
    // What this very run has learnt meanwhile would make one case depend on the pace of another.
    cue.besides = parts.run
    do throws(MemoryFailure) {
      return try await memory.recall(cue, limit: Self.mostPrecedents)
    } catch {
      parts.observe(.warning("the memory cannot be read: \(error)"))
      return []
    }
  }

  private func closeObsolete() async {
    guard parts.closesObsolete, let publisher = parts.publisher, mayGoOn else { return }
    let open = cases.filter { board.progress(of: $0.id).end?.reason != .notReproduced }
    do throws(PublishFailure) {
      board.closed = try await publisher.closeObsolete(
        open: open.flatMap { [$0.incident.fingerprint] + $0.incident.aliases })
    } catch {
      parts.observe(.warning("obsolete proposals were not closed: \(error.message)"))
    }
  }

  private func result() -> HealResult {
    let explanations = board.baseline?.explanations ?? [:]
    let stop = board.stop
    let incidents = cases.map {
      board.progress(of: $0.id).result(of: $0, explanations, stopped: stop)
    }
    var reasons = incidents.map(\.exitReason)
    if let stop, stop.reason == .killed || incidents.isEmpty { reasons.append(stop.reason) }
    // What the machine has cut short is not done, whatever was healed before.
    let isCut = stop?.reason == .environment
    return HealResult(
      exitReason: isCut ? .environment : HealResult.reason(of: reasons), incidents: incidents,
      closed: board.closed, spent: parts.budget.spent,
      wallMilliseconds: parts.budget.wallMilliseconds, isEstimated: parts.budget.isEstimated,
      mayGoOn: isCut || stop?.reason == .killed)
  }
}
