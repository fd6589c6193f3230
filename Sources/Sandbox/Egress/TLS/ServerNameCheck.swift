/// Judges a hello that arrived on a name's synthetic address.
package enum ServerNameCheck {
  /// Passes a hello for just this name; otherwise says why, and with which alert to answer.
  package static func check(
    _ hello: ClientHello, expected: HostName, rule: EgressRule
  ) -> (refusal: EgressRefusal, alert: TLSAlert)? {
    guard let name = hello.serverName else {
      return (
        EgressRefusal(.serverNameMissing, "a TLS connection to \(expected) names no server (SNI)"),
        .accessDenied
      )
    }
    guard name == expected else {
      return (
        EgressRefusal(
          .serverNameMismatch, "a TLS connection to \(expected) asks for the server \(name)"),
        .unrecognizedName
      )
    }
    guard !hello.hasEncryptedHello || rule.leniency.contains(.encryptedHello) else {
      return (
        EgressRefusal(
          .encryptedHello, "a TLS connection to \(expected) may hide another name (ECH)",
          allowWith: "encryptedHello: true, in the rule \(rule.id)"),
        .accessDenied
      )
    }
    return nil
  }

  /// The refusal of bytes that are no hello.
  package static func refusal(
    _ mistake: HelloMistake, expected: HostName, rule: EgressRule
  ) -> EgressRefusal {
    let code: EgressRefusal.Code =
      switch mistake {
      case .notTLS: .notTLS
      case .tooLarge: .helloTooLarge
      default: .helloMalformed
      }
    let instead = rule.clientTLS ? "clientTLS: false" : "mode: http, or mode: raw"
    return EgressRefusal(
      code, "the client of \(expected) \(mistake.reason)",
      allowWith: code == .notTLS ? "\(instead), in the rule \(rule.id)" : nil,
      limit: code == .helloTooLarge ? .helloSize : nil)
  }
}
