internal import Audit
package import Autonomy
package import Git
package import Healing
package import Kernel
package import State
internal import Text

/// Reads what became of the fixes that went to a remote, and keeps in the log what is new.
///
/// What a service or a repository says is data: known names and numbers are compared, nothing is done.
package struct OutcomeReading: Sendable {
  /// What was found.
  package struct Report: Sendable {
    /// The remote, without a user's name.
    package var remote: String
    /// How many fixes without a final outcome were looked at.
    package var looked = 0
    /// The events that were kept.
    package var events: [Event] = []
    /// The changes of level that follow.
    package var changes: [Controller.Change] = []
    /// Fixes of which only a person can tell, and why.
    package var doubts: [(id: String, why: String)] = []
  }

  private let state: StateFolder
  private let path: BytePath
  private let remote: String
  private let access: PushCredentials
  private let git: any ConfinedGit
  private let github: GitHubSettings?
  private let isHalted: @Sendable () -> Bool

  /// A reading.
  ///
  /// - Parameters:
  ///   - state: the state, with the log.
  ///   - path: the user's tree.
  ///   - remote: the remote's name in the user's own configuration of git, or its address.
  ///   - access: what git may use to get in.
  ///   - git: reads what the remote sends.
  ///   - github: the service of the pull requests; nil without one.
  ///   - isHalted: whether everything must stop.
  package init(
    state: StateFolder, path: BytePath, remote: String, access: PushCredentials,
    git: any ConfinedGit, github: GitHubSettings?, isHalted: @escaping @Sendable () -> Bool
  ) {
    self.state = state
    self.path = path
    self.remote = remote
    self.access = access
    self.git = git
    self.github = github
    self.isHalted = isHalted
  }

  /// Looks at every fix whose outcome is not final.
  ///
  /// - Parameters:
  ///   - author: who looks, as entries name them.
  ///   - run: a run that goes on by itself with what it has begun; nil for none.
  /// - Returns: what is new.
  /// - Throws: when the remote or the service cannot be asked, or the log cannot be read or written.
  package func run(
    by author: (kind: String, id: String), leaving run: String? = nil
  ) throws(PublishFailure) -> Report {
    let address: RemoteAddress
    do throws(GitFailure) { address = try .named(remote, around: path, for: access) } catch {
      throw ProposalPublisher.failure(error)
    }
    var report = Report(remote: address.description)
    let history = try history(of: address)
    let open = history.items.values.filter { item in
      let isOwn = run != nil && item.begunBy == run
      return !isOwn && ![nil, .final].contains(history.controller.standing(of: item.id))
    }.sorted { $0.id < $1.id }
    report.looked = open.count
    guard !open.isEmpty else { return report }
    var place = OutcomePlace(address, access, by: git, pulls: pulls)
    try place.list()
    var news: [(event: Event, incident: String)] = []
    for item in open {
      if isHalted() { throw PublishFailure(.killed, "everything must stop") }
      guard let standing = history.controller.standing(of: item.id) else { continue }
      var sight = try place.sight(of: item)
      sight.known = Set(history.items.values.flatMap(\.commits))
      let finding = OutcomeFinding(item, standing, isNewest: history.isNewest(item), sight)
      news += finding.events.map { ($0, item.incident) }
      if let doubt = finding.doubt { report.doubts.append((id: item.id, why: doubt)) }
    }
    (report.events, report.changes) = try keep(news, author)
    return report
  }

  private var pulls: PullRequests? {
    github.map { [isHalted] in PullRequests(GitHubClient($0, .init(isHalted: isHalted))) }
  }

  private func history(of address: RemoteAddress) throws(PublishFailure) -> ProposalHistory {
    do {
      let entries = state.log.exists ? try LogCheck.entries(of: state.log) : []
      return try ProposalHistory(entries, remote: HealAudit.short(address.description))
    } catch {
      throw PublishFailure(.environment, VisibleText.line("the state cannot be read: \(error)"))
    }
  }

  private func keep(
    _ news: [(event: Event, incident: String)], _ author: (kind: String, id: String)
  ) throws(PublishFailure) -> ([Event], [Controller.Change]) {
    guard !news.isEmpty else { return ([], []) }
    do {
      var ledger = try AutonomyState(state)
      let kept = try ledger.recordNews(
        news, at: Moment(milliseconds: AuditLog.systemClock()),
        by: .init(kind: author.kind, id: author.id))
      return (kept.kept, kept.changes)
    } catch {
      throw PublishFailure(.environment, VisibleText.line("outcomes are not kept: \(error)"))
    }
  }
}
