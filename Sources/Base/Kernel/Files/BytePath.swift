internal import Text

/// A path as the kernel knows it: bytes without NUL, not necessarily UTF-8.
package struct BytePath: Hashable, Sendable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The bytes, without a final NUL.
  package let bytes: [UInt8]

  /// Takes bytes up to the first NUL.
  package init(_ bytes: some Sequence<UInt8>) { self.init(Array(bytes)) }

  /// Takes bytes up to the first NUL.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
  }

  /// Takes the UTF-8 form of a string.
  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Takes the UTF-8 form of a literal.
  package init(stringLiteral value: String) { self.init(Array(value.utf8)) }

  /// Whether it starts at the root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The components, without empty ones.
  package var components: [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    while let part = component(from: start) {
      parts.append(bytes[part])
      start = part.upperBound
    }
    return parts
  }

  /// How many components it has, without empty ones.
  package var depth: Int {
    var count = 0
    var start = 0
    while let part = component(from: start) {
      count += 1
      start = part.upperBound
    }
    return count
  }

  /// The last component; empty for the root.
  package var name: BytePath {
    let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? 0
    let start = bytes[..<end].lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return BytePath(Array(bytes[start..<end]))
  }

  /// Everything before the last component; the root is its own parent.
  package var parent: BytePath {
    if let last = bytes.lastIndex(of: Self.slash), last > 0, isPlain {
      return BytePath(Array(bytes[..<last]))
    }
    return joined(components.dropLast())
  }

  /// This path with another one below it; an absolute one replaces it.
  package func appending(_ other: BytePath) -> BytePath {
    if other.isAbsolute || bytes.isEmpty { return other }
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + other.bytes.count)
    joined += bytes
    if bytes.last != Self.slash { joined.append(Self.slash) }
    joined += other.bytes
    return BytePath(joined)
  }

  /// This path with a UTF-8 name below it.
  package func appending(_ name: String) -> BytePath { appending(BytePath(name)) }

  /// Whether it is `ancestor` or lies below it; both must be normalised.
  package func isWithin(_ ancestor: BytePath) -> Bool {
    var start = 0, place = 0
    while let wanted = ancestor.component(from: place) {
      guard let own = component(from: start),
        bytes[own].elementsEqual(ancestor.bytes[wanted])
      else { return false }
      start = own.upperBound
      place = wanted.upperBound
    }
    return true
  }

  /// The same place without `.`, `..` and doubled slashes; links are not looked at.
  package var normalised: BytePath {
    if isPlain { return self }
    var kept: [ArraySlice<UInt8>] = []
    for part in components where !part.elementsEqual(Self.dot) {
      if part.elementsEqual(Self.dotDot) { _ = kept.popLast() } else { kept.append(part) }
    }
    return joined(kept[...])
  }

  /// Whether every component is one: none is empty, `.` or `..`, and no slash ends the path.
  private var isPlain: Bool {
    var start = isAbsolute ? 1 : 0
    while start < bytes.count {
      guard let part = component(from: start), part.lowerBound == start else { return false }
      let isDots = bytes[part].elementsEqual(Self.dot) || bytes[part].elementsEqual(Self.dotDot)
      if isDots || part.upperBound == bytes.count - 1 { return false }
      start = part.upperBound + 1
    }
    return true
  }

  /// The place of the first component that starts at an index or later.
  private func component(from index: Int) -> Range<Int>? {
    guard let start = bytes[index...].firstIndex(where: { $0 != Self.slash }) else { return nil }
    return start..<(bytes[start...].firstIndex(of: Self.slash) ?? bytes.count)
  }

  private func joined(_ parts: ArraySlice<ArraySlice<UInt8>>) -> BytePath {
    var path: [UInt8] = isAbsolute ? [Self.slash] : []
    for part in parts {
      if let last = path.last, last != Self.slash { path.append(Self.slash) }
      path += part
    }
    return BytePath(path)
  }

  /// Feeds the bytes at once rather than one by one.
  package func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Orders as unsigned bytes, which no locale changes; a prefix comes first.
  package static func < (left: BytePath, right: BytePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Printable text from which the bytes can be told: control characters and bytes that are not UTF-8 as
  /// `\xHH`, a backslash as two.
  package var description: String { VisibleText.name(bytes) }

  /// Calls `body` with the NUL-terminated form.
  package func withPointer<Result, Failure>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var terminated: [UInt8] = []
    terminated.reserveCapacity(bytes.count + 1)
    terminated += bytes
    terminated.append(0)
    return try unsafe terminated.withUnsafeBufferPointer { buffer throws(Failure) -> Result in
      guard let base = buffer.baseAddress else {
        preconditionFailure("an array with a final NUL has a base address")
      }
      return try unsafe body(UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self))
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = [UInt8(ascii: ".")]
  private static let dotDot = [UInt8(ascii: "."), UInt8(ascii: ".")]
}
