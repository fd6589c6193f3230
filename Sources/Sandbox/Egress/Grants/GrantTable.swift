/// The grants of a run by their names, ready to be looked for in what passes.
package struct GrantTable: Sendable {
  private let grants: [String: CredentialGrant]
  private let placeholders: [(grant: CredentialGrant, automaton: SecretAutomaton)]
  private let secrets: SecretAutomaton?

  /// A table of grants; of two with one name the first counts.
  package init(_ grants: [CredentialGrant] = []) {
    self.grants = Dictionary(grants.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    placeholders = grants.compactMap { grant in
      Secret(Array(grant.placeholder.utf8)).map { (grant, SecretAutomaton(secrets: [$0])) }
    }
    secrets = grants.isEmpty ? nil : SecretAutomaton(secrets: grants.map(\.secret))
  }

  /// The grants in the order of their names.
  package var all: [CredentialGrant] { grants.values.sorted { $0.id < $1.id } }

  /// The grant of a name.
  package subscript(id: String) -> CredentialGrant? { grants[id] }

  /// A scanner that finds every credential of the run; nil when there is none.
  package var scanner: ReflectionScanner? { secrets.map { ReflectionScanner($0) } }

  /// A watch for placeholders that are sent to a host whose grants they are not; nil when there are none.
  ///
  /// They are not replaced there: somebody tries to send them away. Of what is no head of a request the
  /// first 64 KiB of a connection are looked at, so that bulk is not read byte by byte.
  package func watch(to host: HTTPAuthority.Host, most: Int = 64 << 10) -> PlaceholderWatch? {
    let others = placeholders.filter { entry in
      if case .name(let name) = host { !entry.grant.hosts.contains(name) } else { true }
    }
    return PlaceholderWatch(others, to: host, most: most)
  }

  /// The refusal of a head that holds a placeholder of another host's grant.
  package func objection(
    to head: HTTPRequestHead, for host: HTTPAuthority.Host
  ) -> EgressRefusal? {
    var watch = watch(to: host, most: .max)
    return watch?.refusal(of: head.bytes)
  }
}
