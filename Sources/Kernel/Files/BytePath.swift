/// A path as the kernel knows it: bytes without NUL, not necessarily UTF-8.
public struct BytePath: Hashable, Sendable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The bytes, without a final NUL.
  public let bytes: [UInt8]

  /// Takes bytes up to the first NUL.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  /// Takes the UTF-8 form of a string.
  public init(_ text: String) { self.init(text.utf8) }

  /// Takes the UTF-8 form of a literal.
  public init(stringLiteral value: String) { self.init(value.utf8) }

  /// Whether it starts at the root.
  public var isAbsolute: Bool { bytes.first == Self.slash }

  /// The components, without empty ones.
  public var components: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

  /// The last component; empty for the root.
  public var name: BytePath { BytePath(components.last ?? []) }

  /// Everything before the last component; the root is its own parent.
  public var parent: BytePath {
    let kept = components.dropLast().joined(separator: [Self.slash])
    return BytePath(isAbsolute ? [Self.slash] + kept : Array(kept))
  }

  /// This path with another one below it; an absolute one replaces it.
  public func appending(_ other: BytePath) -> BytePath {
    if other.isAbsolute || bytes.isEmpty { return other }
    return BytePath(bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + other.bytes)
  }

  /// This path with a UTF-8 name below it.
  public func appending(_ name: String) -> BytePath { appending(BytePath(name)) }

  /// Whether it is `ancestor` or lies below it; both must be normalised.
  public func isWithin(_ ancestor: BytePath) -> Bool {
    let own = components, other = ancestor.components
    return own.count >= other.count && zip(own, other).allSatisfy { $0.elementsEqual($1) }
  }

  /// The same place without `.`, `..` and doubled slashes; links are not looked at.
  public var normalised: BytePath {
    var kept: [ArraySlice<UInt8>] = []
    for part in components where !part.elementsEqual(Self.dot) {
      if part.elementsEqual(Self.dotDot) { _ = kept.popLast() } else { kept.append(part) }
    }
    let joined = kept.joined(separator: [Self.slash])
    return BytePath(isAbsolute ? [Self.slash] + joined : Array(joined))
  }

  /// Orders by bytes.
  public static func < (left: BytePath, right: BytePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Printable text: control characters and bytes that are not UTF-8 as `\xHH`.
  public var description: String { Visible.text(bytes) }

  /// Calls `body` with the NUL-terminated form.
  public func withPointer<Result, Failure>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return try unsafe terminated.withUnsafeBufferPointer { buffer throws(Failure) -> Result in
      guard let base = buffer.baseAddress else {
        preconditionFailure("an array with a final NUL has a base address")
      }
      return try unsafe body(base)
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = [UInt8(ascii: ".")]
  private static let dotDot = [UInt8(ascii: "."), UInt8(ascii: ".")]
}
