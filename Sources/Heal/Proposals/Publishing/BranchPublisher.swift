internal import Audit
internal import Findings
internal import Git
internal import Healing
internal import Kernel
internal import Signals

/// Proposals as branches of a remote: one for each incident, updated in place, never over somebody
/// else's work.
struct BranchPublisher {
  /// Where all branches of ours lie.
  static let prefix = "sentinel/"

  let remote: RemoteAddress
  let access: PushCredentials
  let publisher: ProposalPublisher

  /// A publisher for a remote, which is named as in the user's own configuration, or by its address.
  ///
  /// - Throws: when there is none, or its hooks would be those of the tree under test.
  init(
    _ publisher: ProposalPublisher, remote name: String, access: PushCredentials
  ) throws(PublishFailure) {
    self.publisher = publisher
    self.access = access
    do throws(GitFailure) {
      remote = try RemoteAddress.named(name, around: publisher.settings.path, for: access)
    } catch {
      throw ProposalPublisher.failure(error)
    }
  }

  /// Whether the remote's branch is at the commit of a proposal already.
  func holds(_ made: ProposalPublisher.Made) throws(PublishFailure) -> Bool {
    let branch = made.proposal.branch
    do throws(GitFailure) {
      return try made.own.branches(below: branch, of: remote, for: access)[branch] == made.commit
    } catch {
      throw ProposalPublisher.failure(error)
    }
  }

  /// What is done, and to what, as an approval is bound to it.
  func wish(_ made: ProposalPublisher.Made) -> ApprovalBinding {
    ApprovalBinding(
      patch: made.patch, base: made.base.commit ?? "", evidence: made.bundle.digest,
      action: publisher.settings.target.github == nil ? "push" : "pull-request",
      target: "\(made.proposal.branch) at \(remote)")
  }

  /// Pushes the commit of a proposal; returns the branch.
  func publish(_ made: ProposalPublisher.Made) throws(PublishFailure) -> String {
    let branch = made.proposal.branch
    do throws(GitFailure) {
      let heads = try made.own.branches(below: branch, of: remote, for: access)
      let head = heads[branch]
      if head != made.commit {
        if let head { try requireOwn(head, branch) }
        try made.own.push(
          made.commit, as: branch, to: remote, expecting: head, for: access)
      }
    } catch {
      throw ProposalPublisher.failure(error)
    }
    try publisher.effect(
      "branch", of: String(made.proposal.fingerprint.prefix(16)),
      [
        "branch": .text(branch), "commit": .text(made.commit), "patch": .text(made.patch),
        "base": made.base.commit.map { .text($0) } ?? .null,
        "onto": made.base.source?.branch.map { .text($0) } ?? .null,
        "remote": HealAudit.short(remote.description),
      ])
    return branch
  }

  /// Takes away the branches of incidents that are gone, as far as this state has made them and
  /// nobody has changed them since.
  func closeObsolete(open fingerprints: [String]) throws(PublishFailure) -> [ClosedProposal] {
    var closed: [ClosedProposal] = []
    for (branch, head) in try obsolete(open: fingerprints) {
      do throws(GitFailure) {
        try OwnRepository(by: publisher.settings.git).delete(
          branch, from: remote, expecting: head, for: access)
      } catch {
        throw ProposalPublisher.failure(error)
      }
      try keepClosed(branch)
      closed.append(ClosedProposal(branch: branch, reason: Self.gone))
    }
    return closed
  }

  /// Why a branch is closed.
  static let gone = "its incident is gone"

  /// The branches of incidents that are gone, as far as this state has made them, with their commits.
  func obsolete(
    open fingerprints: [String]
  ) throws(PublishFailure) -> [(branch: String, head: String)] {
    let open = Set(fingerprints.map { String($0.prefix(16)) })
    let known = try knownBranches()
    let seen = try incidents(of: publisher.settings.closes)
    do throws(GitFailure) {
      let own = try OwnRepository(by: publisher.settings.git)
      let heads = try own.branches(below: Self.prefix, of: remote, for: access)
      return heads.sorted { $0.key < $1.key }.filter { branch, head in
        let incident = String(branch.dropFirst(Self.prefix.count))
        return !open.contains(incident) && seen.contains(incident)
          && known[branch]?.contains(head) == true
      }.map { (branch: $0.key, head: $0.value) }
    } catch {
      throw ProposalPublisher.failure(error)
    }
  }

  /// Keeps that a proposal was closed.
  func keepClosed(_ branch: String) throws(PublishFailure) {
    try publisher.effect(
      "closed", of: String(branch.dropFirst(Self.prefix.count)),
      ["branch": .text(branch), "remote": HealAudit.short(remote.description)])
  }

  /// The branch that the user has checked out, when the remote has it too; nil otherwise.
  func baseBranch(_ made: ProposalPublisher.Made) throws(PublishFailure) -> String? {
    guard let branch = made.base.source?.branch else { return nil }
    do throws(GitFailure) {
      let heads = try made.own.branches(below: branch, of: remote, for: access)
      return heads[branch] == nil ? nil : branch
    } catch {
      throw ProposalPublisher.failure(error)
    }
  }

  /// Refuses a branch that somebody else has made or changed.
  private func requireOwn(_ head: String, _ branch: String) throws(GitFailure) {
    let known: [String: Set<String>]
    do throws(PublishFailure) { known = try knownBranches() } catch {
      throw .file(error.message)
    }
    if known[branch]?.contains(head) == true { return }
    // Another machine's Sentinel may have made it.
    let own = try OwnRepository(by: publisher.settings.git)
    let last = try own.lastCommit(of: branch, at: remote, for: access)
    guard last.name == head, last.isOwn(of: String(branch.dropFirst(Self.prefix.count))) else {
      throw .remote(
        "\(branch) at \(remote) was changed by somebody; it is left as it is: merge it, or delete it"
      )
    }
  }

  /// The incidents of some kinds that this state knows.
  private func incidents(of kinds: Set<Signal.Kind>) throws(PublishFailure) -> Set<String> {
    let names = Set(kinds.map(\.rawValue))
    do throws(RecordFailure) {
      return Set(
        try publisher.audit.entries().compactMap { entry in
          guard entry.kind == .signal, let kind = entry.content["kind"]?.text,
            names.contains(kind)
          else { return nil }
          return entry.incident
        })
    } catch {
      throw PublishFailure.machine(error.message)
    }
  }

  /// The commits that this state has pushed to this remote, by branch.
  private func knownBranches() throws(PublishFailure) -> [String: Set<String>] {
    let entries: [AuditEntry]
    do throws(RecordFailure) { entries = try publisher.audit.entries() } catch {
      throw PublishFailure.machine(error.message)
    }
    var known: [String: Set<String>] = [:]
    let name = HealAudit.short(remote.description)
    for entry in entries where entry.kind == .effect && entry.content["what"] == .text("branch") {
      guard entry.content["remote"] == name, let branch = entry.content["branch"]?.text,
        let commit = entry.content["commit"]?.text
      else { continue }
      known[branch, default: []].insert(commit)
    }
    return known
  }
}
