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

  /// What a request of git's is, for whoever passes it on.
  enum Handling: Sendable {
    /// Nothing to look at.
    case plain
    /// The question for what a server offers to pushing clients, whose answer is filtered.
    case advertisement
    /// A push, whose commands are judged by the rules.
    case push(CredentialGrant.Git)
  }

  /// Passes what a grant permits, and says how.
  static func check(
    _ head: HTTPRequestHead, path: CanonicalPath, grant: CredentialGrant
  ) throws(EgressRefusal) -> Handling {
    guard let git = grant.git else { return .plain }
    guard let service = service(of: head, path: path) else {
      throw EgressRefusal(.grantGit, "grant \(grant.id) is for git's own requests only")
    }
    let isPost = head.method == "POST"
    if isPost, !isType(of: service, head) {
      throw EgressRefusal(.grantGit, "a request of git's must be of git's own type to be read")
    }
    guard service == .receivePack else { return .plain }
    guard case .push = git else {
      throw EgressRefusal(.grantGit, "grant \(grant.id) is for fetching, not for pushing")
    }
    guard isPost else { return .advertisement }
    guard !head.fields.contains("Content-Encoding") else {
      throw EgressRefusal(.grantGit, "a push must not be compressed as a whole to be read")
    }
    return .push(git)
  }

  private static func isType(of service: Service, _ head: HTTPRequestHead) -> Bool {
    head.fields.values(of: "Content-Type") == [
      Array("application/x-\(service.rawValue)-request".utf8)
    ]
  }
}

extension CredentialGrant.Git {
  /// Why a push is refused; nil when all its commands are permitted.
  package func objection(to updates: [RefUpdate]) -> EgressRefusal? {
    guard case .push(let refs, let mayDelete) = self else {
      return EgressRefusal(.grantGit, "the grant is for fetching, not for pushing")
    }
    for update in updates {
      // Behind a percent sign some servers read options of the push, such as to merge at once.
      let isPlain = !update.ref.contains("%")
      let isCovered = refs.contains {
        $0.hasSuffix("/") ? isPlain && update.ref.hasPrefix($0) : update.ref == $0
      }
      guard isCovered else {
        return EgressRefusal(
          .grantGit,
          "a push to \(CappedText.visible(update.ref.utf8, limit: 200)) is outside the grant")
      }
      guard mayDelete || !update.isDeletion else {
        return EgressRefusal(.grantGit, "the grant does not permit to delete a ref")
      }
    }
    return nil
  }
}
