package import Git
package import Healing
package import Kernel
package import Patches
internal import Text

/// Runs tests on the tree of one commit.
///
/// - Parameters:
///   - folder: the tree, without history; the runner's to change, removed afterwards.
///   - tests: the tests that matter, by canonical name, sorted.
package typealias CommitRunner =
  @Sendable (_ folder: BytePath, _ tests: [String]) async
  -> CommitTrial

/// What running tests on a commit showed.
package struct CommitTrial: Equatable, Sendable {
  /// Whether the tests pass.
  package var verdict: CulpritSearch.Verdict
  /// The processor time that it took.
  package var cpuMilliseconds: Int

  /// Makes one.
  package init(_ verdict: CulpritSearch.Verdict, cpuMilliseconds: Int = 0) {
    self.verdict = verdict
    self.cpuMilliseconds = cpuMilliseconds
  }
}

/// Looks for the commit that broke tests, once for each case, whoever asks.
///
/// History is read in a repository of Sentinel's own, by confined git: hooks, filters and settings of
/// the tree's repository never run. Each commit is written to a folder of its own, run there
/// and removed.
package actor CulpritFinder {
  /// How a search is bounded.
  package struct Bounds: Equatable, Sendable {
    /// The most commits that are run.
    package var steps = 24
    /// How far back is looked.
    package var commits = 1_000
    /// The processor time that one run may take, set aside before it.
    package var stepMilliseconds = 120_000

    /// The usual bounds.
    package init() {}
  }

  /// A commit that broke tests.
  package struct Culprit: Equatable, Sendable {
    /// Its name.
    package var commit: String
    /// What it did, as a diff from its first parent.
    package var forward: [UInt8]
    /// What takes it back, as a diff to its first parent.
    package var inverse: [UInt8]
    /// The files that it changed.
    package var paths: [PatchPath]
  }

  /// What is known of a case.
  package enum Answer: Equatable, Sendable {
    /// The culprit.
    case found(Culprit)
    /// There is none that could be named, and why.
    case none(Abstention)
    /// It cannot be looked for.
    case unavailable(ExitReason, String)
  }

  private let source: SourceRepository
  private let git: any ConfinedGit
  private let scratch: BytePath
  private let bounds: Bounds
  private let run: CommitRunner
  private var answers: [String: Answer] = [:]
  private var isBusy: Set<String> = []
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// Makes a finder.
  ///
  /// - Parameters:
  ///   - source: the repository of the tree.
  ///   - git: reads its history.
  ///   - scratch: a folder for exports; what is made in it is removed.
  ///   - bounds: how far it looks.
  ///   - run: runs tests on a tree, in a sandbox.
  package init(
    _ source: SourceRepository, by git: any ConfinedGit, scratch: BytePath,
    bounds: Bounds = Bounds(),
    run: @escaping CommitRunner
  ) {
    self.source = source
    self.git = git
    self.scratch = scratch
    self.bounds = bounds
    self.run = run
  }

  /// The culprit of a case with failing tests.
  ///
  /// - Parameters:
  ///   - healingCase: the case.
  ///   - budget: from which each run is reserved.
  /// - Returns: the same each time, but for searches that could not be finished.
  package func culprit(of healingCase: HealingCase, budget: RunBudget) async -> Answer {
    let id = healingCase.id
    while isBusy.contains(id) {
      await withCheckedContinuation { waiting[id, default: []].append($0) }
    }
    if let known = answers[id] { return known }
    isBusy.insert(id)
    let answer = await search(healingCase, budget)
    if case .unavailable = answer {} else { answers[id] = answer }
    isBusy.remove(id)
    for continuation in waiting.removeValue(forKey: id) ?? [] { continuation.resume() }
    return answer
  }

  /// Why a search stops.
  private enum Stop: Error {
    case forge(GitFailure)
    case budget(ExitReason)
    case killed
  }

  private func search(_ healingCase: HealingCase, _ budget: RunBudget) async -> Answer {
    let tests = healingCase.tests
    guard !tests.isEmpty else {
      return .none(
        Abstention(
          reason: "A culprit is looked for by failing tests, and none are named.", inspected: []))
    }
    WorkFolder.sweep("sentinel-history", in: scratch)
    let kept: WorkFolder
    do { kept = try WorkFolder("sentinel-history", in: scratch) } catch {
      return .unavailable(.environment, "The history needs a folder: \(error)")
    }
    defer { withExtendedLifetime(kept) {} }
    let folder = kept.path
    var inspected: [String] = []
    do throws(Stop) {
      let (own, commits) = try open(folder)
      guard commits.count > 1 else {
        return .none(
          Abstention(reason: "The history has one commit, and none before it.", inspected: []))
      }
      let end = try await CulpritSearch(count: commits.count, mostSteps: bounds.steps).run {
        (place) async throws(Stop) in
        let verdict = try await self.verdict(of: commits[place], own, folder, tests, budget)
        inspected.append("\(commits[place].prefix(12)): \(verdict)")
        return verdict
      }
      return try answer(end, commits, own, inspected)
    } catch {
      switch error {
      case .forge(let failure):
        return .none(
          Abstention(
            reason: "The history cannot be read: \(VisibleText.line(failure.description))",
            inspected: inspected))
      case .budget(let reason):
        return .unavailable(reason, "What is left cannot pay the next commit of the search.")
      case .killed: return .unavailable(.killed, "The search was cancelled.")
      }
    }
  }

  private func open(_ folder: BytePath) throws(Stop) -> (OwnRepository, [String]) {
    do throws(GitFailure) {
      guard let head = try source.head() else {
        throw .repository("there is no commit yet")
      }
      let own = try OwnRepository(head, of: source, history: .whole, by: git, in: folder)
      return (own, try own.history(of: head, most: bounds.commits))
    } catch {
      throw .forge(error)
    }
  }

  private func verdict(
    of commit: String, _ own: OwnRepository, _ folder: BytePath, _ tests: [String],
    _ budget: RunBudget
  ) async throws(Stop) -> CulpritSearch.Verdict {
    if Task.isCancelled { throw .killed }
    let reservation: RunBudget.Reservation
    do throws(BudgetExhausted) {
      reservation = try budget.reserve(Spending(cpuMilliseconds: bounds.stepMilliseconds))
    } catch {
      throw .budget(error.reason)
    }
    let tree = folder.appending("tree-\(commit.prefix(16))")
    defer { try? FileSystem.remove(tree) }
    do throws(GitFailure) {
      do { try FileSystem.makeFolder(tree) } catch { throw .file("\(error)") }
      try own.export(commit, to: tree)
    } catch {
      budget.settle(reservation, Spending())
      throw .forge(error)
    }
    let trial = await run(tree, tests)
    budget.settle(reservation, Spending(cpuMilliseconds: trial.cpuMilliseconds))
    // What a cancelled run showed says nothing about its commit.
    if Task.isCancelled { throw .killed }
    return trial.verdict
  }

  private func answer(
    _ end: CulpritSearch.End, _ commits: [String], _ own: OwnRepository, _ inspected: [String]
  ) throws(Stop) -> Answer {
    let none = { (reason: String) in Answer.none(Abstention(reason: reason, inspected: inspected)) }
    switch end {
    case .found(let place):
      let commit = commits[place], parent = commits[place + 1]
      do throws(GitFailure) {
        return .found(
          Culprit(
            commit: commit, forward: try own.difference(from: parent, to: commit),
            inverse: try own.difference(from: commit, to: parent),
            paths: try own.changedPaths(from: parent, to: commit).map {
              PatchPath(ofWalk: $0.bytes)
            }))
      } catch {
        throw .forge(error)
      }
    case .among(let places):
      let names = places.map { String(commits[$0].prefix(12)) }
      return none("The culprit is one of \(names.joined(separator: ", ")); the others say nothing.")
    case .newestHolds:
      return none("The tests do not fail at the last commit: what breaks them is not committed.")
    case .nonePasses: return none("The tests pass at no commit that was looked at.")
    case .stepsExhausted: return none("The search for a culprit reached its bound of steps.")
    }
  }
}
