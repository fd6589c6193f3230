/// A cursor over hostile bytes: every read is checked, none moves when it fails.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// Starts at the first byte.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Starts at the first byte.
  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  /// Bytes not read yet.
  var remaining: Int { bytes.endIndex - position }

  /// Whether everything was read.
  var isAtEnd: Bool { remaining == 0 }

  /// The index of the next byte in the bytes given, whose own first index may be above 0.
  var index: Int { position }

  /// The next byte.
  mutating func byte() -> UInt8? {
    guard remaining >= 1 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next two bytes, most significant first.
  mutating func uint16() -> UInt16? { integer(2).map { UInt16(truncatingIfNeeded: $0) } }

  /// The next three bytes, most significant first.
  mutating func uint24() -> Int? { integer(3).map { Int($0) } }

  /// The next four bytes, most significant first.
  mutating func uint32() -> UInt32? { integer(4) }

  /// The next bytes, all of them or none.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, remaining >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// A vector whose length stands in one byte before it.
  mutating func vector8() -> ArraySlice<UInt8>? {
    let start = position
    if let count = byte(), let content = take(Int(count)) { return content }
    position = start
    return nil
  }

  /// A vector whose length stands in two bytes before it.
  mutating func vector16() -> ArraySlice<UInt8>? {
    let start = position
    if let count = uint16(), let content = take(Int(count)) { return content }
    position = start
    return nil
  }

  private mutating func integer(_ count: Int) -> UInt32? {
    take(count)?.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension [UInt8] {
  /// Appends two bytes, most significant first.
  mutating func append(big value: UInt16) {
    append(UInt8(value >> 8))
    append(UInt8(value & 0xff))
  }

  /// Appends four bytes, most significant first.
  mutating func append(big value: UInt32) {
    append(big: UInt16(value >> 16))
    append(big: UInt16(value & 0xffff))
  }
}
