/// Judges a hello that arrived on a name's synthetic address.
package enum ServerNameCheck {
  /// Passes a hello for just this name; otherwise says why, and with which alert to answer.
  package static func check(
    _ hello: ClientHello, expected: HostName, rule: EgressRule
  ) -> (refusal: Refusal, alert: TLSAlert)? {
    guard let name = hello.serverName else {
      return (
        Refusal(.serverNameMissing, "the TLS hello to \(expected) names no server"), .accessDenied
      )
    }
    guard name == expected else {
      return (
        Refusal(.serverNameMismatch, "the TLS hello to \(expected) asks for \(name)"),
        .unrecognizedName
      )
    }
    guard !hello.hasEncryptedHello || rule.leniency.contains(.encryptedHello) else {
      return (
        Refusal(
          .encryptedHello, "the TLS hello to \(expected) may hide another name (ECH)",
          allowWith: "encryptedHello: true, in the rule \(rule.id)"),
        .accessDenied
      )
    }
    return nil
  }

  /// The refusal of bytes that are no hello.
  package static func refusal(_ mistake: HelloMistake, expected: HostName) -> Refusal {
    let code: Refusal.Code =
      switch mistake {
      case .notTLS: .notTLS
      case .tooLarge: .helloTooLarge
      default: .helloMalformed
      }
    return Refusal(
      code, "the client of \(expected) \(mistake.reason)",
      limit: code == .helloTooLarge ? .helloSize : nil)
  }
}
