internal import Patches

/// The trials of one answer: the one that is due, and the next ones while the machine has room.
///
/// Candidates are judged strictly in their order; a trial that was begun early and is not needed is
/// cancelled, and counts for nothing but its processor time.
struct Rehearsal {
  /// How long the actor took for the answer, until the first attempt has taken it over.
  private var asked: Duration = .zero
  private var running: [Int: Task<CandidateTrial.End, Never>] = [:]

  /// The trials of an answer that took so long.
  init(asked: Duration = .zero) { self.asked = asked }

  /// The time that the answer took; zero when it was taken before.
  mutating func takeAsked() -> Duration {
    defer { asked = .zero }
    return asked
  }

  /// Tries a candidate of the answer, and begins to try others.
  ///
  /// - Parameters:
  ///   - index: of the candidate that is due.
  ///   - queue: all of the answer.
  ///   - seen: digests that must not be tried.
  ///   - limit: how many attempts are left.
  ///   - trial: tries them.
  /// - Returns: what came of the candidate that is due.
  mutating func run(
    _ index: Int, of queue: [ProposedText], seen: Set<String>, atMost limit: Int,
    by trial: CandidateTrial
  ) async -> CandidateTrial.End {
    let due = trial.intake(queue[index], seen: seen)
    guard case .change(let changes, let digest, let claim) = due else {
      if case .settled(let ended) = due { return .ended(ended) }
      return .exhausted(.environment)
    }
    if running[index] == nil {
      await trial.gate.acquire()
      start(index, changes, digest, claim, trial)
    }
    begin(after: index, queue, seen.union([digest]), limit, trial)
    let end = await finish(index)
    guard case .exhausted = end, !running.isEmpty || limit > 1 else { return end }
    // What was set aside for trials that are not due must not keep the one that is.
    await self.end()
    await trial.gate.acquire()
    return await trial.run(changes, digest: digest, claim: claim)
  }

  private mutating func begin(
    after index: Int, _ queue: [ProposedText], _ seen: Set<String>, _ limit: Int,
    _ trial: CandidateTrial
  ) {
    var seen = seen
    for next in (index + 1)..<max(index + 1, min(queue.count, index + limit)) {
      guard
        case .change(let changes, let digest, let claim) = trial.intake(
          queue[next], seen: seen)
      else { continue }
      seen.insert(digest)
      if running[next] != nil { continue }
      guard trial.gate.tryAcquire() else { return }
      start(next, changes, digest, claim, trial)
    }
  }

  private mutating func start(
    _ index: Int, _ changes: ChangeSet, _ digest: String, _ claim: CandidateTrial.Claim,
    _ trial: CandidateTrial
  ) {
    // Unstructured: results are taken in the order of the candidates, and the rest is cancelled.
    running[index] = Task { await trial.run(changes, digest: digest, claim: claim) }
  }

  private mutating func finish(_ index: Int) async -> CandidateTrial.End {
    guard let task = running[index] else { return .exhausted(.environment) }
    let all = Array(running.values)
    let end = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      for task in all { task.cancel() }
    }
    running[index] = nil
    return end
  }

  /// Ends every trial that is not needed any more, and waits for that.
  mutating func end() async {
    for task in running.values { task.cancel() }
    for task in running.values { _ = await task.value }
    running = [:]
  }
}
