/// A credential grant in text, as it stands in profiles and travels between processes: without its
/// credential.
///
/// The property names are the JSON keys. What is nil has its default; see ``CredentialGrant``.
package struct GrantDescription: Hashable, Sendable, Codable {
  /// How the credential is written into its field.
  package enum Form: String, Hashable, Sendable, Codable, CaseIterable {
    case bearer, basic, plain
  }

  /// What is permitted of git.
  package enum Git: String, Hashable, Sendable, Codable, CaseIterable {
    case fetch, push
  }

  /// The name by which rules mean it.
  package var name: String
  /// The variable of the caller that holds the credential.
  package var fromEnv: String?
  /// The file of the user that holds it.
  package var fromFile: String?
  /// The names of the only hosts that it is sent to.
  package var hosts: [String] = []
  /// The methods it is for; GET and HEAD when nil, with git GET and POST.
  package var methods: [String]?
  /// The paths it is for, with what is below them.
  package var paths: [String] = []
  /// The field it is written into; `Authorization` when nil.
  package var header: String?
  /// How it is written; `bearer` when nil.
  package var form: Form?
  /// The user of the form `basic`.
  package var user: String?
  /// Requests that may use it.
  package var uses: Int?
  /// Bytes of bodies that may pass with it.
  package var bytes: UInt64?
  /// Milliseconds from the start of the run to its end.
  package var expires: UInt64?
  /// What it permits of git; nil when it is for other requests.
  package var git: Git?
  /// Refs that may be pushed, or what they begin with when it ends in `/`.
  package var refs: [String]?
  /// Whether a push may delete them.
  package var mayDelete: Bool?
  /// Fields of requests that go on besides the usual ones.
  package var fields: [String]?
  /// The only fields of answers that the payload gets, with the status and no body; whole answers when nil.
  package var answerFields: [String]?

  /// A description to fill in.
  package init(name: String) { self.name = name }
}

/// A grant on its way to the broker, in its sealed configuration and nowhere else.
package struct CarriedGrant: Hashable, Sendable, Codable, CustomStringConvertible,
  CustomReflectable
{
  /// The hosts, paths, methods and bounds that the credential is lent for.
  package var terms: GrantDescription
  /// The bytes of the credential.
  package var secret: [UInt8]

  /// Pairs a grant with its credential.
  package init(_ description: GrantDescription, secret: [UInt8]) {
    terms = description
    self.secret = secret
  }

  /// The grant's name; never the credential.
  package var description: String { "grant \(terms.name) [secret]" }
  /// No children, so that `dump` and reflection show nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a grant was used for, as it stands in a result's `grants`.
package struct GrantUse: Hashable, Sendable, Codable {
  /// The grant's name, as the profile has it.
  package var name: String
  /// Requests that had the credential.
  package var requests: Int
  /// Bytes of their bodies, both ways.
  package var bytes: UInt64
  /// Requests that were refused, and answers that were cut.
  package var refused: Int
  /// The last reason for that, in one sentence.
  package var reason: String?

  /// Makes an account of a grant; the reason is escaped already.
  package init(name: String, requests: Int, bytes: UInt64, refused: Int, reason: String?) {
    self.name = name
    self.requests = requests
    self.bytes = bytes
    self.refused = refused
    self.reason = reason
  }
}

extension CredentialGrant {
  /// Reads a description; its first mistake is thrown.
  ///
  /// Its end is counted from the moment given.
  package init(
    _ text: GrantDescription, secret: Secret, at start: MonotonicTime
  ) throws(RuleMistake) {
    var hosts: Set<HostName> = []
    for host in text.hosts {
      guard let name = try? HostName(parsing: host) else {
        throw Self.mistake(
          text, "has a host that is not a name", "write names such as git.example.com")
      }
      hosts.insert(name)
    }
    var paths: [CanonicalPath] = []
    for path in text.paths {
      guard let read = try? CanonicalPath(Array(path.utf8)) else {
        throw Self.mistake(text, "has a path with more than one reading", "write it plainly")
      }
      paths.append(read)
    }
    guard !hosts.isEmpty, !paths.isEmpty else {
      throw Self.mistake(text, "names no host or no path", "write hosts: and paths:")
    }
    if let field = (text.fields ?? []).first(where: { !Self.mayName($0) })
      ?? (text.answerFields ?? []).first(where: { !Self.mayAnswer($0) })
    {
      throw Self.mistake(
        text, "names the field \(CappedText.visible(field.utf8, limit: 80)), which no grant may",
        "write fields such as X-Api-Version")
    }
    guard text.git == nil || text.answerFields == nil else {
      throw Self.mistake(
        text, "keeps from git the answers that git reads", "remove answerFields")
    }
    let git: Git? =
      switch text.git {
      case .fetch: .fetchOnly
      case .push: .push(refs: text.refs ?? [], mayDelete: text.mayDelete ?? false)
      case nil: nil
      }
    let form: Form =
      switch text.form {
      case .basic: .basic(user: text.user ?? "")
      case .plain: .plain
      case .bearer, nil: .bearer
      }
    let grant = CredentialGrant(
      id: text.name, hosts: hosts,
      methods: Set(text.methods ?? (git == nil ? ["GET", "HEAD"] : ["GET", "POST"])),
      pathPrefixes: paths, header: text.header ?? "Authorization", form: form, secret: secret,
      maxUses: text.uses, maxBytes: text.bytes,
      expiry: text.expires.map { start.advanced(milliseconds: $0) }, git: git,
      fields: Set(text.fields ?? []), answerFields: text.answerFields.map { Set($0) })
    guard let grant else {
      throw Self.mistake(
        text, "has a header that frames messages, or a user that cannot be written",
        "write a header such as Authorization, and a user without a colon")
    }
    self = grant
  }

  private static func mistake(
    _ text: GrantDescription, _ reason: String, _ remedy: String
  ) -> RuleMistake {
    let name = CappedText.visible(Array(text.name.utf8), limit: 80)
    return RuleMistake(reason: "grant \(name) \(reason)", remedy: remedy)
  }
}
