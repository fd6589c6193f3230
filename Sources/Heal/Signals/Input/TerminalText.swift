/// Text without what only a terminal understands.
enum TerminalText {
  private static let escape: UInt8 = 0x1B
  /// No real sequence is longer; what is has lost its end.
  private static let longestSequence = 4_096

  /// Removes colours, cursor movements, titles and links; a backspace takes its character back, a
  /// lone carriage return ends the line, other controls but tabs vanish.
  static func plain(_ bytes: [UInt8]) -> [UInt8] {
    guard
      bytes.contains(where: { ($0 < 0x20 && $0 != 0x0A && $0 != 0x09) || $0 == 0x7F || $0 == 0xC2 })
    else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case escape: index = skipSequence(in: bytes, at: index, &text)
      case 0xC2 where index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1]):
        // The control characters above ASCII; 9B opens a sequence as ESC [ does.
        index = bytes[index + 1] == 0x9B ? skipControl(in: bytes, at: index + 2, &text) : index + 2
      case 0x0D:
        let isBeforeLineEnd = index + 1 < bytes.count && bytes[index + 1] == 0x0A
        if !isBeforeLineEnd { text.append(0x0A) }
        index += 1
      case 0x08:
        removeLast(of: &text)
        index += 1
      case 0x00..<0x20 where byte != 0x0A && byte != 0x09, 0x7F: index += 1
      default:
        text.append(byte)
        index += 1
      }
    }
    return text
  }

  /// Removes the same from a text that is short already; line ends become line feeds.
  static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      ($0 >= 0x20 && $0 != 0x7F && $0 != 0xC2) || $0 == 0x0A || $0 == 0x09
    }
    return isPlain ? text : String(decoding: plain(Array(text.utf8)), as: UTF8.self)
  }

  /// Gives the index behind the sequence that begins here with ESC.
  private static func skipSequence(in bytes: [UInt8], at start: Int, _ text: inout [UInt8]) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    switch bytes[start + 1] {
    case UInt8(ascii: "["): return skipControl(in: bytes, at: start + 2, &text)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return skipString(in: bytes, at: start + 2)
    case 0x20...0x2F: return min(start + 3, bytes.count)
    case 0x0A: return start + 1
    default: return start + 2
    }
  }

  /// Parameters up to the final byte of a control sequence; one that moves the cursor forward leaves
  /// a blank.
  private static func skipControl(in bytes: [UInt8], at start: Int, _ text: inout [UInt8]) -> Int {
    var index = start
    while index < bytes.count, index - start < longestSequence, (0x20...0x3F).contains(bytes[index])
    {
      index += 1
    }
    guard index < bytes.count, (0x40...0x7E).contains(bytes[index]) else { return index }
    if bytes[index] == UInt8(ascii: "C") { text.append(0x20) }
    return index + 1
  }

  /// The text of a title or link, up to BEL or ESC \; one without an end costs its line at most.
  private static func skipString(in bytes: [UInt8], at start: Int) -> Int {
    var index = start
    while index < bytes.count, index - start < longestSequence {
      switch bytes[index] {
      case 0x07: return index + 1
      case 0x0A: return index
      case escape:
        let ends = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\\")
        return ends ? index + 2 : index
      default: index += 1
      }
    }
    return index
  }

  private static func removeLast(of text: inout [UInt8]) {
    guard let last = text.last, last != 0x0A else { return }
    while let byte = text.last, byte & 0xC0 == 0x80 { text.removeLast() }
    if let byte = text.last, byte != 0x0A { text.removeLast() }
  }
}
