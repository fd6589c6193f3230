internal import Autonomy

/// What follows from what was seen of one fix at its remote; a value that looks at nothing.
struct OutcomeFinding {
  /// What was seen.
  struct Sight {
    /// The branch that the fix is for; nil when it could not be looked at.
    var line: CommitLine?
    /// Whether the branch that it was proposed as is there.
    var hasBranch = false
    /// Its pull request; nil where there is none.
    var pull: PullOutcome?
    /// Every commit of ours that went to the remote.
    var known: Set<String> = []
    /// How a platform's own reverts name the pull request.
    var pullName: String?
  }

  /// Events, the first first; none while nothing is new.
  var events: [Event] = []
  /// What a person has to look at, since it cannot be told; nil when there is nothing.
  var doubt: String?

  /// Decides over a fix of this standing.
  init(
    _ item: ProposalHistory.Item, _ standing: Controller.Standing, isNewest: Bool, _ sight: Sight
  ) {
    switch standing {
    case .final: return
    case .open: open(item, isNewest, sight)
    case .merged(let due): merged(item, isDue: due, sight)
    }
  }

  private mutating func open(_ item: ProposalHistory.Item, _ isNewest: Bool, _ sight: Sight) {
    let isActing = item.begunBy != nil
    if case .merged(let by, let head, _) = sight.pull {
      events = [
        .merged(id: item.id, by: isActing ? nil : by, edited: !item.commits.contains(head))
      ]
    } else if let line = sight.line, let commit = item.commits.last(where: line.holds) {
      // Whoever pushed or merged it signs the commit as they like: that is nobody's approval.
      events = [.merged(id: item.id, by: nil, edited: !line.holdsUnedited(commit))]
    } else if isActing {
      // It may be under way just now.
      return
    } else if let other = sight.line?.otherForm(of: item.incident, besides: sight.known) {
      doubt =
        "\(other.prefix(16)) takes it in another form; whether that is an edit, only a person knows"
    } else if case .closed(let isOurs) = sight.pull {
      if !isOurs && isNewest { events = [.closed(id: item.id, by: nil)] }
    } else if sight.pull == nil, isNewest, !sight.hasBranch, sight.line?.holds(item.base) == true {
      events = [.closed(id: item.id, by: nil)]
    }
    if case .merged(_, _, false)? = events.first { merged(item, isDue: false, sight) }
  }

  private mutating func merged(_ item: ProposalHistory.Item, isDue: Bool, _ sight: Sight) {
    guard let line = sight.line else { return }
    var names = item.commits
    if case .merged(_, _, let merge?) = sight.pull { names.append(merge) }
    let isHeld = names.contains(where: line.holds)
    // What was pushed by an act and is gone from where its base still is was taken away.
    let isTaken = item.begunBy != nil && !isHeld && line.holds(item.base)
    if line.revert(of: names, pull: sight.pullName) != nil || isTaken {
      events.append(.broke(id: item.id, how: .reverted))
    } else if isDue && isHeld {
      events.append(.stood(id: item.id))
    }
  }
}
