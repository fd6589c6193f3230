/// The requests of git's smart HTTP (gitprotocol-http) and which of them a grant permits.
enum GitCheck {
  /// A service of git.
  enum Service: String, Sendable, CaseIterable {
    case uploadPack = "git-upload-pack"
    case receivePack = "git-receive-pack"
  }

  /// Which service a request asks for; nil for any other request.
  static func service(of head: HTTPRequestHead, path: CanonicalPath) -> Service? {
    switch head.method {
    case "GET":
      guard path.text.hasSuffix("/info/refs"), let query = head.query else { return nil }
      return Service.allCases.first { Array("service=\($0.rawValue)".utf8) == Array(query) }
    case "POST":
      guard head.query == nil else { return nil }
      return Service.allCases.first { path.text.hasSuffix("/\($0.rawValue)") }
    default: return nil
    }
  }

  /// Passes what a grant permits; gives the rules for the commands of a push.
  static func check(
    _ head: HTTPRequestHead, path: CanonicalPath, grant: CredentialGrant
  ) throws(Refusal) -> CredentialGrant.Git? {
    guard let git = grant.git else { return nil }
    guard let service = service(of: head, path: path) else {
      throw Refusal(.grantGit, "grant \(grant.id) is for git's own requests only")
    }
    guard service == .receivePack else { return nil }
    guard case .push = git else {
      throw Refusal(.grantGit, "grant \(grant.id) is for fetching, not for pushing")
    }
    guard head.method == "POST" else { return nil }
    let type = head.fields.values(of: "Content-Type")
    guard type == [Array("application/x-git-receive-pack-request".utf8)],
      !head.fields.contains("Content-Encoding")
    else { throw Refusal(.grantGit, "a push must be plain and of git's own type to be read") }
    return git
  }
}

extension CredentialGrant.Git {
  /// Why a push is refused; nil when all its commands are permitted.
  package func objection(to updates: [RefUpdate]) -> Refusal? {
    guard case .push(let refs, let mayDelete) = self else {
      return Refusal(.grantGit, "the grant is for fetching, not for pushing")
    }
    for update in updates {
      let isCovered = refs.contains {
        $0.hasSuffix("/") ? update.ref.hasPrefix($0) : update.ref == $0
      }
      guard isCovered else {
        return Refusal(
          .grantGit,
          "a push to \(CappedText.visible(update.ref.utf8, limit: 200)) is outside the grant")
      }
      guard mayDelete || !update.isDeletion else {
        return Refusal(.grantGit, "the grant does not permit to delete a ref")
      }
    }
    return nil
  }
}
