/// Turns the bytes of a report into UTF-8, as far as they are not.
enum TextDecoding {
  /// Gives UTF-8 without a byte order mark; UTF-16 is found by its mark or by its zeros.
  ///
  /// Bytes that are not UTF-8 stay as they are and become replacement characters where text is made
  /// of them.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return decoded(bytes, from: 2, highFirst: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return decoded(bytes, from: 2, highFirst: true) }
    switch zeros(bytes) {
    case .some(let highFirst): return decoded(bytes, from: 0, highFirst: highFirst)
    case nil: return bytes
    }
  }

  /// Whether every second byte of the beginning is zero: the first of each pair (`true`), the second
  /// (`false`), or neither.
  private static func zeros(_ bytes: [UInt8]) -> Bool? {
    let pairs = min(bytes.count / 2, 256)
    guard pairs >= 8 else { return nil }
    var first = 0
    var second = 0
    for pair in 0..<pairs {
      if bytes[2 * pair] == 0 { first += 1 }
      if bytes[2 * pair + 1] == 0 { second += 1 }
    }
    if second > pairs * 9 / 10, first < pairs / 10 { return false }
    if first > pairs * 9 / 10, second < pairs / 10 { return true }
    return nil
  }

  private static func decoded(_ bytes: [UInt8], from start: Int, highFirst: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = start
    while index + 1 < bytes.count {
      let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(highFirst ? one << 8 | other : other << 8 | one)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
