internal import Git
internal import Healing
internal import Text

/// Pull requests: a draft for each incident, found by its branch, updated in place, never opened again
/// after a person has closed it.
struct PullRequests {
  /// What there is for an incident.
  enum Standing {
    /// Nothing that is open, and nobody has said no.
    case none
    /// An open one.
    case open(JSONValue)
    /// A person has closed it without merging.
    case refused(JSONValue)
  }

  let client: GitHubClient

  init(_ client: GitHubClient) { self.client = client }

  /// Looks for what there is on a branch.
  func standing(of branch: String) throws(GitHubClient.Failure) -> Standing {
    let owner = client.settings.repository.prefix { $0 != "/" }
    let found = try client.list(client.path("/pulls?head=\(owner):\(branch)&state=all"))
      .filter { isOwn($0, branch) }
    if let open = found.first(where: { $0["state"] == "open" }) { return .open(open) }
    // The newest decides: an older refusal was overtaken by what was merged since.
    let last = found.max { ($0["number"]?.integer ?? 0) < ($1["number"]?.integer ?? 0) }
    guard let last, last["merged_at"] == nil, !Self.isObsolete(last) else { return .none }
    return .refused(last)
  }

  /// Opens or updates the pull request of a proposal whose branch is pushed.
  ///
  /// - Parameters:
  ///   - proposal: what is proposed.
  ///   - standing: what there was before.
  ///   - base: the branch that it is for; the repository's default one when absent.
  ///   - isDraft: whether a new one is a draft, where there are any.
  /// - Returns: the pull request.
  /// - Throws: what GitHub has against it.
  func publish(
    _ proposal: Proposal, _ standing: Standing, onto base: String?, isDraft: Bool = true
  ) throws(GitHubClient.Failure) -> JSONValue {
    let body = ProposalText.body(proposal)
    let pull: JSONValue
    switch standing {
    case .refused(let value): return value
    case .open(let value): pull = try update(value, proposal, body)
    case .none: pull = try create(proposal, body, onto: base, isDraft)
    }
    try label(pull)
    return pull
  }

  /// Closes open ones whose branch is named, each with the reason as a comment.
  func close(_ branches: Set<String>, because reason: String) throws(GitHubClient.Failure)
    -> [String]
  {
    var closed: [String] = []
    for pull in try client.list(client.path("/pulls?state=open")) {
      guard let branch = pull["head"]?["ref"]?.string, branches.contains(branch),
        isOwn(pull, branch), let number = pull["number"]?.integer, let body = pull["body"]?.string,
        body.contains(Self.mark)
      else { continue }
      // The mark comes first: closed without it would look like a person's refusal.
      _ = try client.send(
        "PATCH", client.path("/pulls/\(number)"),
        .object([
          "state": "closed", "body": .string(body.replacing(Self.openState, with: Self.goneState)),
        ]))
      _ = try client.send(
        "POST", client.path("/issues/\(number)/comments"),
        .object(["body": .string("Closed by Sentinel: \(reason).")]))
      closed.append(branch)
    }
    return closed
  }

  // MARK: Steps

  private func update(
    _ pull: JSONValue, _ proposal: Proposal, _ body: String
  ) throws(GitHubClient.Failure) -> JSONValue {
    let old = pull["body"]?.string ?? ""
    // Without our mark a person has written the text anew, which is theirs then.
    guard let number = pull["number"]?.integer, old.contains(Self.mark) else { return pull }
    let isSame = Self.plain(old) == Self.plain(body) && pull["title"]?.string == proposal.subject
    guard !isSame else { return pull }
    return try client.send(
      "PATCH", client.path("/pulls/\(number)"),
      .object(["title": .string(proposal.subject), "body": .string(body)])
    ).value
  }

  private func create(
    _ proposal: Proposal, _ body: String, onto base: String?, _ isDraft: Bool
  ) throws(GitHubClient.Failure) -> JSONValue {
    let target: String
    if let base {
      target = base
    } else {
      let repository = try client.send("GET", client.path("")).value
      target = repository["default_branch"]?.string ?? "main"
    }
    var wish: [String: JSONValue] = [
      "title": .string(proposal.subject), "head": .string(proposal.branch),
      "base": .string(target), "body": .string(body), "draft": .bool(isDraft),
      "maintainer_can_modify": true,
    ]
    let refusal: GitHubClient.Failure
    do throws(GitHubClient.Failure) {
      return try client.send("POST", client.path("/pulls"), .object(wish)).value
    } catch {
      guard error.status == 422 else { throw error }
      refusal = error
    }
    // Another run, or an earlier try whose answer was lost, was first.
    if case .open(let pull) = try standing(of: proposal.branch) {
      return try update(pull, proposal, body)
    }
    guard refusal.message.lowercased().contains("draft") else { throw refusal }
    // Some plans have no drafts.
    wish["draft"] = false
    return try client.send("POST", client.path("/pulls"), .object(wish)).value
  }

  private func label(_ pull: JSONValue) throws(GitHubClient.Failure) {
    let known = Set((pull["labels"]?.elements ?? []).compactMap { $0["name"]?.string })
    let missing = client.settings.labels.filter { !known.contains($0) }
    guard !missing.isEmpty, let number = pull["number"]?.integer else { return }
    _ = try client.send(
      "POST", client.path("/issues/\(number)/labels"),
      .object(["labels": .array(missing.map { .string($0) })]))
  }

  // MARK: Whose it is

  private static let mark = "<!-- sentinel: "
  private static let openState = "\"state\": \"open\""
  private static let goneState = "\"state\": \"obsolete\""

  static func isObsolete(_ pull: JSONValue) -> Bool {
    let parts = (pull["body"]?.string ?? "").split(separator: mark)
    return parts.last?.contains(goneState) == true && parts.count > 1
  }

  /// GitHub may hand a body back with other ends of lines.
  private static func plain(_ body: String) -> String {
    var text = body.replacing("\r\n", with: "\n")
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Not one from a fork whose branch has the same name.
  func isOwn(_ pull: JSONValue, _ branch: String) -> Bool {
    pull["head"]?["ref"]?.string == branch
      && pull["head"]?["repo"]?["full_name"]?.string?.lowercased()
        == client.settings.repository.lowercased()
  }
}
