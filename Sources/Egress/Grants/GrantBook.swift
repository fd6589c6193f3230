/// The grants of a run by their names, ready to be looked for in what passes.
package struct GrantBook: Sendable {
  private let grants: [String: CredentialGrant]
  private let placeholders: [(grant: CredentialGrant, automaton: SecretAutomaton)]
  private let secrets: SecretAutomaton?

  /// A book of grants; of two with one name the first counts.
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

  /// The grant whose placeholder a head holds in any form, though it goes to another host.
  ///
  /// It is not replaced there: somebody tries to send it away.
  package func misplaced(in head: HTTPRequestHead, to host: HTTPAuthority.Host) -> CredentialGrant?
  {
    placeholders.first { entry in
      if case .name(let name) = host, entry.grant.hosts.contains(name) { return false }
      var scanner = ReflectionScanner(entry.automaton)
      guard case .cut = scanner.scan(head.bytes) else { return false }
      return true
    }?.grant
  }
}
