/// Compares versions that are given as text, for `sentinel advisories compare`.
package enum VersionComparison {
  /// Orders two versions of an ecosystem.
  ///
  /// - Parameters:
  ///   - one: The version whose relation is asked for.
  ///   - other: The version that it is compared with.
  ///   - ecosystem: The ecosystem that orders them.
  /// - Returns: Nil when one text is no version there or the ecosystem has no order.
  package static func order(
    of one: String, _ other: String, in ecosystem: Ecosystem
  ) -> VersionOrder? {
    guard let scheme = ecosystem.scheme, let one = Version(one, scheme: scheme),
      let other = Version(other, scheme: scheme)
    else { return nil }
    return one.compare(other)
  }

  /// Orders the two versions of a line.
  ///
  /// - Parameters:
  ///   - line: Two versions with spaces or tabs between them.
  ///   - ecosystem: The ecosystem that orders them.
  /// - Returns: `<`, `=`, `>`, or `!` when there is no answer.
  package static func sign(ofLine line: String, in ecosystem: Ecosystem) -> Character {
    let words = line.utf8.split { $0 == ASCII.space || $0 == UInt8(ascii: "\t") }
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 2 else { return "!" }
    switch order(of: words[0], words[1], in: ecosystem) {
    case .less: return "<"
    case .equal: return "="
    case .greater: return ">"
    case nil: return "!"
    }
  }
}
