internal import Findings
internal import Git
internal import Healing
internal import Kernel

/// How it stands with an act.
enum ActStanding: Equatable {
  /// It was done; `isProven` when what stands there is what was proven, on the base where it was.
  case done(isProven: Bool)
  /// It can be done: the target is where the proof was made.
  case ready
  /// It cannot, and why.
  case refused(String)
}

/// Where an act takes place.
protocol ActionTarget {
  /// Looks, and changes nothing.
  func look() throws(PublishFailure) -> ActStanding
  /// Does it, if the place is still as it was looked at, and looks again; `ready` means that nothing
  /// was done.
  func carryOut() throws(PublishFailure) -> ActStanding
}

/// A branch of a remote, which is moved forward from the commit of the proof to that of the fix.
struct BranchTarget: ActionTarget {
  let branches: BranchPublisher
  let made: ProposalPublisher.Made
  let target: String

  func look() throws(PublishFailure) -> ActStanding {
    let base = made.base.commit ?? ""
    do throws(GitFailure) {
      let heads = try made.own.branches(
        below: target, of: branches.remote, for: branches.access)
      guard let head = heads[target] else {
        return .refused("\(branches.remote) has no branch \(target)")
      }
      if head == made.commit { return .done(isProven: true) }
      if head == base { return .ready }
      let own = try OwnRepository(by: branches.publisher.settings.git)
      let line = CommitLine(
        try own.commits(
          of: target, at: branches.remote, most: CommitLine.generations, for: branches.access))
      if line.holds(made.commit) { return .done(isProven: true) }
      return .refused(
        "\(target) has moved from \(base.prefix(16)) to \(head.prefix(16)) since this was proven")
    } catch {
      throw ProposalPublisher.failure(error)
    }
  }

  func carryOut() throws(PublishFailure) -> ActStanding {
    do throws(GitFailure) {
      try made.own.advance(
        target, from: made.base.commit ?? "", to: made.commit, at: branches.remote,
        for: branches.access)
      return .done(isProven: true)
    } catch {
      // The answer may have been lost, not the push.
      let standing = try look()
      return standing == .ready ? .refused(ProposalPublisher.failure(error).message) : standing
    }
  }
}

/// A pull request, which the service merges by its own rules while its head is the commit of the fix.
struct PullTarget: ActionTarget {
  let branch: BranchTarget
  let pulls: PullRequests
  let number: Int

  private var made: ProposalPublisher.Made { branch.made }

  func look() throws(PublishFailure) -> ActStanding {
    do throws(GitHubClient.Failure) {
      let found = try pulls.outcome(of: number, made.proposal.branch)
      switch found.outcome {
      case .merged(_, let head, let merge):
        let parents = try merge.map { name throws(GitHubClient.Failure) in
          try pulls.parents(of: name)
        }
        return .done(isProven: head == made.commit && parents?.first == made.base.commit)
      case .closed: return .refused("#\(number) is closed")
      case .open where found.onto != branch.target:
        return .refused("#\(number) is not for \(branch.target)")
      case .open: break
      }
    } catch {
      throw PublishFailure(.pushRefused, error.message)
    }
    let standing = try branch.look()
    guard case .done = standing else { return standing }
    return .refused("\(branch.target) holds it already")
  }

  func carryOut() throws(PublishFailure) -> ActStanding {
    var refusal = "#\(number) was not merged"
    do throws(GitHubClient.Failure) { try pulls.merge(number, at: made.commit) } catch {
      refusal = error.message
    }
    // What stands there counts, not what was answered.
    let standing = try look()
    return standing == .ready ? .refused(refusal) : standing
  }
}
