/// One thing that happened, as it is kept for ever.
package struct AuditEntry: Sendable, Equatable {
  /// What kinds of things are kept.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// The log itself, its first entry: under which key it is signed.
    case opened
    /// Bytes of an append that was cut off were put aside.
    case mended
    /// An error came in.
    case signal
    /// The digest of what a model was asked.
    case promptDigest
    /// A change was suggested.
    case candidate
    /// The judge or a trial said what a change is worth.
    case verdict
    /// The controller decided what may be done.
    case decision
    /// A person approved or denied, agreed that a key may act, froze or thawed.
    case approval
    /// Something outside was changed: a branch, a pull request, a level, an outcome.
    case effect
  }

  /// Who did it: a person, an actor, the controller.
  package struct Author: Sendable, Equatable {
    /// `person`, `run`, `actor`, `judge`, `controller` or `log`.
    package var kind: String
    /// The name, as the system has it.
    package var id: String

    /// An author of a kind.
    package init(kind: String, id: String) {
      self.kind = kind
      self.id = id
    }
  }

  /// What kind of thing happened, and so what the content holds.
  package var kind: Kind
  /// When, in milliseconds since 1970, by the clock of the machine.
  package var milliseconds: Int64
  /// The person, actor or part of Sentinel that it is recorded for.
  package var author: Author
  /// The incident that it belongs to, if it does.
  package var incident: String?
  /// Everything else; secrets and personal texts never belong here, their digests do.
  package var content: [String: CanonicalJSON]

  /// An entry, not yet in a log.
  package init(
    _ kind: Kind, at milliseconds: Int64, by author: Author, incident: String? = nil,
    _ content: [String: CanonicalJSON] = [:]
  ) {
    self.kind = kind
    self.milliseconds = milliseconds
    self.author = author
    self.incident = incident
    self.content = content
  }

  /// An entry of tlog-tiles has a length of two bytes.
  package static let largestBytes = 65_535

  /// The record at a place in a log: what its leaf is made of.
  ///
  /// `previous` is the leaf before it, so that chain and tree share one hash.
  func record(sequence: Int, previous: TreeHash) throws(AuditError) -> [UInt8] {
    guard abs(milliseconds) <= CanonicalJSON.largestInteger else {
      throw AuditError(.refused, "an entry's time is beyond what JSON holds exactly")
    }
    var members: [String: CanonicalJSON] = [
      "v": .integer(1), "sequence": .integer(Int64(sequence)), "kind": .text(kind.rawValue),
      "milliseconds": .integer(milliseconds), "previous": .text(previous.hexadecimal),
      "author": .object(["kind": .text(author.kind), "id": .text(author.id)]),
      "content": .object(content),
    ]
    if let incident { members["incident"] = .text(incident) }
    let bytes = CanonicalJSON.object(members).bytes
    guard bytes.count <= Self.largestBytes else {
      throw AuditError(
        .refused,
        "an entry of \(bytes.count) bytes: at most \(Self.largestBytes); keep the digest of what is long"
      )
    }
    // What cannot be read back is not written: numbers beyond 2^53, for one.
    guard CanonicalJSON(bytes: bytes) != nil else {
      throw AuditError(.refused, "an entry that JSON does not hold exactly")
    }
    return bytes
  }

  /// Reads a record and checks its place; what is wrong is an error.
  init(record bytes: [UInt8], sequence: Int, previous: TreeHash) throws(AuditError) {
    func broken(_ what: String) -> AuditError {
      AuditError(.tampered, "entry \(sequence): \(what)")
    }
    guard let value = CanonicalJSON(bytes: bytes), case .object(let members) = value else {
      throw broken("is not a canonical JSON object")
    }
    let names: Set<String> = [
      "v", "sequence", "kind", "milliseconds", "previous", "author", "content", "incident",
    ]
    guard names.isSuperset(of: members.keys), members["v"] == .integer(1) else {
      throw broken("has other members than an entry of version 1")
    }
    guard members["sequence"] == .integer(Int64(sequence)) else {
      throw broken("says that it is another one")
    }
    guard members["previous"] == .text(previous.hexadecimal) else {
      throw broken("does not follow the entry before it")
    }
    guard let kind = members["kind"]?.text.flatMap(Kind.init(rawValue:)),
      let milliseconds = members["milliseconds"]?.integer,
      case .object(let author)? = members["author"], author.count == 2,
      let authorKind = author["kind"]?.text, let authorID = author["id"]?.text,
      case .object(let content)? = members["content"],
      members["incident"] == nil || members["incident"]?.text != nil
    else { throw broken("lacks what every entry has") }
    self.init(
      kind, at: milliseconds, by: Author(kind: authorKind, id: authorID),
      incident: members["incident"]?.text, content)
  }
}
