internal import Git
internal import Healing
internal import Kernel

/// A remote and its service, looked at for outcomes; each branch is fetched once.
struct OutcomePlace {
  private let remote: RemoteAddress
  private let access: PushCredentials
  private let git: any ConfinedGit
  private let pulls: PullRequests?
  private var heads: [String: String] = [:]
  private var lines: [String: CommitLine] = [:]

  init(
    _ remote: RemoteAddress, _ access: PushCredentials, by git: any ConfinedGit,
    pulls: PullRequests?
  ) {
    self.remote = remote
    self.access = access
    self.git = git
    self.pulls = pulls
  }

  /// Lists the remote's branches.
  mutating func list() throws(PublishFailure) {
    do throws(GitFailure) {
      let own = try OwnRepository(by: git)
      heads = try own.branches(below: "", of: remote, for: access)
    } catch {
      throw ProposalPublisher.failure(error)
    }
  }

  /// What is seen of a fix.
  mutating func sight(of item: ProposalHistory.Item) throws(PublishFailure) -> OutcomeFinding.Sight
  {
    var sight = OutcomeFinding.Sight()
    var onto = item.onto
    if let pulls, let branch = item.branch,
      let number = item.address.flatMap(PullRequests.number(ofAddress:))
    {
      let found: (outcome: PullOutcome, onto: String?)
      do throws(GitHubClient.Failure) { found = try pulls.outcome(of: number, branch) } catch {
        throw PublishFailure(.pushRefused, error.message)
      }
      sight.pull = found.outcome
      sight.pullName = pulls.name(of: number)
      onto = found.onto ?? onto
    }
    sight.hasBranch = item.branch.map { heads[$0] != nil } ?? false
    if let onto { sight.line = try line(of: onto) }
    return sight
  }

  private mutating func line(of branch: String) throws(PublishFailure) -> CommitLine? {
    if let known = lines[branch] { return known }
    guard heads[branch] != nil else { return nil }
    do throws(GitFailure) {
      let own = try OwnRepository(by: git)
      let line = CommitLine(
        try own.commits(of: branch, at: remote, most: CommitLine.generations, for: access))
      lines[branch] = line
      return line
    } catch {
      throw ProposalPublisher.failure(error)
    }
  }
}
