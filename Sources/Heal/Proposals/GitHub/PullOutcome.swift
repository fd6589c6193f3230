internal import Text

/// What became of a pull request.
enum PullOutcome: Equatable {
  /// Nobody has decided.
  case open
  /// It is merged: by whom, where the service names a person; with which commit at its head; as which
  /// commit.
  case merged(by: String?, head: String, merge: String?)
  /// It is closed unmerged, `isOurs` when we have done that.
  case closed(isOurs: Bool)
}

extension PullRequests {
  /// What became of a pull request of ours, and the branch that it is for.
  ///
  /// - Throws: what GitHub has against the question; an answer about another one is taken for that.
  func outcome(
    of number: Int, _ branch: String
  ) throws(GitHubClient.Failure) -> (outcome: PullOutcome, onto: String?) {
    let pull = try read(number, branch)
    let onto = pull["base"]?["ref"]?.string
    if pull["merged_at"]?.string != nil {
      return (
        .merged(
          by: Self.person(pull["merged_by"]), head: pull["head"]?["sha"]?.string ?? "",
          merge: pull["merge_commit_sha"]?.string), onto
      )
    }
    return (pull["state"] == "open" ? .open : .closed(isOurs: Self.isObsolete(pull)), onto)
  }

  /// A pull request of ours as it is now.
  func read(_ number: Int, _ branch: String) throws(GitHubClient.Failure) -> JSONValue {
    let pull = try client.send("GET", client.path("/pulls/\(number)")).value
    guard pull["number"]?.integer == number, isOwn(pull, branch) else {
      throw .init(status: 200, message: "GitHub says nothing of #\(number) from \(branch)")
    }
    return pull
  }

  /// Merges what stands at a commit, and nothing else; GitHub holds it against its own rules.
  func merge(_ number: Int, at commit: String) throws(GitHubClient.Failure) {
    _ = try client.send(
      "PUT", client.path("/pulls/\(number)/merge"), .object(["sha": .string(commit)]))
  }

  /// The parents of a commit, the first first.
  func parents(of commit: String) throws(GitHubClient.Failure) -> [String] {
    try client.send("GET", client.path("/git/commits/\(commit)")).value["parents"]?.elements
      .compactMap { $0["sha"]?.string } ?? []
  }

  /// How the platform's own reverts name it.
  func name(of number: Int) -> String { "\(client.settings.repository)#\(number)" }

  /// The number at the end of an address; nil when it is none of a pull request.
  static func number(ofAddress address: String) -> Int? {
    let parts = address.split(separator: "/")
    guard parts.count > 2, parts[parts.count - 2] == "pull" else { return nil }
    return parts.last.flatMap { Int($0) }
  }

  /// A person's account, never a program's.
  private static func person(_ user: JSONValue?) -> String? {
    guard user?["type"] == "User", let login = user?["login"]?.string, !login.isEmpty,
      login.utf8.count <= 39,
      login.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else { return nil }
    return "github:\(login.lowercased())"
  }
}
