import Testing

@testable import Patches

@Suite struct LineDiffTests {
  private func apply(_ diff: LineDiff, _ old: [String], _ new: [String]) -> [String] {
    var result: [String] = []
    var next = 0
    for block in diff.blocks {
      result += old[next..<block.old.lowerBound] + new[block.new]
      next = block.old.upperBound
    }
    return result + old[next...]
  }

  private func diff(_ old: [String], _ new: [String]) -> LineDiff {
    LineDiff(old.map { Array($0.utf8)[...] }, new.map { Array($0.utf8)[...] })
  }

  @Test func `one line in the middle is one block`() {
    let old = (0..<1000).map(String.init)
    var new = old
    new[500] = "other"
    #expect(diff(old, new).blocks == [LineDiff.Block(old: 500..<501, new: 500..<501)])
  }

  @Test func `every pair of short texts is turned into the other`() {
    let texts = (0..<81).map { number in
      [number % 3, number / 3 % 3, number / 9 % 3, number / 27].filter { $0 > 0 }.map(String.init)
    }
    for old in texts {
      for new in texts { #expect(apply(diff(old, new), old, new) == new) }
    }
  }

  @Test func `long texts without a common line, or with one line repeated, end soon`() {
    let old = (0..<100_000).map { "a\($0)" }
    let new = (0..<100_000).map { "b\($0)" }
    #expect(diff(old, new).blocks.count == 1)
    let same = (0..<100_000).map { $0 % 2 == 0 ? "x" : "a\($0)" }
    let other = (0..<100_000).map { $0 % 2 == 0 ? "x" : "b\($0)" }
    #expect(!diff(same, other).blocks.isEmpty)
  }
}
