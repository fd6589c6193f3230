extension [UInt8] {
  /// The bytes in pieces of one size, the last may be shorter.
  package func pieces(of size: Int) -> [ArraySlice<UInt8>] {
    let step = Swift.min(Swift.max(1, size), Swift.max(1, count))
    return stride(from: 0, to: count, by: step).map { self[$0..<Swift.min(count, $0 + step)] }
  }

  /// The bytes in pieces of random sizes, small ones most of the time.
  package func pieces(by random: inout SeededRandom) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    let most = [1, 3, 16, 200, Swift.max(1, count)][random.below(5)]
    while start < count {
      let end = Swift.min(count, start + 1 + random.below(most))
      pieces.append(self[start..<end])
      start = end
    }
    return pieces
  }
}
