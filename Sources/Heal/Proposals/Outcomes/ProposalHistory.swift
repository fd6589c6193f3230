internal import Audit
internal import Autonomy
internal import State

/// What a log says of the fixes that went to one remote, and of what became of them.
struct ProposalHistory {
  /// A fix that went there, or was about to.
  struct Item {
    /// The name by which events speak of it.
    let id: String
    /// The incident, 16 hexadecimal digits.
    let incident: String
    /// The commits of the fix, on each base that it was made on, the newest last.
    var commits: [String] = []
    /// The newest base.
    var base = ""
    /// The branch that it is for; nil where that is not known.
    var onto: String?
    /// The branch that it was proposed as; nil for one that was not.
    var branch: String?
    /// The address of its pull request.
    var address: String?
    /// The run that began to act on it, unless that was taken back.
    var begunBy: String?
  }

  /// What is known of autonomy.
  let controller: Controller
  /// The fixes by name.
  private(set) var items: [String: Item] = [:]
  /// The names of all fixes of an incident, wherever they went.
  private(set) var names: [String: Set<String>] = [:]
  /// The fix that each branch holds, as far as it was not taken away by ourselves.
  private var newest: [String: String] = [:]

  /// Reads entries, from the first on; `remote` is the address as entries have it.
  init(_ entries: [AuditEntry], remote: CanonicalJSON) throws {
    controller = try AutonomyState.replay(entries)
    for entry in entries {
      guard let incident = entry.incident else { continue }
      if case .proposed(let proposal) = try EventEntry.event(of: entry) {
        names[incident, default: []].insert(proposal.id)
      }
      take(entry, incident, remote)
    }
  }

  /// Whether a fix is what its branch should hold now.
  func isNewest(_ item: Item) -> Bool {
    item.branch.map { newest[$0] == item.id } ?? false
  }

  private mutating func take(_ entry: AuditEntry, _ incident: String, _ remote: CanonicalJSON) {
    let content = entry.content
    guard let what = content["what"]?.text else { return }
    if what == "pullRequest", let patch = content["patch"]?.text {
      items[ProposalDraft.id(of: incident, patch: patch)]?.address = content["address"]?.text
    }
    guard content["remote"] == remote else { return }
    let branch = content["branch"]?.text
    if what == "closed", let branch { newest[branch] = nil }
    guard let patch = content["patch"]?.text, let commit = content["commit"]?.text else { return }
    let id = ProposalDraft.id(of: incident, patch: patch)
    var item = items[id] ?? Item(id: id, incident: incident)
    switch (entry.kind, what) {
    case (.effect, "branch"):
      item.branch = branch
      if let branch { newest[branch] = id }
    case (.decision, "acting"): item.begunBy = content["run"]?.text
    // Another run that leaves it takes nothing back of what this one has begun.
    case (.decision, "refrained"):
      if item.begunBy == content["run"]?.text { item.begunBy = nil }
    default: return
    }
    if item.commits.last != commit { item.commits.append(commit) }
    item.base = content["base"]?.text ?? ""
    item.onto = content["onto"]?.text
    items[id] = item
  }
}
