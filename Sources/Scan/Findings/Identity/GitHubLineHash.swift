/// GitHub's `primaryLocationLineHash`, bit for bit, so that an upload keeps the alerts it has.
///
/// The hash of a line covers the first 100 UTF-16 units from its start on, over line ends (each
/// counted as one LF) but without spaces and tabs: a polynomial in 37 modulo 2^64. Behind the last
/// unit comes 65535, then zeros. Equal hashes of one file are told apart by a counter after a colon.
package enum GitHubLineHash {
  private static let window = 100
  private static let base: UInt64 = 37

  /// Gives the hash of every line of a file, the first line first.
  package static func hashes(of source: SourceText) -> [String] {
    let (units, starts) = significantUnits(of: source)
    var oldestFactor: UInt64 = 1
    for _ in 0..<window { oldestFactor = oldestFactor &* base }
    var hash: UInt64 = 0
    for index in 0..<window { hash = hash &* base &+ unit(units, index) }

    var counts: [UInt64: Int] = [:]
    var hashes: [String] = []
    hashes.reserveCapacity(starts.count)
    var start = 0
    for lineStart in starts {
      while start < lineStart {
        let leaving = unit(units, start) &* oldestFactor
        hash = hash &* base &+ unit(units, start + window) &- leaving
        start += 1
      }
      let count = counts[hash, default: 0] + 1
      counts[hash] = count
      hashes.append("\(String(hash, radix: 16)):\(count)")
    }
    return hashes
  }

  private static func unit(_ units: [UInt16], _ index: Int) -> UInt64 {
    index < units.count ? UInt64(units[index]) : 0
  }

  /// The units that count, the closing 65535 included, and the index at which each line begins.
  private static func significantUnits(of source: SourceText) -> (units: [UInt16], starts: [Int]) {
    var units: [UInt16] = []
    units.reserveCapacity(source.bytes.count + 1)
    var starts = [0]
    var isAfterReturn = false
    for unit in String(decoding: source.bytes, as: UTF8.self).utf16 {
      let isSecondHalf = isAfterReturn && unit == 0x0A
      isAfterReturn = unit == 0x0D
      if unit == 0x20 || unit == 0x09 || isSecondHalf { continue }
      let isLineEnd = unit == 0x0A || unit == 0x0D
      units.append(isLineEnd ? 0x0A : unit)
      if isLineEnd { starts.append(units.count) }
    }
    units.append(0xFFFF)
    return (units, starts)
  }
}
