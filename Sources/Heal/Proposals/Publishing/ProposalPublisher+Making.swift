internal import Audit
internal import Autonomy
internal import Git
internal import Healing
internal import Judging
internal import Kernel
internal import Patches
internal import Signals
internal import State
internal import Text

extension ProposalPublisher {
  /// What a proposal consists of before it goes anywhere.
  struct Made {
    var proposal: Git.Proposal
    var bundle: EvidenceBundle
    var commit: String
    var mail: [UInt8]
    var base: ProposalBase
    var own: OwnRepository
    var id: String
    var patch: String
    /// Files of the tree that the commit holds otherwise.
    var differences: [String]
  }

  /// Asks the controller; before anything is acted on, what became of earlier fixes is read.
  func decide(_ fix: ProvenFix) throws(PublishFailure) -> PublishingDecision {
    let decision = try decide(fix, gaps: [])
    guard decision.decision.action == .act else { return decision }
    return try decide(fix, gaps: outcomes.value { outcomeGaps() })
  }

  private func decide(
    _ fix: ProvenFix, gaps: [String]
  ) throws(PublishFailure) -> PublishingDecision {
    let controller: Controller
    do { controller = try AutonomyState.controller(of: settings.state) } catch {
      throw PublishFailure.machine(VisibleText.line("the state cannot be read: \(error)"))
    }
    return try decide(fix, after: controller, gaps: gaps)
  }

  /// The same for a state that is known.
  func decide(
    _ fix: ProvenFix, after controller: Controller, gaps: [String]
  ) throws(PublishFailure) -> PublishingDecision {
    PublishingDecision(
      fix, settings.keys, controller,
      id: ProposalDraft.id(
        of: fix.healingCase.id, patch: SHA256.hex(of: fix.changes.rendered())),
      target: try actTarget(), gaps: gaps, halt: watch.reason,
      at: Moment(milliseconds: AuditLog.systemClock()))
  }

  /// The branch that is checked out, which is what a push to the remote's would change.
  private func actTarget() throws(PublishFailure) -> String? {
    guard settings.target.push != nil else { return nil }
    do throws(GitFailure) {
      return try SourceRepository.find(around: settings.path)?.branch
    } catch {
      throw Self.failure(error)
    }
  }

  /// Reads what became of earlier fixes; what keeps that from being known keeps from acting.
  private func outcomeGaps() -> [String] {
    guard let push = settings.target.push else { return [] }
    let reading = OutcomeReading(
      state: settings.state, path: settings.path, remote: push.remote, access: push.access,
      git: settings.git,
      github: settings.target.github, isHalted: { [watch] in watch.reason != nil })
    do throws(PublishFailure) {
      _ = try reading.run(by: ("run", audit.run), leaving: audit.run)
      return []
    } catch {
      return ["what became of earlier fixes cannot be read: \(error.message)"]
    }
  }

  func make(
    _ fix: ProvenFix, _ decision: PublishingDecision
  ) throws(PublishFailure) -> Made {
    do throws(GitFailure) {
      return try make(fix, decision, on: try ProposalBase(of: settings.path))
    } catch {
      // The file may be changed in the tree and not committed: the folder still holds a proof, of
      // the tree. A branch cannot.
      guard case .unappliable(let why) = error else { throw Self.failure(error) }
      guard case .folder = settings.target else {
        throw PublishFailure(.environment, "\(VisibleText.line(why)); commit it, then heal again")
      }
    }
    do throws(GitFailure) {
      return try make(fix, decision, on: .tree)
    } catch {
      throw Self.failure(error)
    }
  }

  private func make(
    _ fix: ProvenFix, _ decision: PublishingDecision, on base: ProposalBase
  ) throws(GitFailure) -> Made {
    let own = try base.repository(
      settings.target.push == nil ? .none : .whole, by: settings.git)
    let listing = self.listing.value { TreeListing(settings.tree) }
    let differences =
      try base.commit == nil
      ? []
      : differing.value { () throws(GitFailure) in
        try base.differences(of: settings.tree, in: own)
      }
    let draft = ProposalDraft(
      fix: fix, decision: decision, testCommand: settings.testCommand,
      base: base.commit.map { "commit \($0)" }
        ?? "a tree without a commit, whose listing has the SHA-256 \(listing.digest)",
      differences: differences)
    let patch = SHA256.hex(of: fix.changes.rendered())
    let proposal = draft.proposal(patch: patch)
    let commit = try base.commit(fix.changes, message: proposal.message, in: own)
    let mail = try own.mail(commit)
    let bundle = EvidenceBundle(
      fix,
      .init(
        run: audit.run, commit: base.commit, prefix: base.prefix, base: listing, mail: mail,
        testCommand: settings.testCommand, facts: settings.facts))
    return Made(
      proposal: proposal, bundle: bundle, commit: commit, mail: mail, base: base,
      own: own, id: draft.id(patch), patch: patch, differences: differences)
  }
}
