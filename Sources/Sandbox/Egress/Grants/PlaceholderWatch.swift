/// Looks for placeholders of grants in what a client sends to a host that they are of no use to.
///
/// An alarm and no wall: a placeholder opens nothing, and whoever wants to send one unseen disguises it.
/// It holds nothing back, since clients of many protocols wait for the answer to their last byte.
package struct PlaceholderWatch: Sendable {
  private struct Search: Sendable {
    let grant: String
    let automaton: SecretAutomaton
    var state = 0
  }

  private let host: HTTPAuthority.Host
  private var searches: [Search]
  private var left: Int

  /// A watch over `most` bytes for placeholders; nil when there is nothing to look for.
  init?(
    _ placeholders: [(grant: CredentialGrant, automaton: SecretAutomaton)],
    to host: HTTPAuthority.Host, most: Int
  ) {
    guard !placeholders.isEmpty else { return nil }
    self.host = host
    left = most
    searches = placeholders.map { Search(grant: $0.grant.id, automaton: $0.automaton) }
  }

  /// Whether it has seen as much as it looks at.
  package var isOver: Bool { left == 0 }

  /// Takes the next bytes; the refusal when a placeholder, in any of its forms, ends in them.
  package mutating func refusal(of bytes: some Collection<UInt8>) -> EgressRefusal? {
    let seen = bytes.prefix(left)
    left -= seen.count
    for index in searches.indices {
      var state = searches[index].state
      for byte in seen where searches[index].automaton.step(&state, byte).isMatch {
        return EgressRefusal(
          .grantHost, "the placeholder of grant \(searches[index].grant) was sent to \(host)")
      }
      searches[index].state = state
    }
    return nil
  }
}
