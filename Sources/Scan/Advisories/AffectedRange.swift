/// A range of affected versions: OSV's timeline of events.
package struct AffectedRange: Equatable, Sendable {
  /// Which order the events are in; raw values are OSV's.
  package enum Kind: String, Sendable {
    /// Semantic Versioning 2.0, whatever the ecosystem.
    case semver = "SEMVER"
    /// The order of the ecosystem.
    case ecosystem = "ECOSYSTEM"
    /// The commit graph of a repository, which is not at hand here.
    case git = "GIT"
  }

  /// A change of state in the order of the range.
  package enum Event: Equatable, Sendable {
    /// From this version on the package is affected; `0` precedes every version.
    case introduced(String)
    /// From this version on the package is not affected.
    case fixed(String)
    /// After this version the package is not known to be affected.
    case lastAffected(String)
    /// From this version on the range says nothing; `*` follows every version.
    case limit(String)
  }

  /// Which order the events are in.
  package var kind: Kind
  /// The events in the order of the advisory, which decides between events at one version.
  package var events: [Event]

  /// Makes a range.
  package init(kind: Kind, events: [Event]) {
    self.kind = kind
    self.events = events
  }
}
