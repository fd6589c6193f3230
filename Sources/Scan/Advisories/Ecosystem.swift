/// A package ecosystem in the spelling of OSV, with the release that narrows it down.
///
/// The text form is `name` or `name:release`, such as `PyPI`, `Debian:12` or `Alpine:v3.18`.
package struct Ecosystem: Hashable, Sendable, CustomStringConvertible {
  /// What precedes the first colon.
  package let name: EcosystemName
  /// What follows the first colon, never empty; some ecosystems nest a second one there.
  package let release: String?

  /// Makes an ecosystem, of any release unless one is given.
  package init(_ name: EcosystemName, release: String? = nil) {
    self.name = name
    self.release = release
  }

  /// Parses the text of an advisory, where letter case counts; nil for an unknown ecosystem.
  package init?(osv text: String) {
    self.init(text) { EcosystemName(rawValue: $0) }
  }

  /// Parses what a person typed, in any letter case; nil for an unknown ecosystem.
  package init?(anyCase text: String) {
    self.init(text) { EcosystemName(anyCase: $0) }
  }

  private init?(_ text: String, name: (String) -> EcosystemName?) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let name = name(String(first)), parts.last?.isEmpty == false
    else { return nil }
    self.init(name, release: parts.count == 1 ? nil : String(parts[1]))
  }

  /// The spelling of OSV.
  package var description: String {
    release.map { "\(name.rawValue):\($0)" } ?? name.rawValue
  }

  /// The order of its versions; nil when it defines none, so that only listed versions match.
  package var scheme: VersionScheme? {
    switch name {
    case .echo, .root, .tuxCare:
      // These rebuild the packages of another ecosystem, which the release names.
      nested?.scheme ?? name.scheme
    default:
      name.scheme
    }
  }

  private var nested: Ecosystem? {
    guard let first = release?.split(separator: ":", maxSplits: 1).first,
      let name = EcosystemName(anyCase: String(first)), name.scheme != nil
    else { return nil }
    return Ecosystem(name)
  }
}
