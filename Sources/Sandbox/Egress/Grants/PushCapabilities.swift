/// The capabilities of a push, as a server offers and a client asks for them (gitprotocol-capabilities).
///
/// Those of the list say how a push is told, packed and answered. What else there is can do more than
/// change refs: push options set the visibility of a repository and merge on push at some forges.
struct PushCapabilities: Sendable {
  /// The words in their order.
  let words: [String]

  /// Reads what stands behind the NUL of the first line.
  init(_ text: ArraySlice<UInt8>) {
    words = text.split(separator: ASCII.space).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let known: Set<String> = [
    "report-status", "report-status-v2", "side-band", "side-band-64k", "delete-refs", "ofs-delta",
    "no-thin", "quiet", "atomic", "object-format=sha1", "object-format=sha256",
  ]

  /// The words of the list.
  var permitted: [String] { words.filter(Self.isKnown) }

  /// The other ones.
  var strangers: [String] { words.filter { !Self.isKnown($0) } }

  /// The program's name is any visible text; git ends a capability at tabs and line ends too.
  private static func isKnown(_ word: String) -> Bool {
    known.contains(word)
      || word.hasPrefix("agent=") && word.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }
}
