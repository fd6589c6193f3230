/// Which fields of a request go on with a credential: those of a short list, and those that its grant
/// names.
///
/// Servers, and whatever stands before them, take methods, paths, hosts and credentials from fields that
/// nobody can list. So what is of no list here is refused, and not dropped in silence: whoever needs it
/// hears what to write.
enum GrantFields {
  /// The fields that go on.
  ///
  /// - What the server reads the message by, which was judged: Host, Content-Length, Transfer-Encoding,
  ///   and Expect, which only says that the client waits before its body.
  /// - What describes the body, or the answer that is wanted, of the resource that was judged: Accept and
  ///   its kin, Content-Type, Content-Encoding, Content-Language, User-Agent.
  /// - On which state of that resource the request is meant, and how old an answer may be: If-Match and
  ///   its kin, Cache-Control, Pragma.
  /// - The version of git's protocol.
  private static let sent: Set<String> = [
    "host", "content-length", "transfer-encoding", "expect",
    "accept", "accept-language", "content-type", "content-encoding",
    "content-language", "user-agent",
    "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "cache-control",
    "pragma",
    "git-protocol",
  ]

  /// The fields that are taken out, because common clients send them and lose nothing by it.
  ///
  /// - Credentials, in whose place the grant's own stands.
  /// - What asks for an answer in a form in which no credential could be found: compressed, a part, or in
  ///   letters of another width.
  /// - What is said to the next hop, which is the broker.
  /// - What browsers and their libraries say of themselves.
  private static let taken: Set<String> = [
    "authorization", "proxy-authorization", "cookie",
    "accept-charset", "accept-encoding", "te", "range", "if-range",
    "connection", "keep-alive", "proxy-connection", "upgrade",
    "dnt", "priority", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user",
    "sec-gpc", "upgrade-insecure-requests",
  ]

  /// What a word of a name may not begin with: the field could change what was judged, or for whom.
  private static let changing = [
    "method", "override", "forward", "original", "rewrit", "proxy", "url", "uri", "path", "host",
    "via", "cookie", "trailer", "http2", "destination",
    "auth", "token", "credential", "secret", "passw", "session", "sudo", "impersonat",
  ]

  /// What decides where an answer ends, how it is written, or opens a session.
  private static let notAnswered: Set<String> = [
    "connection", "keep-alive", "content-length", "content-encoding", "content-range",
    "transfer-encoding", "trailer", "te", "upgrade", "set-cookie", "set-cookie2",
  ]

  /// Whether a grant may name a field of requests: one of no list here, that changes nothing which was
  /// judged.
  static func mayBeNamed(_ name: String) -> Bool {
    let name = name.lowercased()
    guard isPlain(name), !sent.contains(name), !taken.contains(name) else { return false }
    return !name.split(separator: "-").contains { word in
      changing.contains { word.hasPrefix($0) }
    }
  }

  /// Whether a grant may name a field of answers.
  static func mayBeAnswered(_ name: String) -> Bool {
    isPlain(name) && !notAnswered.contains(name.lowercased())
  }

  /// The fields of a request that go on; the first that is of no list is thrown.
  static func sent(
    of fields: HTTPFields, with grant: CredentialGrant
  ) throws(EgressRefusal) -> HTTPFields {
    var kept = HTTPFields()
    for field in fields.fields {
      let name = field.name.lowercased()
      if name == "accept" {
        kept.append(HTTPField(name: field.name, value: withoutCharset(field.value)))
      } else if sent.contains(name) || grant.fields.contains(name) {
        kept.append(field)
      } else if !taken.contains(name), name != grant.header.lowercased() {
        throw refusal(of: field.name, grant)
      }
    }
    return kept
  }

  /// What is accepted, in no letters of another width: some servers take a type's `charset` for the wish that
  /// Accept-Charset is.
  private static func withoutCharset(_ value: [UInt8]) -> [UInt8] {
    // In quotation marks commas and semicolons are letters like others.
    if value.contains(UInt8(ascii: "\"")) { return Array("*/*".utf8) }
    let types = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return Array(
      types.map { type in
        type.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).filter { part in
          let text = part.drop { $0 == ASCII.space || $0 == ASCII.tab }.prefix(7)
          return !String(decoding: text, as: UTF8.self).lowercased().elementsEqual("charset")
        }.joined(separator: [UInt8(ascii: ";")])
      }.joined(separator: [UInt8(ascii: ",")]))
  }

  private static func refusal(of name: String, _ grant: CredentialGrant) -> EgressRefusal {
    let shown = CappedText.visible(name.utf8, limit: 80)
    guard mayBeNamed(name) else {
      return EgressRefusal(.grantField, "no grant lets the field \(shown) through")
    }
    return EgressRefusal(
      .grantField, "grant \(grant.id) does not let the field \(shown) through",
      allowWith: "fields: [\(name)], in the grant \(grant.id)")
  }

  /// Letters, digits and hyphens: some servers take every other mark for a hyphen.
  private static func isPlain(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-")
      }
  }
}
