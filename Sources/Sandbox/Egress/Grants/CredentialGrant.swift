/// Leave to use a credential that the payload never sees, within bounds.
package struct CredentialGrant: Sendable {
  /// How the credential is written into its field.
  package enum Form: Hashable, Sendable {
    /// `Bearer` and the credential (RFC 6750).
    case bearer
    /// `Basic` and user and credential in base64 (RFC 7617).
    case basic(user: String)
    /// The credential alone.
    case plain
  }

  /// What a grant for git permits; with one, nothing but git's smart HTTP passes.
  package enum Git: Hashable, Sendable {
    /// Clones and fetches.
    case fetchOnly
    /// These, and pushes of whole refs or of refs below a prefix that ends in `/`.
    case push(refs: [String], mayDelete: Bool)
  }

  /// Its name in rules and messages.
  package let id: String
  /// The only hosts that it is sent to.
  package let hosts: Set<HostName>
  /// The methods of requests that it goes with, in capitals; others are refused.
  package let methods: Set<String>
  /// The paths it is for, with what is below them.
  package let pathPrefixes: [CanonicalPath]
  /// The field it is written into, such as `Authorization`.
  package let header: String
  /// How the field's value is made of the credential.
  package let form: Form
  /// The credential, which is written to the server and nowhere else.
  package let secret: Secret
  /// Requests that may use it; nil for any number.
  package let maxUses: Int?
  /// Bytes of bodies, up and down, of the requests that use it; nil for any number.
  package let maxBytes: UInt64?
  /// When it ends; nil for the end of the run.
  package let expiry: MonotonicTime?
  /// What it permits of git.
  package let git: Git?
  /// Further fields of requests that go on, in small letters; see ``GrantFields``.
  package let fields: Set<String>
  /// The only fields of answers that the payload gets, in small letters, with the status and no body;
  /// nil for whole answers.
  package let answerFields: Set<String>?

  /// A grant; nil when the name of its field is no token or one that frames messages, when the user of
  /// `basic` holds a colon or control bytes, or when it names fields that no grant may name.
  package init?(
    id: String, hosts: Set<HostName>, methods: Set<String> = ["GET", "HEAD"],
    pathPrefixes: [CanonicalPath], header: String = "Authorization", form: Form = .bearer,
    secret: Secret, maxUses: Int? = nil, maxBytes: UInt64? = nil, expiry: MonotonicTime? = nil,
    git: Git? = nil, fields: Set<String> = [], answerFields: Set<String>? = nil
  ) {
    guard Self.isHeader(header) else { return nil }
    if case .basic(let user) = form, !Self.isUser(user) { return nil }
    guard fields.allSatisfy(Self.mayName), (answerFields ?? []).allSatisfy(Self.mayAnswer) else {
      return nil
    }
    self.id = id
    self.hosts = hosts
    self.methods = methods
    self.pathPrefixes = pathPrefixes
    self.header = header
    self.form = form
    self.secret = secret
    self.maxUses = maxUses
    self.maxBytes = maxBytes
    self.expiry = expiry
    self.git = git
    self.fields = Set(fields.map { $0.lowercased() })
    self.answerFields = answerFields.map { Set($0.map { $0.lowercased() }) }
  }

  /// What the payload may hold instead of the credential; it opens nothing by itself.
  package var placeholder: String { Self.placeholder(of: id) }

  /// The placeholder of a grant by its name.
  package static func placeholder(of id: String) -> String { "sentinel-grant-\(id)" }

  /// Whether a credential may stand in a field: one that frames messages cannot hold any.
  package static func isHeader(_ name: String) -> Bool {
    let framing: Set<String> = ["host", "content-length", "transfer-encoding", "connection"]
    return !name.isEmpty && name.utf8.allSatisfy(ASCII.isToken)
      && !framing.contains(name.lowercased())
  }

  /// Whether a grant may let a further field of requests through: none that could change the method,
  /// path, host or credential that was judged.
  package static func mayName(_ field: String) -> Bool { GrantFields.mayBeNamed(field) }

  /// Whether a grant may let a field of answers through by name: none that frames them or opens a session.
  package static func mayAnswer(_ field: String) -> Bool { GrantFields.mayBeAnswered(field) }

  /// Whether a name can be the user of `basic`, which a colon ends (RFC 7617).
  package static func isUser(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: ":") }
  }

  /// The value of the field.
  var headerValue: [UInt8] {
    switch form {
    case .bearer: Array("Bearer ".utf8) + secret.bytes
    case .basic(let user):
      Array("Basic ".utf8) + Base64.encode(Array("\(user):".utf8) + secret.bytes)
    case .plain: secret.bytes
    }
  }
}
