/// Counts what grants are used for and says when one has ended; the one place where a credential
/// enters a request.
package struct GrantUses: Sendable {
  /// A request that may be sent with its credential.
  package struct Permitted: Sendable {
    /// The head to send: credential in, everything forged or unknown out.
    package let head: HTTPRequestHead
    /// What it is of git's: the commands of a push are judged before a byte of the body is sent.
    let handling: GitCheck.Handling
  }

  private struct Use: Sendable {
    var requests = 0
    var bytes: UInt64 = 0
    var refused = 0
    var reason: String?
  }

  private var uses: [String: Use] = [:]

  /// Nothing was used.
  package init() {}

  /// Requests that have used a grant.
  package func requests(of grant: CredentialGrant) -> Int { uses[grant.id]?.requests ?? 0 }

  /// What the grants of a table were used for.
  package func uses(of book: GrantTable) -> [GrantUse] {
    book.all.map { grant in
      let use = uses[grant.id] ?? Use()
      return GrantUse(
        name: CappedText.visible(Array(grant.id.utf8), limit: 80), requests: use.requests,
        bytes: use.bytes, refused: use.refused, reason: use.reason)
    }
  }

  /// Notes that something was refused for a grant's sake.
  package mutating func note(_ refusal: EgressRefusal, of grant: CredentialGrant) {
    uses[grant.id, default: Use()].refused += 1
    uses[grant.id]?.reason = CappedText.visible(refusal.reason.utf8, limit: 500)
  }

  /// Judges a request and counts it; a refused one is not counted.
  package mutating func permit(
    _ head: HTTPRequestHead, to host: HostName, with grant: CredentialGrant, at now: MonotonicTime
  ) throws(EgressRefusal) -> Permitted {
    guard grant.hosts.contains(host) else {
      throw EgressRefusal(.grantHost, "grant \(grant.id) is not for \(host)")
    }
    if let expiry = grant.expiry, now >= expiry {
      throw EgressRefusal(.grantExpired, "grant \(grant.id) has expired")
    }
    guard grant.methods.contains(head.method) else {
      throw EgressRefusal(.grantMethod, "grant \(grant.id) is not for the method \(head.method)")
    }
    let path = try path(of: head, grant)
    if let query = head.query, MethodOverride.isIn(query) {
      throw EgressRefusal(
        .grantMethod, "a parameter of the query could ask for a method beyond grant \(grant.id)")
    }
    let sent = try rewritten(head, path: path, grant)
    let handling = try GitCheck.check(head, path: path, grant: grant)
    var use = uses[grant.id] ?? Use()
    if let most = grant.maxUses, use.requests >= most {
      throw EgressRefusal(.grantUses, "grant \(grant.id) was used \(most) times, which is all")
    }
    if let most = grant.maxBytes, use.bytes >= most { throw exhausted(grant, most) }
    use.requests += 1
    uses[grant.id] = use
    return Permitted(head: sent, handling: handling)
  }

  /// Counts bytes of a body, before they are sent on; expired grants end here too.
  package mutating func charge(
    _ bytes: Int, to grant: CredentialGrant, at now: MonotonicTime
  ) throws(EgressRefusal) {
    if let expiry = grant.expiry, now >= expiry {
      throw EgressRefusal(.grantExpired, "grant \(grant.id) has expired")
    }
    var use = uses[grant.id] ?? Use()
    let (sum, overflow) = use.bytes.addingReportingOverflow(UInt64(max(0, bytes)))
    use.bytes = overflow ? .max : sum
    uses[grant.id] = use
    if let most = grant.maxBytes, use.bytes > most { throw exhausted(grant, most) }
  }

  private func exhausted(_ grant: CredentialGrant, _ most: UInt64) -> EgressRefusal {
    EgressRefusal(.grantBytes, "grant \(grant.id) has moved its \(most) bytes")
  }

  private func path(
    of head: HTTPRequestHead, _ grant: CredentialGrant
  ) throws(EgressRefusal) -> CanonicalPath {
    do throws(CanonicalPath.Mistake) {
      let path = try CanonicalPath(head.path)
      if grant.pathPrefixes.contains(where: { path.isWithin($0) }) { return path }
    } catch {
      throw EgressRefusal(
        .grantPath,
        "a path with more than one reading (\(error.rawValue)) is outside grant \(grant.id)")
    }
    let shown = CappedText.visible(head.path, limit: 200)
    throw EgressRefusal(.grantPath, "the path \(shown) is outside grant \(grant.id)")
  }

  /// The request as it is sent: its path in the form that was judged, no field that was not thought of,
  /// no credential but ours.
  private func rewritten(
    _ head: HTTPRequestHead, path: CanonicalPath, _ grant: CredentialGrant
  ) throws(EgressRefusal) -> HTTPRequestHead {
    var head = head
    let query = head.query.map { [UInt8(ascii: "?")] + $0 } ?? []
    head.target = Array(path.text.utf8) + query
    head.fields = try GrantFields.sent(of: head.fields, with: grant)
    head.fields.set("Accept-Encoding", Array("identity".utf8))
    head.fields.set(grant.header, grant.headerValue)
    return head
  }
}

extension CredentialGrant {
  /// Why an answer to a request with the credential is not passed on; nil when it may be scanned.
  package func objection(to response: HTTPResponseHead) -> EgressRefusal? {
    let codings = response.fields.members(of: "Content-Encoding")
    guard codings.allSatisfy({ $0 == "identity" }) else {
      return EgressRefusal(
        .secretReflected, "an answer under grant \(id) is compressed and not readable")
    }
    guard response.status != 206, !response.fields.contains("Content-Range") else {
      return EgressRefusal(
        .secretReflected, "an answer under grant \(id) is a part and not readable")
    }
    return nil
  }
}
