internal import CDigest

/// A file's content as git's `literal`: a zlib stream (RFC 1950) of stored blocks in lines of base 85.
struct BinaryHunk {
  private var left: Int
  private var checksum: UInt32 = 1
  /// Bytes that do not fill a line yet.
  private var rest: [UInt8] = [0x78, 0x01]

  /// The most bytes in one line.
  private static let lineBytes = 52
  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~".utf8)

  /// Starts a content of `size` bytes.
  init(size: Int) { left = size }

  /// The first lines.
  static func header(size: Int) -> [UInt8] { Array("GIT binary patch\nliteral \(size)\n".utf8) }

  /// Adds the next piece and returns the lines that it fills; the piece that completes the size, which
  /// must be added even when it is empty, ends the hunk.
  mutating func add(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    checksum = unsafe piece.withUnsafeBytes { bytes in
      unsafe sentinel_adler32(checksum, bytes.baseAddress, bytes.count)
    }
    left -= piece.count
    var next = piece
    repeat {
      let block = next.prefix(0xFFFF)
      next = next.dropFirst(block.count)
      let count = UInt16(block.count)
      rest.append(left == 0 && next.isEmpty ? 1 : 0)
      for value in [count, ~count] { rest += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      rest += block
    } while !next.isEmpty
    if left == 0 { rest += Self.bigEndian(checksum) }
    return lines()
  }

  private mutating func lines() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(rest.count * 4 / 3)
    var start = 0
    while rest.count - start >= Self.lineBytes || left == 0 && start < rest.count {
      let line = rest[start..<min(start + Self.lineBytes, rest.count)]
      Self.append(line, to: &text)
      start += line.count
    }
    rest.removeFirst(start)
    if left == 0 { text.append(UInt8(ascii: "\n")) }
    return text
  }

  private static func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    let count = UInt8(line.count)
    text.append(count <= 26 ? UInt8(ascii: "A") + count - 1 : UInt8(ascii: "a") + count - 27)
    var index = line.startIndex
    while index < line.endIndex {
      var value: UInt32 = 0
      for offset in index..<index + 4 {
        value = value << 8 | (offset < line.endIndex ? UInt32(line[offset]) : 0)
      }
      let start = text.count
      text += [0, 0, 0, 0, 0]
      for place in stride(from: 4, through: 0, by: -1) {
        text[start + place] = alphabet[Int(value % 85)]
        value /= 85
      }
      index += 4
    }
    text.append(UInt8(ascii: "\n"))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) }
  }
}
