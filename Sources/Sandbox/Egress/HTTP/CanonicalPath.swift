/// A path that has one reading, so that what is judged is what the server understands.
///
/// Needless percent-encoding is undone once and hexadecimal digits are made capital (RFC 3986,
/// sections 6.2.2.1 and 6.2.2.2); whatever some servers read as another path is refused instead of
/// being repaired: segments of dots, with spaces behind them too, which some file systems drop; empty
/// segments; parameters, which some servers cut off before they look for dots; slashes, backslashes,
/// question marks and percent signs in an encoding; and every byte that is no printable ASCII once it is
/// decoded, since overlong forms and wide letters become dots and slashes where they are normalised.
package struct CanonicalPath: Hashable, Sendable, CustomStringConvertible {
  /// Why a path has more than one reading.
  package enum Mistake: String, Error, Hashable, Sendable, CaseIterable {
    case noPath, dotSegment, emptySegment, parameter, backslash, encodedSlash, doubleEncoding
    case badEncoding, forbiddenByte
  }

  /// The path: `/` and what follows, without query.
  package let text: String

  /// Brings a path into its one form, or refuses it.
  package init(_ path: some Collection<UInt8>) throws(Mistake) {
    guard path.first == UInt8(ascii: "/") else { throw .noPath }
    let bytes = try Self.normalised(Array(path))
    let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let seen = String(decoding: segment, as: UTF8.self).replacing("%20", with: "")
      if !seen.isEmpty, seen.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) { throw .dotSegment }
      // The first is before the first slash; the last is empty behind a last slash.
      let isOutermost = index == 0 || index == segments.count - 1
      if seen.isEmpty, !segment.isEmpty || !isOutermost { throw .emptySegment }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The path in its one form, as it is compared and sent.
  package var description: String { text }

  /// Whether the path is a prefix's path or below it; a prefix means whole segments.
  ///
  /// `/simple` means `/simple` and `/simple/x`, `/simple/` only what is below, `/` everything.
  package func isWithin(_ prefix: CanonicalPath) -> Bool {
    if prefix.text.hasSuffix("/") { return text.hasPrefix(prefix.text) }
    return text == prefix.text || text.hasPrefix(prefix.text + "/")
  }

  private static func normalised(_ path: [UInt8]) throws(Mistake) -> [UInt8] {
    var output: [UInt8] = []
    var index = 0
    while index < path.count {
      let byte = path[index]
      index += 1
      switch byte {
      case UInt8(ascii: "%"):
        guard index + 1 < path.count, let high = ASCII.hexValue(path[index]),
          let low = ASCII.hexValue(path[index + 1])
        else { throw .badEncoding }
        index += 2
        output += try decoded(high << 4 | low)
      case UInt8(ascii: "\\"): throw .backslash
      case UInt8(ascii: ";"): throw .parameter
      case 0x21...0x7e where byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#"):
        output.append(byte)
      default: throw .forbiddenByte
      }
    }
    return output
  }

  /// The bytes that stand for an encoded one.
  private static func decoded(_ byte: UInt8) throws(Mistake) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "/"): throw .encodedSlash
    case UInt8(ascii: "\\"): throw .backslash
    case UInt8(ascii: ";"): throw .parameter
    case UInt8(ascii: "%"): throw .doubleEncoding
    case UInt8(ascii: "?"), UInt8(ascii: "#"), 0..<0x20, 0x7f...0xff: throw .forbiddenByte
    case _ where ASCII.isUnreserved(byte): return [byte]
    default: return [UInt8(ascii: "%"), ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte)]
    }
  }
}
