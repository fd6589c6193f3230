internal import Audit
internal import Autonomy
internal import Findings
internal import Forge
internal import Healing
internal import Judging
internal import Kernel
internal import Ledger
internal import Patches
internal import Signals

extension Desk {
  /// What a proposal consists of before it goes anywhere.
  struct Made {
    var proposal: Forge.Proposal
    var bundle: EvidenceBundle
    var commit: String
    var mail: [UInt8]
    var base: ProposalBase
    var own: OwnRepository
    var id: String
    var patch: String
  }

  func decide(_ fix: ProvenFix) throws(PublishFailure) -> DeskDecision {
    let controller: Controller
    do { controller = try AutonomyLedger.controller(of: settings.state) } catch {
      throw PublishFailure(.environment, VisibleText.line("the state cannot be read: \(error)"))
    }
    let now = Moment(milliseconds: AuditLog.systemClock())
    return DeskDecision(fix, settings.keys, controller, halt: watch.reason, at: now)
  }

  func make(
    _ fix: ProvenFix, _ decision: DeskDecision, at work: BytePath
  ) throws(PublishFailure) -> Made {
    do throws(ForgeFailure) {
      return try make(fix, decision, on: try ProposalBase(of: settings.path), at: work)
    } catch {
      // The file may be changed in the tree and not committed: the folder still holds a proof, of
      // the tree. A branch cannot.
      guard case .unappliable(let why) = error else { throw Self.failure(error) }
      guard case .folder = settings.target else {
        throw PublishFailure(.environment, "\(VisibleText.line(why)); commit it, then heal again")
      }
    }
    do throws(ForgeFailure) {
      return try make(fix, decision, on: .tree, at: work.appending("tree"))
    } catch {
      throw Self.failure(error)
    }
  }

  private func make(
    _ fix: ProvenFix, _ decision: DeskDecision, on base: ProposalBase, at work: BytePath
  ) throws(ForgeFailure) -> Made {
    do { try FileSystem.makeFolder(work) } catch { throw .file("\(error)") }
    let own = try base.repository(at: work.appending("repository"))
    let listing = self.listing.value { TreeListing(settings.tree) }
    let draft = ProposalDraft(
      fix: fix, decision: decision, testCommand: settings.testCommand,
      base: base.commit.map { "commit \($0)" }
        ?? "a tree without a commit, whose listing has the SHA-256 \(listing.digest)",
      differences: try base.commit == nil
        ? []
        : differing.value { () throws(ForgeFailure) in
          try base.differences(of: settings.tree, in: own)
        })
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
      own: own, id: draft.id(patch), patch: patch)
  }
}
