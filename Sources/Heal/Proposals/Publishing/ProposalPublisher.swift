internal import Audit
internal import Autonomy
internal import Git
package import Healing
internal import Judging
internal import Kernel
internal import Patches
internal import Signals
package import State
internal import Text

/// Where proven fixes become folders.
///
/// Each is decided by the controller first, the kill switch is looked at before anything is written,
/// and nothing is done without an entry in the log.
package struct ProposalPublisher: ProposalPublishing {
  let settings: PublishingSettings
  let audit: HealAudit
  let watch: KillWatch
  let listing = Cached<TreeListing>()
  let differing = Cached<[String]>()
  /// What keeps from knowing what became of earlier fixes, asked once before the first act.
  let outcomes = Cached<[String]>()

  /// A publisher with its settings.
  ///
  /// - Parameters:
  ///   - settings: where proposals go, and what about.
  ///   - audit: the record of the run.
  ///   - watch: the kill switch, looked at before every outside effect.
  package init(_ settings: PublishingSettings, audit: HealAudit, watch: KillWatch) {
    self.settings = settings
    self.audit = audit
    self.watch = watch
  }

  /// See ``/Healing/ProposalPublishing``.
  package func publish(_ fix: ProvenFix) async throws(PublishFailure) -> PublishedProposal {
    let result = await BlockingThread.run { () -> Result<PublishedProposal, PublishFailure> in
      do throws(PublishFailure) { return .success(try publishNow(fix)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// See ``/Healing/ProposalPublishing``.
  package func closeObsolete(
    open fingerprints: [String]
  ) async throws(PublishFailure) -> [ClosedProposal] {
    let result = await BlockingThread.run { () -> Result<[ClosedProposal], PublishFailure> in
      do throws(PublishFailure) { return .success(try closeNow(fingerprints)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Steps

  private func publishNow(_ proven: ProvenFix) throws(PublishFailure) -> PublishedProposal {
    try requireGo()
    let fix = PublishedFixRedaction(mask: settings.mask).applied(to: proven)
    let decision = try decide(fix)
    var made = try make(fix, decision)
    let branches = try branches(decision)
    let gate = try branches.flatMap { branches throws(PublishFailure) -> ApprovalGate? in
      try ApprovalGate(self, decision, &made, branches)
    }
    let number = try keep(made, decision, of: fix)
    let folder = try write(made, entry: number, bundle: made.bundle)
    var published = PublishedProposal(
      folder: folder.description, branch: nil, decision: decision.document)
    if let gate { published.decision = gate.added(to: published.decision) }
    guard let branches, gate?.isOpen != false else { return published }
    let acts = ActExecutor(
      publisher: self, fix: fix, made: made, decision: decision, branches: branches)
    if let pulls {
      try publish(made, pulls, acts, gate, &published)
    } else {
      if let place = acts.branch { note(try acts.run(at: place), acts, &published) }
      guard published.branch == nil else { return published }
      try requireGo()
      try gate?.pass(self)
      published.branch = try branches.publish(made)
    }
    return published
  }

  /// Makes a pull request, and merges it where that may be done without a person.
  private func publish(
    _ made: Made, _ pulls: PullRequests, _ acts: ActExecutor, _ gate: ApprovalGate?,
    _ published: inout PublishedProposal
  ) throws(PublishFailure) {
    try requireGo()
    let place = acts.branch
    if let place, let number = try acts.begunPull() {
      let pull = PullTarget(branch: place, pulls: pulls, number: number)
      if case .done = try pull.look() {
        return note(try acts.run(at: pull), acts, &published)
      }
    }
    let standing = try ask { () throws(GitHubClient.Failure) in
      try pulls.standing(of: made.proposal.branch)
    }
    if case .refused(let pull) = standing {
      published.address = pull["html_url"]?.string
      published.decision = Self.noting(
        published.decision, "refused",
        .string("a person has closed #\(pull["number"]?.integer ?? 0)"))
      return
    }
    var isReady = false
    if acts.mayRun, let place { isReady = try place.look() == .ready }
    try requireGo()
    try gate?.pass(self)
    published.branch = try acts.branches.publish(made)
    try requireGo()
    let base = try acts.branches.baseBranch(made)
    let pull = try ask { () throws(GitHubClient.Failure) in
      try pulls.publish(made.proposal, standing, onto: base, isDraft: !isReady)
    }
    published.address = pull["html_url"]?.string ?? ""
    try effect(
      "pullRequest", of: fixID(made),
      ["address": HealAudit.short(published.address ?? ""), "patch": .text(made.patch)])
    guard let place, let number = pull["number"]?.integer else { return }
    let end = try acts.run(at: PullTarget(branch: place, pulls: pulls, number: number))
    note(end, acts, &published)
  }

  /// Says in a decision how acting ended.
  private func note(
    _ end: ActExecutor.End?, _ acts: ActExecutor, _ published: inout PublishedProposal
  ) {
    switch end {
    case nil: return
    case .done:
      published.branch = acts.branch?.target
      published.decision = Self.noting(published.decision, "acted", true)
    case .already(let why):
      published.branch = acts.branch?.target
      published.decision = Self.noting(published.decision, "notActed", .string(why))
    case .refrained(let why):
      published.decision = Self.noting(published.decision, "notActed", .string(why))
    }
  }

  /// The pull requests of the service; nil when none are made.
  private var pulls: PullRequests? {
    let watch = watch
    return settings.target.github.map {
      PullRequests(GitHubClient($0, .init(isHalted: { watch.reason != nil })))
    }
  }

  private func ask<Value>(
    _ body: () throws(GitHubClient.Failure) -> Value
  ) throws(PublishFailure) -> Value {
    do throws(GitHubClient.Failure) { return try body() } catch {
      try requireGo()
      throw PublishFailure(.pushRefused, error.message)
    }
  }

  /// A decision with what became of it among its inputs.
  private static func noting(
    _ decision: JSONValue, _ name: String, _ value: JSONValue
  ) -> JSONValue {
    var members = decision.members
    var inputs = decision["inputs"]?.members ?? [:]
    inputs[name] = value
    members["inputs"] = .object(inputs)
    return .object(members)
  }

  /// Where branches go; nil where none are wanted, or may be made.
  ///
  /// A short record keeps nothing from being proposed that a person has asked for by name; what owners
  /// say, or a freeze, does.
  private func branches(_ decision: PublishingDecision) throws(PublishFailure) -> BranchPublisher? {
    guard let push = settings.target.push, !decision.isForbidden else { return nil }
    return try BranchPublisher(self, remote: push.remote, access: push.access)
  }

  private func closeNow(_ open: [String]) throws(PublishFailure) -> [ClosedProposal] {
    guard let push = settings.target.push else { return [] }
    try requireGo()
    let branches = try BranchPublisher(self, remote: push.remote, access: push.access)
    guard let pulls else { return try branches.closeObsolete(open: open) }
    let gone = Set(try branches.obsolete(open: open).map(\.branch))
    let closed =
      gone.isEmpty
      ? []
      : try ask { () throws(GitHubClient.Failure) in
        try pulls.close(gone, because: BranchPublisher.gone)
      }
    for branch in closed { try branches.keepClosed(branch) }
    return closed.map { ClosedProposal(branch: $0, reason: BranchPublisher.gone) }
  }

  /// Keeps the decision, with the digest of the evidence; returns the entry's number.
  private func keep(
    _ made: Made, _ decision: PublishingDecision, of fix: ProvenFix
  ) throws(PublishFailure) -> Int {
    let found = decision.decision
    let event = Event.proposed(
      proposal: ProposedChange(
        id: made.id, key: found.key, scoreMillionths: Int(decision.score * 1e6),
        confidenceMillionths: found.confidence.map { Int($0 * 1e6) }, wouldAct: found.wouldAct,
        acted: false))
    do throws(RecordFailure) {
      return try audit.keep(
        .decision, by: ("controller", "autonomy"), of: fix.healingCase,
        [
          "evidence": .text(made.bundle.digest), "patch": .text(made.patch),
          "commit": .text(made.commit), "base": made.base.commit.map { .text($0) } ?? .null,
          // What a person has asked for by name, beside what would be done without one.
          "askedFor": .text(settings.target.name), "action": .text(found.action.rawValue),
          "level": .text(found.granted.rawValue),
          "canary": .object([
            "stage": .integer(Int64(found.canary.stage)),
            "shareMillionths": .integer(Int64(found.canary.shareMillionths)),
            "successes": .integer(Int64(found.canary.successes)),
            "draw": .integer(Int64(found.canary.draw)),
          ]),
          "lacking": .array(
            found.conditions.filter { !$0.holds }.map { .text($0.name) }),
          "confidenceMillionths": found.confidence.map { .integer(Int64($0 * 1e6)) } ?? .null,
        ], event: event)
    } catch {
      throw PublishFailure.machine(error.message)
    }
  }

  private func write(
    _ made: Made, entry number: Int, bundle: EvidenceBundle
  ) throws(PublishFailure) -> BytePath {
    try requireGo()
    var files = bundle.documents.map { (name: $0.name, content: $0.content) }
    files.append((EvidenceBundle.manifestName, bundle.manifestBytes))
    do {
      let proof = try LogProof(settings.state.log)
      let key = try settings.state.log.verifier().description + "\n"
      files += [
        (EvidenceBundle.recordName, try proof.record(number)),
        (EvidenceBundle.proofName, Array(try proof.inclusion(of: number).utf8)),
        (EvidenceBundle.keyName, Array(key.utf8)),
      ]
    } catch {
      throw PublishFailure.machine(VisibleText.line("the log gives no proof: \(error)"))
    }
    let folder: BytePath
    do throws(GitFailure) {
      folder = try ProposalFolder.write(
        made.proposal, mail: made.mail, evidence: files, below: settings.out)
    } catch {
      throw Self.failure(error)
    }
    try effect(
      "folder", of: fixID(made),
      [
        "files": .integer(Int64(files.count)), "evidence": .text(bundle.digest),
        "patch": .text(made.patch),
      ])
    return folder
  }

  /// The incident as entries name it.
  private func fixID(_ made: Made) -> String { String(made.proposal.fingerprint.prefix(16)) }

  /// Keeps what was done outside.
  func effect(
    _ what: String, of incident: String, _ content: [String: CanonicalJSON]
  ) throws(PublishFailure) {
    do throws(RecordFailure) {
      try audit.keep(
        .effect, by: ("run", audit.run), incident: incident,
        content.merging(["what": .text(what)]) { $1 })
    } catch {
      throw PublishFailure.machine(error.message)
    }
  }

  /// Looks at the kill switch.
  func requireGo() throws(PublishFailure) {
    if let reason = watch.reason {
      throw PublishFailure(.killed, "the kill switch is on: \(reason.rawValue)")
    }
  }

  static func failure(_ failure: GitFailure) -> PublishFailure {
    let text = VisibleText.line(failure.description)
    return switch failure {
    case .remote: PublishFailure(.pushRefused, text)
    case .unappliable, .repository: PublishFailure(.environment, text)
    case .git, .unbounded, .file: PublishFailure.machine(text)
    }
  }
}
