/// Judges a request that arrived on a name's synthetic address.
package enum HTTPRequestCheck {
  /// Passes a request for just this host; otherwise says why, and with which status to answer.
  ///
  /// A port in Host must be the connection's. Under `tls-up` a foreign host is answered with 421
  /// (RFC 9110, section 15.5.20), which tells clients to open another connection.
  package static func check(
    _ head: HTTPRequestHead, expected: HTTPAuthority.Host, port: UInt16, rule: EgressRule
  ) -> (refusal: EgressRefusal, status: UInt16)? {
    guard head.authority.host == expected, head.authority.port ?? port == port else {
      return (
        EgressRefusal(
          .hostMismatch, "a request to \(expected) on port \(port) asks for \(head.authority)"),
        rule.mode == .tlsUp ? 421 : 403
      )
    }
    let upgrades = head.upgrades
    guard !upgrades.contains(where: { $0.hasPrefix("h2") || $0.hasPrefix("http/") }) else {
      return (
        EgressRefusal(
          .upgradeNotAllowed, "a request to \(expected) wants to change to another HTTP"), 403
      )
    }
    guard upgrades.isEmpty || rule.leniency.contains(.upgrade) else {
      let shown = CappedText.visible(upgrades.joined(separator: ", ").utf8, limit: 60)
      return (
        EgressRefusal(
          .upgradeNotAllowed, "a request to \(expected) wants to change to \(shown)",
          allowWith: "upgrade: true, in the rule \(rule.id)"), 403
      )
    }
    return nil
  }
}
