/// Finds the first commit at which tests fail, among commits in a line.
///
/// It goes back in doubling steps until one passes, then halves what lies between, as git bisect does;
/// commits that say nothing are skipped, the nearest to the middle that says something is taken. With
/// one that fails and one that passes next to each other the search is over.
package struct CulpritSearch: Sendable {
  /// What a commit shows.
  package enum Verdict: Equatable, Sendable {
    /// Every test passes.
    case passed
    /// One of them fails.
    case failed
    /// It cannot be told: it does not build, or has no such tests.
    case inconclusive
  }

  /// How a search ends.
  package enum End: Equatable, Sendable {
    /// The commit at this place is the first that fails.
    case found(Int)
    /// One of these is; the others say nothing.
    case among([Int])
    /// The newest does not fail.
    case newestHolds
    /// No commit was found that passes.
    case nonePasses
    /// The bound of steps was reached.
    case stepsExhausted
  }

  /// How many commits there are, the newest at 0.
  package var count: Int
  /// The most commits that are tried.
  package var mostSteps: Int

  /// A search.
  package init(count: Int, mostSteps: Int) {
    self.count = count
    self.mostSteps = mostSteps
  }

  private struct Exhausted: Error {}

  /// Searches.
  ///
  /// - Parameter test: tries the commit at a place; called once for each.
  /// - Returns: what was found.
  /// - Throws: what the trials throw.
  package func run<Failure: Error>(
    _ test: (Int) async throws(Failure) -> Verdict
  ) async throws(Failure) -> End {
    var steps = 0
    guard count > 0, mostSteps > 0 else { return .stepsExhausted }
    steps += 1
    guard try await test(0) == .failed else { return .newestHolds }
    var bad = 0
    var good: Int?
    var silent: Set<Int> = []
    var next = 1
    while good == nil {
      guard bad < count - 1, next <= count - 1 else { return .nonePasses }
      guard steps < mostSteps else { return .stepsExhausted }
      steps += 1
      switch try await test(next) {
      case .passed: good = next
      case .failed: bad = next
      case .inconclusive: silent.insert(next)
      }
      if next == count - 1 { break }
      next = min(next * 2 + 1, count - 1)
    }
    guard var good else { return .nonePasses }
    while true {
      let open = (bad + 1..<good).filter { !silent.contains($0) }
      guard !open.isEmpty else {
        return good - bad == 1 ? .found(bad) : .among(Array(bad..<good))
      }
      guard steps < mostSteps else { return .stepsExhausted }
      steps += 1
      let middle = (bad + good) / 2
      let place = open.min { abs($0 - middle) < abs($1 - middle) } ?? open[0]
      switch try await test(place) {
      case .passed: good = place
      case .failed: bad = place
      case .inconclusive: silent.insert(place)
      }
    }
  }
}
