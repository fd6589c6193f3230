/// Which lines of a text were replaced by which.
///
/// Lines that are unique on both sides anchor the comparison (patience); what lies between two anchors
/// is compared in the same way, at last by the shortest edit where that is cheap, else replaced whole.
package struct LineDiff {
  /// Lines `old` became lines `new`; one of them may be empty.
  package struct Block: Equatable, Sendable {
    /// The replaced lines, counted from 0.
    package var old: Range<Int>
    /// The lines in their place, counted from 0.
    package var new: Range<Int>

    /// Makes a block; an empty range says where lines come in or went out.
    package init(old: Range<Int>, new: Range<Int>) {
      self.old = old
      self.new = new
    }
  }

  /// The blocks in order, apart from each other.
  package private(set) var blocks: [Block] = []
  private let old: [Int]
  private let new: [Int]

  /// The most pairs of lines for which the shortest edit is looked for.
  private static let mostPairs = 1 << 16
  /// How often a line is looked at for anchors, on average; a hostile text could ask for more.
  private static let mostVisits = 32

  /// Compares two lists of lines.
  package init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    let number = { (line: ArraySlice<UInt8>) -> Int in
      let next = numbers.count
      if let known = numbers[line] { return known }
      numbers[line] = next
      return next
    }
    self.old = old.map(number)
    self.new = new.map(number)
    compare()
  }

  private mutating func compare() {
    var found: [Block] = []
    var work = Self.mostVisits * (old.count + new.count)
    var pending = [Block(old: old.indices, new: new.indices)]
    while let next = pending.popLast() {
      let rest = trimmed(next)
      if rest.old.isEmpty || rest.new.isEmpty {
        if !rest.old.isEmpty || !rest.new.isEmpty { found.append(rest) }
        continue
      }
      work -= rest.old.count + rest.new.count
      let anchors = work > 0 ? anchors(in: rest) : []
      if anchors.isEmpty {
        found += shortest(rest)
      } else {
        pending += gaps(in: rest, around: anchors)
      }
    }
    blocks = joined(
      found.sorted {
        ($0.old.lowerBound, $0.new.lowerBound) < ($1.old.lowerBound, $1.new.lowerBound)
      })
  }

  private func trimmed(_ block: Block) -> Block {
    var (old, new) = (block.old, block.new)
    while let left = old.first, let right = new.first, self.old[left] == self.new[right] {
      old = left + 1..<old.upperBound
      new = right + 1..<new.upperBound
    }
    while let left = old.last, let right = new.last, self.old[left] == self.new[right] {
      old = old.lowerBound..<left
      new = new.lowerBound..<right
    }
    return Block(old: old, new: new)
  }

  /// Pairs of equal lines that are unique on each side, the longest run of them in one order.
  private func anchors(in block: Block) -> [(old: Int, new: Int)] {
    let left = unique(old, block.old)
    let right = unique(new, block.new)
    let pairs = left.compactMap { line, index in right[line].map { (old: index, new: $0) } }
      .sorted { $0.old < $1.old }
    // Longest increasing subsequence by piles, each remembering the pair it was laid on.
    var piles: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = piles.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[piles[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = piles[low - 1] }
      if low == piles.count { piles.append(index) } else { piles[low] = index }
    }
    var chosen: [(old: Int, new: Int)] = []
    var next = piles.last
    while let index = next {
      chosen.append(pairs[index])
      next = previous[index]
    }
    return chosen.reversed()
  }

  private func unique(_ lines: [Int], _ range: Range<Int>) -> [Int: Int] {
    var places: [Int: Int?] = [:]
    for index in range {
      if places.updateValue(index, forKey: lines[index]) != nil {
        places.updateValue(nil, forKey: lines[index])
      }
    }
    return places.compactMapValues { $0 }
  }

  private func gaps(in block: Block, around anchors: [(old: Int, new: Int)]) -> [Block] {
    var gaps: [Block] = []
    var (old, new) = (block.old.lowerBound, block.new.lowerBound)
    for anchor in anchors {
      gaps.append(Block(old: old..<anchor.old, new: new..<anchor.new))
      (old, new) = (anchor.old + 1, anchor.new + 1)
    }
    gaps.append(Block(old: old..<block.old.upperBound, new: new..<block.new.upperBound))
    return gaps
  }

  private func shortest(_ block: Block) -> [Block] {
    guard block.old.count * block.new.count <= Self.mostPairs else { return [block] }
    let edit = new[block.new].difference(from: old[block.old])
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in edit {
      switch change {
      case .remove(let offset, _, _): removed.insert(block.old.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(block.new.lowerBound + offset)
      }
    }
    var blocks: [Block] = []
    var (left, right) = (block.old.lowerBound, block.new.lowerBound)
    while left < block.old.upperBound || right < block.new.upperBound {
      let (oldStart, newStart) = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      if left > oldStart || right > newStart {
        blocks.append(Block(old: oldStart..<left, new: newStart..<right))
      } else {
        (left, right) = (left + 1, right + 1)
      }
    }
    return blocks
  }

  private func joined(_ sorted: [Block]) -> [Block] {
    var joined: [Block] = []
    for block in sorted {
      if let last = joined.last, last.old.upperBound == block.old.lowerBound,
        last.new.upperBound == block.new.lowerBound
      {
        joined[joined.count - 1] = Block(
          old: last.old.lowerBound..<block.old.upperBound,
          new: last.new.lowerBound..<block.new.upperBound)
      } else {
        joined.append(block)
      }
    }
    return joined
  }
}
