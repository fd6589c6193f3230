internal import Audit
internal import Autonomy
internal import Git
internal import Healing
internal import State
internal import Text

/// Does what the controller lets an Actor do, once.
///
/// That it begins is in the log before, and counts from then on; the decision is made again in that
/// very entry's place, so that two runs never share what is left of a budget. What was begun and not
/// told to an end is looked at, never repeated.
struct ActExecutor {
  /// How it ended.
  enum End: Equatable {
    /// It is done.
    case done
    /// The target holds it already, by others or another run.
    case already(String)
    /// It is not done, and stays a proposal.
    case refrained(String)
  }

  let publisher: ProposalPublisher
  let fix: ProvenFix
  let made: ProposalPublisher.Made
  let decision: PublishingDecision
  let branches: BranchPublisher

  private var incident: String { fix.healingCase.id }
  private var isWanted: Bool { decision.decision.action == .act }
  private var remote: CanonicalJSON { HealAudit.short(branches.remote.description) }

  /// The place of the branch that is checked out; nil when none is.
  var branch: BranchTarget? {
    made.base.source?.branch.map { BranchTarget(branches: branches, made: made, target: $0) }
  }

  /// Whether the controller lets it act, and nothing that is known already speaks against it.
  var mayRun: Bool { isWanted && hindrance == nil }

  /// Acts, or ends what was begun; nil when neither is due.
  func run(at place: any ActionTarget) throws(PublishFailure) -> End? {
    let item = try history().items[made.id]
    let isBegun = item?.begunBy == publisher.audit.run
    guard isWanted || item?.begunBy != nil else { return nil }
    try publisher.requireGo()
    switch try place.look() {
    case .done(let isProven):
      return isBegun ? try finish(isProven) : .already("it is there already")
    case .refused(let why): return try refrain(why, isBegun: isBegun)
    case .ready: break
    }
    guard isWanted else { return isBegun ? try refrain("it may not act now", isBegun: true) : nil }
    if let hindrance { return try refrain(hindrance, isBegun: isBegun) }
    if !isBegun, let why = try begin() { return try refrain(why, isBegun: false) }
    try publisher.requireGo()
    switch try place.carryOut() {
    case .done(let isProven): return try finish(isProven)
    case .refused(let why): return try refrain(why, isBegun: true)
    case .ready: return try refrain("nothing was done", isBegun: true)
    }
  }

  /// What keeps from acting though the controller would let it.
  var hindrance: String? {
    made.differences.isEmpty
      ? nil : "the tree on which it was proven is not the commit that it would be added to"
  }

  /// The number of the pull request by which some run has begun to act; nil when none has.
  func begunPull() throws(PublishFailure) -> Int? {
    guard let item = try history().items[made.id], item.begunBy != nil else { return nil }
    return item.address.flatMap(PullRequests.number(ofAddress:))
  }

  // MARK: Steps

  /// Keeps that it begins; returns why not, where something speaks against it by now.
  private func begin() throws(PublishFailure) -> String? {
    var refusal: String?
    do throws(RecordFailure) {
      try publisher.audit.append { entries in
        refusal = try objection(entries)
        guard refusal == nil else { return nil }
        return (content("acting"), .acting(id: made.id), incident)
      }
    } catch {
      throw PublishFailure.machine(error.message)
    }
    return refusal
  }

  /// What the entries so far have against it.
  private func objection(_ entries: [AuditEntry]) throws -> String? {
    let history = try ProposalHistory(entries, remote: remote)
    for name in history.names[incident] ?? [] {
      guard history.controller.standing(of: name) == .open(isActing: false) else {
        return "this trouble was decided or acted upon before; a person has to look"
      }
    }
    let again = try publisher.decide(fix, after: history.controller, gaps: [])
    let missing = again.decision.conditions.filter { !$0.holds }.map(\.name)
    return again.decision.action == .act
      ? nil : "others have acted meanwhile: \(missing.joined(separator: ", "))"
  }

  private func finish(_ isProven: Bool) throws(PublishFailure) -> End {
    do throws(RecordFailure) {
      try publisher.audit.keep(
        .effect, by: ("run", publisher.audit.run), incident: incident,
        content("act").merging(["isProven": .boolean(isProven)]) { $1 },
        // What was added to another base than that of the proof is not what was proven.
        event: .merged(id: made.id, by: nil, edited: !isProven))
    } catch {
      throw PublishFailure.machine(error.message)
    }
    return .done
  }

  private func refrain(_ why: String, isBegun: Bool) throws(PublishFailure) -> End {
    let content = content("refrained").merging(["why": HealAudit.short(why)]) { $1 }
    do throws(RecordFailure) {
      if isBegun {
        try publisher.audit.append { _ in (content, .refrained(id: made.id), incident) }
      } else {
        try publisher.audit.keep(
          .decision, by: ("controller", "autonomy"), incident: incident, content)
      }
    } catch {
      throw PublishFailure.machine(error.message)
    }
    return .refrained(VisibleText.line(why))
  }

  private func history() throws(PublishFailure) -> ProposalHistory {
    do {
      return try ProposalHistory(publisher.audit.entries(), remote: remote)
    } catch {
      throw PublishFailure.machine(VisibleText.line("the state cannot be read: \(error)"))
    }
  }

  private func content(_ what: String) -> [String: CanonicalJSON] {
    [
      "what": .text(what), "commit": .text(made.commit), "patch": .text(made.patch),
      "base": made.base.commit.map { .text($0) } ?? .null,
      "onto": made.base.source?.branch.map { .text($0) } ?? .null, "remote": remote,
    ]
  }
}
