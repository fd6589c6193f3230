import Actors
import Testing

@Suite struct CulpritSearchTests {
  /// Searches commits of which those before `culprit` pass and the silent ones say nothing.
  private func search(
    _ count: Int, culprit: Int, silent: Set<Int> = [], steps: Int = 100
  ) async -> (end: CulpritSearch.End, tried: [Int]) {
    var tried: [Int] = []
    let end = await CulpritSearch(count: count, mostSteps: steps).run { place in
      tried.append(place)
      if silent.contains(place) { return .inconclusive }
      return place <= culprit ? .failed : .passed
    }
    return (end, tried)
  }

  @Test(arguments: 0..<63)
  func `the first commit that fails is found, in few steps, none twice`(culprit: Int) async {
    let (end, tried) = await search(64, culprit: culprit)
    #expect(end == .found(culprit))
    #expect(tried.count <= 13)
    #expect(Set(tried).count == tried.count)
  }

  @Test func `commits that say nothing are skipped`() async {
    for culprit in 1..<40 {
      let silent = Set((0..<64).filter { $0 % 3 == 2 && $0 != culprit && $0 != culprit + 1 })
      let (end, tried) = await search(64, culprit: culprit, silent: silent)
      #expect(end == .found(culprit))
      #expect(Set(tried).count == tried.count)
    }
  }

  @Test func `where only silent ones are left, all that may be the culprit are named`() async {
    let (end, _) = await search(16, culprit: 5, silent: [5, 6])
    #expect(end == .among([4, 5, 6]))
  }

  @Test func `without a commit that fails now, or that passed ever, there is no culprit`() async {
    #expect(await search(16, culprit: -1).end == .newestHolds)
    #expect(await search(16, culprit: 15).end == .nonePasses)
    #expect(await search(1, culprit: 0).end == .nonePasses)
    #expect(await search(16, culprit: 3, silent: Set(1..<16)).end == .nonePasses)
  }

  @Test(arguments: 0..<8)
  func `the bound of steps holds`(steps: Int) async {
    let (end, tried) = await search(1_000, culprit: 700, steps: steps)
    #expect(end == .stepsExhausted)
    #expect(tried.count == steps)
  }
}
