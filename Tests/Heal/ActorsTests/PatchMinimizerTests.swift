import Healing
import Patches
import Synchronization
import Testing

@Suite struct PatchMinimizerTests {
  /// A file of numbered lines, a few of which a change marks.
  private static func file(_ count: Int, marked: Set<Int> = []) -> String {
    (1...count).map { "line \($0)\(marked.contains($0) ? " changed" : "")\n" }.joined()
  }

  private static func change(_ marked: Set<Int>, of count: Int) throws -> ChangeSet {
    let path = try #require(PatchPath("a.txt"))
    return ChangeSet([
      ChangeSet.File(
        path: path, old: Array(file(count).utf8), new: Array(file(count, marked: marked).utf8))
    ])
  }

  /// The lines that a change marks.
  private static func marked(_ changes: ChangeSet) -> Set<Int> {
    let text = String(decoding: changes.files.first?.new ?? [], as: UTF8.self)
    return Set(
      text.split(separator: "\n").filter { $0.hasSuffix("changed") }
        .compactMap { Int($0.split(separator: " ")[1]) })
  }

  /// Searches with trials that say of marked lines how they do.
  private static func search(
    _ all: Set<Int>, bisection: PatchMinimizer = PatchMinimizer(mostTrials: 64, triesAlone: true),
    outcome: @escaping @Sendable (Set<Int>) -> AttemptOutcome
  ) async throws -> (part: Set<Int>?, dropped: [String], trials: [Set<Int>]) {
    let trials = Mutex<[Set<Int>]>([])
    let whole = try change(all, of: 1_500)
    let part = await bisection.part(of: whole, after: report(outcome(all))) { changes in
      let lines = marked(changes)
      trials.withLock { $0.append(lines) }
      return report(outcome(lines))
    }
    return (part.map { marked($0.changes) }, part?.dropped ?? [], trials.withLock { $0 })
  }

  private static func report(_ outcome: AttemptOutcome) -> TrialReport {
    var report = TrialReport(outcome)
    if outcome == .regression { report.failingTests = ["test_jitter"] }
    return report
  }

  private static let many = Set((0..<138).map { $0 * 10 + 5 })

  @Test(arguments: [5, 15, 705, 1_365, 1_375])
  func `one bad piece of 138 is found in a handful of trials, and the rest stays`(bad: Int)
    async throws
  {
    let found = try await Self.search(Self.many) { $0.contains(bad) ? .regression : .accepted }
    #expect(found.part == Self.many.subtracting([bad]))
    #expect(found.dropped == ["a.txt:\(bad): by itself: regression: test_jitter"])
    #expect(found.trials.count <= 10)
  }

  @Test func `of two that are bad only together one goes, and the reason says so`() async throws {
    let found = try await Self.search(Self.many) {
      $0.isSuperset(of: [205, 1_005]) ? .regression : .accepted
    }
    #expect(found.part == Self.many.subtracting([1_005]))
    #expect(
      found.dropped == [
        "a.txt:1005: not by itself, but together with what stands before it: regression: test_jitter"
      ])
  }

  @Test func `several bad pieces go one by one, each with its reason`() async throws {
    let bad: Set<Int> = [15, 715, 725, 1_375]
    let found = try await Self.search(Self.many) { $0.isDisjoint(with: bad) ? .accepted : .build }
    #expect(found.part == Self.many.subtracting(bad))
    #expect(found.dropped.count == 4)
    #expect(found.trials.count <= 40)
  }

  @Test func `the piece that heals stays, though it is bad together with another`() async throws {
    let found = try await Self.search([15, 25, 35, 45]) { lines in
      lines.isSuperset(of: [15, 45])
        ? .newFinding : lines.contains(45) ? .accepted : .stillReproduces
    }
    #expect(found.part == [25, 35, 45])
    #expect(found.dropped.count == 1)
  }

  @Test func `what is bad and needed at once leaves nothing`() async throws {
    let found = try await Self.search([15, 25, 35]) { lines in
      lines.contains(25) ? .regression : .stillReproduces
    }
    #expect(found.part == nil)
  }

  @Test func `a held-back check gives no reason but itself`() async throws {
    let found = try await Self.search([15, 25]) { $0.contains(25) ? .hiddenCheck : .accepted }
    #expect(found.dropped == ["a.txt:25: by itself: hidden-check"])
  }

  @Test(arguments: [AttemptOutcome.accepted, .stillReproduces, .environment])
  func `a whole that does no harm is not searched`(outcome: AttemptOutcome) async throws {
    let found = try await Self.search([15, 25]) { $0.count == 2 ? outcome : .accepted }
    #expect(found.part == nil)
    #expect(found.trials.isEmpty)
  }

  @Test func `the search ends with its bound and with the machine`() async throws {
    let bounded = try await Self.search(Self.many, bisection: PatchMinimizer(mostTrials: 3)) {
      $0.contains(705) ? .regression : .accepted
    }
    #expect(bounded.part == nil)
    #expect(bounded.trials.count == 3)
    let broken = try await Self.search(Self.many) {
      $0.count == Self.many.count ? .regression : .environment
    }
    #expect(broken.part == nil)
    #expect(broken.trials.count == 1)
  }

  // MARK: Pieces

  private static func changes(_ old: String, _ new: String, at path: String = "a.py") throws
    -> ChangeSet
  {
    ChangeSet([
      ChangeSet.File(
        path: try #require(PatchPath(path)), old: Array(old.utf8), new: Array(new.utf8))
    ])
  }

  private static func text(_ changes: ChangeSet?) -> String {
    String(decoding: changes?.files.first?.new ?? [], as: UTF8.self)
  }

  @Test func `an import stays with any piece that uses it, and goes with the last`() throws {
    let gap = String(repeating: "x = 1\n", count: 8)
    let old = "\"\"\"Doc.\"\"\"\n\n\(gap)a()\n\(gap)b()\n\(gap)c()\n"
    let new =
      "\"\"\"Doc.\"\"\"\n\nimport logging\n\(gap)logging.a()\n\(gap)logging.b()\n\(gap)d()\n"
    let set = PieceSet(splitting: try Self.changes(old, new))
    #expect(set.pieces.count == 3)
    #expect(Self.text(set.all) == new)
    for (kept, imports) in [([0], true), ([1], true), ([0, 1], true), ([2], false)] {
      #expect(Self.text(set.changes(keeping: kept)).contains("import logging") == imports)
    }
    #expect(set.changes(keeping: [Int]()) == nil)
  }

  @Test func `whole files are pieces`() throws {
    let paths = ["b.py", "c.py", "d.py", "e.py"].compactMap { PatchPath($0) }
    let changes = ChangeSet([
      ChangeSet.File(path: paths[0], old: nil, new: [0x0A]),
      ChangeSet.File(path: paths[1], old: [0x0A], new: nil),
      ChangeSet.File(path: paths[3], oldPath: paths[2], old: [0x0A], new: [0x0A]),
    ])
    let set = PieceSet(splitting: changes)
    #expect(set.pieces.map(\.name) == ["b.py, new", "c.py, deleted", "e.py, moved"])
    #expect(set.all == changes)
    #expect(set.changes(keeping: [1])?.files.map(\.path) == [paths[1]])
  }

  @Test(arguments: 0..<200)
  func `every part of a random change fits, and all parts make the whole`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      ["a", "b", "import c", "", "}"].randomElement(using: &random) ?? ""
    }
    var new = old
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      if Bool.random(using: &random) || place == new.count {
        new.insert("new \(place)", at: place)
      } else {
        new.remove(at: place)
      }
    }
    let end = Bool.random(using: &random) ? "\n" : ""
    let before = old.joined(separator: "\n") + "\n", after = new.joined(separator: "\n") + end
    guard before != after else { return }
    let changes = try Self.changes(before, after)
    let set = PieceSet(splitting: changes)
    #expect(set.contradicting.isEmpty)
    #expect(set.all == changes)
    let kept = set.pieces.indices.filter { _ in Bool.random(using: &random) }
    if let part = set.changes(keeping: kept) {
      let tree = MemoryTree(texts: ["a.py": before])
      #expect(try Candidate(reading: part.rendered()).applied(to: tree) == part)
    }
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }
}
