internal import Text

/// How far a case is: nothing but the sum of its records, so that a resumed run goes on where the
/// interrupted one was.
package struct CaseProgress: Sendable {
  /// What comes next.
  package enum Step: Equatable, Sendable {
    /// Ask an actor, by its index, for the given time.
    case ask(actor: Int, turn: Int)
    /// Try the candidate of the queue with this index.
    case tryOut(Int)
    /// Propose the accepted candidate.
    case publish
    /// Write the end down.
    case close(HealedState, ExitReason)
    /// Nothing: it is written down.
    case closed
  }

  /// Every attempt, oldest first.
  package private(set) var attempts: [Attempt] = []
  /// What the failed ones taught.
  package private(set) var reflections: [Reflection] = []
  /// The identities of what was tried.
  package private(set) var digests: Set<String> = []
  /// The candidates of the last answer.
  package private(set) var queue: [ProposedText] = []
  /// The one that was accepted.
  package private(set) var accepted: Accepted?
  /// Why actors proposed nothing.
  package private(set) var abstentions: [Abstention] = []
  /// Which actors could not be asked, and why.
  package private(set) var failures: [ActorFailure] = []
  /// Where the fix was proposed.
  package private(set) var proposal: PublishedProposal?
  /// Why it was not taken.
  package private(set) var refusal: PublishFailure?
  /// How the case ended.
  package private(set) var end: (state: HealedState, reason: ExitReason)?
  /// What was spent.
  package private(set) var spent = Spending()

  /// The index of the actor whose turn it is.
  package private(set) var actorIndex = 0
  private var turn = 0
  private var position = 0

  /// A candidate that was accepted.
  package struct Accepted: Sendable {
    /// As its author wrote it.
    package var proposed: ProposedText
    /// The change, or the part of it that holds.
    package var patch: JournalRecord.Candidate
    /// Its identity, 64 hexadecimal digits.
    package var changeDigest: String
    /// What was left out and why.
    package var dropped: [String]
  }

  /// An actor that could not be asked.
  package struct ActorFailure: Equatable, Sendable {
    /// Why: a reason that can end a run.
    package var reason: ExitReason
    /// One sentence.
    package var message: String
  }

  /// A case that nothing was done about.
  package init() {}

  /// Takes a record of this case.
  package mutating func take(_ record: JournalRecord) {
    switch record {
    case .baseline: return
    case .answered(_, let answer, let books):
      spent = books.spent
      take(answer)
    case .tried(_, let attempt, let reflection, let proven, let books):
      spent = books.spent
      attempts.append(attempt)
      if let reflection { reflections.append(reflection) }
      if !attempt.changeDigest.isEmpty { digests.insert(attempt.changeDigest) }
      if let proven, queue.indices.contains(position) {
        accepted = Accepted(
          proposed: queue[position], patch: proven.patch, changeDigest: proven.changeDigest,
          dropped: proven.dropped)
      }
      position += 1
    case .published(_, let proposal, let books):
      spent = books.spent
      self.proposal = PublishedProposal(proposal)
    case .refused(_, let reason, let message, let books):
      spent = books.spent
      refusal = PublishFailure(reason, message)
    case .closed(_, let state, let reason, let books):
      spent = books.spent
      end = (state, reason)
    }
  }

  private mutating func take(_ answer: JournalRecord.Answer) {
    switch answer {
    case .candidates(let candidates) where !candidates.isEmpty:
      turn += 1
      queue = candidates.map(\.proposed)
      position = 0
    case .candidates:
      abstentions.append(Abstention(reason: "the answer held no candidate", inspected: []))
      nextActor()
    case .abstains(let abstention):
      abstentions.append(abstention)
      nextActor()
    case .unavailable(let reason, let message):
      failures.append(ActorFailure(reason: reason, message: message))
      nextActor()
    }
  }

  private mutating func nextActor() {
    actorIndex += 1
    turn = 0
    queue = []
    position = 0
  }

  /// What comes next.
  ///
  /// - Parameters:
  ///   - actors: how many actors there are.
  ///   - limit: how many attempts a case may have.
  ///   - proposes: whether proven fixes go anywhere.
  /// - Returns: the step; always the same for the same records.
  package func next(actors: Int, attempts limit: Int, proposes: Bool) -> Step {
    if end != nil { return .closed }
    if let refusal { return .close(.notHealed, refusal.reason) }
    if accepted != nil {
      return proposes && proposal == nil ? .publish : .close(.healed, .healed)
    }
    if attempts.last?.outcome == .environment { return .close(.notHealed, .environment) }
    if attempts.count >= limit { return .close(.notHealed, .attemptsExhausted) }
    if position < queue.count { return .tryOut(position) }
    if actorIndex < actors { return .ask(actor: actorIndex, turn: turn + 1) }
    if let failure = failures.first { return .close(.notHealed, failure.reason) }
    return .close(attempts.isEmpty ? .abstained : .notHealed, .abstained)
  }
}

extension CaseProgress {
  /// What became of a case; one that is open is told with the reason for which the run stopped.
  package func result(
    of healingCase: HealingCase, _ explanations: [String: String],
    stopped: (reason: ExitReason, message: String)? = nil
  ) -> IncidentResult {
    var result = IncidentResult(
      healingCase: healingCase, state: end?.state ?? .notHealed,
      exitReason: end?.reason ?? stopped?.reason ?? .killed, abstentions: abstentions,
      attempts: attempts, proposal: proposal, spent: spent)
    result.explanation =
      end == nil
      ? stopped?.message
      : explanations[healingCase.id] ?? refusal?.message ?? failures.first?.message
    if end?.state == .healed { result.explanation = nil }
    return result
  }
}

extension PublishedProposal {
  /// Takes what was kept of a proposal; a decision that cannot be read is none.
  init(_ kept: JournalRecord.Proposal) {
    self.init(
      folder: kept.folder, branch: kept.branch, address: kept.address,
      decision: (try? JSONValue(parsing: Array(kept.decision.utf8))) ?? .null)
  }
}

extension JournalRecord.Proposal {
  /// Takes what is kept of a proposal.
  init(_ proposal: PublishedProposal) {
    self.init(
      folder: proposal.folder, branch: proposal.branch, address: proposal.address,
      decision: String(decoding: proposal.decision.serialized(), as: UTF8.self))
  }
}
