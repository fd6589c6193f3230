/// A version of a package, parsed once and then compared cheaply.
///
/// Parsing and comparing are linear in the length of the text and never trap, whatever it holds.
package struct Version: Sendable {
  /// The text that was parsed.
  package let text: String
  /// The rules that the text was parsed by.
  package let scheme: VersionScheme
  private let key: VersionKey

  /// More than any real version has, and few enough for 32-bit offsets into a key.
  private static let mostBytes = 1 << 24

  /// Parses a version; nil when the scheme accepts no such text.
  ///
  /// No scheme accepts an empty text, white space, control characters or more than 16 MiB.
  ///
  /// - Parameters:
  ///   - text: The version as an advisory or a lock file spells it.
  ///   - scheme: The rules of its ecosystem.
  package init?(_ text: String, scheme: VersionScheme) {
    let bytes = Array(text.utf8)
    guard (1...Self.mostBytes).contains(bytes.count),
      bytes.allSatisfy({ $0 > ASCII.space && $0 != ASCII.delete }),
      let key = scheme.key(of: bytes)
    else { return nil }
    self.text = text
    self.scheme = scheme
    self.key = key
  }

  /// Orders two versions; nil when they are of different schemes.
  package func compare(_ other: Version) -> VersionOrder? {
    scheme == other.scheme ? key.compare(other.key) : nil
  }
}
