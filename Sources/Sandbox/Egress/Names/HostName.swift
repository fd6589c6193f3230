/// A DNS name that was checked and brought to one form: small letters, no dot at the end.
///
/// What is a name is decided here alone, by bytes and without any mapping of other scripts:
///
/// | in a label | decision |
/// | --- | --- |
/// | letters, digits | allowed; capitals become small |
/// | hyphen inside, also as third and fourth | allowed (`xn--`, `r3---sn`) |
/// | hyphen as first or last | refused |
/// | underscore anywhere | allowed (`_dmarc`, `my_bucket`) |
/// | any other byte, NUL, dot, space, percent, above 127 | refused |
/// | empty, or longer than 63 | refused |
///
/// One dot at the end is dropped, a second is an empty label. The whole has 1 to 253 bytes
/// (RFC 1035, section 2.3.4, without length bytes). A name whose last label is a number, as decimal
/// digits or `0x` and hexadecimal digits, is refused: some libc would read it as an address.
package struct HostName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name: small letters, digits, hyphens, underscores and dots.
  package let text: String

  /// Reads a name as it stands in a policy, a server name extension or a Host header.
  package init(parsing bytes: some Collection<UInt8>) throws(NameMistake) {
    // 253 bytes and the dot that is dropped; nothing longer is worth being looked at.
    guard bytes.count <= 254 else { throw .tooLong }
    var labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    try self.init(labels: labels.map { Array($0) })
  }

  /// Reads a name as text.
  package init(parsing text: some StringProtocol) throws(NameMistake) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads a name as DNS carries it; a dot inside a label is no separator and is refused.
  package init(labels: [[UInt8]]) throws(NameMistake) {
    guard labels != [[]], !labels.isEmpty else { throw .empty }
    guard labels.reduce(-1, { $0 + $1.count + 1 }) <= 253 else { throw .tooLong }
    for label in labels { try Self.check(label) }
    guard let last = labels.last, !Self.isNumber(last) else { throw .looksLikeAddress }
    let bytes = labels.map { ASCII.lower($0) }.joined(separator: [UInt8(ascii: ".")])
    text = String(decoding: Array(bytes), as: UTF8.self)
  }

  /// A name that is known to be one; only for what is left of a checked name.
  init(checked text: some StringProtocol) { self.text = String(text) }

  /// The labels, the most special first.
  package var labels: [Substring] { text.split(separator: ".") }

  /// The name as compared and shown: lower case, no dot at the end.
  package var description: String { text }

  /// Whether the name is this one's child, at any depth; no name is below itself.
  package func isBelow(_ parent: HostName) -> Bool {
    text.utf8.count > parent.text.utf8.count + 1 && text.hasSuffix(parent.text)
      && text.utf8.dropLast(parent.text.utf8.count).last == UInt8(ascii: ".")
  }

  /// Whether RFC 6761, section 6.3, ties the name to the own machine.
  ///
  /// Such a name is answered inside the sandbox and is never part of a policy.
  package var isLocal: Bool {
    let last = labels.last
    return last == "localhost" || text == "ip6-localhost" || text == "ip6-loopback"
      || text == "localhost.localdomain"
  }

  /// In the order of the text.
  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }

  private static func check(_ label: [UInt8]) throws(NameMistake) {
    guard let first = label.first, let last = label.last else { throw .emptyLabel }
    guard label.count <= 63 else { throw .labelTooLong }
    for byte in label where !isAllowed(byte) {
      throw byte < 0x80 ? .forbiddenByte(byte) : .notASCII
    }
    let hyphen = UInt8(ascii: "-")
    guard first != hyphen, last != hyphen else { throw .hyphenAtEdge }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// Whether inet_aton, or the rule "ends in a number" of the URL standard, takes the label for one.
  private static func isNumber(_ label: [UInt8]) -> Bool {
    if label.allSatisfy(ASCII.isDigit) { return true }
    return ASCII.lower(label.prefix(2)) == Array("0x".utf8)
      && label.dropFirst(2).allSatisfy { ASCII.hexValue($0) != nil }
  }
}
