internal import Patches
internal import Signals

/// What the base showed, as far as trials are compared with it.
struct BaseState: Sendable {
  /// Tests that passed in every run.
  var passing: Set<String> = []
  /// Tests that failed in every run.
  var failing: Set<String> = []
  /// The modules for want of which tests fail, by test; somebody else's, so that no change mends it.
  var missing: [String: String] = [:]
  /// Tests that ended otherwise from run to run, or were not always there.
  var flaky: Set<String> = []
  /// What the runs wrote into the tree.
  var written: Set<String> = []
  /// Folders in which the runs wrote different names.
  var unsteadyFolders: Set<String> = []
  /// Whether a report of the base contradicts itself: then no trial's can be held to it.
  var contradictions: [String] = []
  /// A test file beside which planted tests are collected; nil when they are not.
  var canaryNeighbour: PatchPath?
  /// Whether the path of a planted file has to be added to the command.
  var namesCanary = false
  /// What slow tests took at least, in seconds.
  var slow: [String: Double] = [:]
  /// The longest of the runs.
  var milliseconds = 0
  /// Tests of the held-back files that the base's run has named.
  var hiddenTests: Set<String> = []
  /// What could not be checked, and why; one sentence each.
  var unchecked: [String] = []
  /// The tests that each case asks for, by the case's id.
  var targets: [String: Set<String>] = [:]
  /// The modules that the interpreter of the tests has without the tree; nil when they are not known.
  var modules: Set<String>?
  /// The scanners that see each case's finding in the base, by the case's id.
  var witnesses: [String: Set<String>] = [:]

  /// Whether there are tests at all.
  var hasTests: Bool { !(passing.isEmpty && failing.isEmpty && flaky.isEmpty) }

  /// A test that takes so long cannot take no time at all, on whatever machine.
  private static let slowSeconds = 0.05

  /// Compares the runs of the base.
  ///
  /// - Parameters:
  ///   - runs: the runs, at least one.
  ///   - tree: the tree, whose own modules are never somebody else's.
  mutating func settle(_ runs: [SuiteRun], of tree: some SourceTree) {
    let own = Set(tree.paths.flatMap { Self.modules(of: $0) })
    let names = Set(runs.flatMap(\.reading.tests.keys))
    for name in names {
      let outcomes = runs.map { $0.reading.tests[name]?.outcome }
      if Set(outcomes.map { Self.group($0) }).count > 1 {
        flaky.insert(name)
      } else if outcomes.first == .passed {
        passing.insert(name)
      } else if outcomes.first == .failed || outcomes.first == .errored {
        failing.insert(name)
        let module = runs.lazy.compactMap { $0.reading.tests[name]?.missingModule }.first
        if let module, !own.contains(module) { missing[name] = module }
      }
    }
    for name in passing {
      let least = runs.map { $0.reading.tests[name]?.seconds ?? 0 }.min() ?? 0
      if least >= Self.slowSeconds { slow[name] = least }
    }
    for run in runs {
      written.formUnion(run.written)
      milliseconds = max(milliseconds, run.record.milliseconds)
    }
    for path in written where !runs.allSatisfy({ $0.written.contains(path) }) {
      unsteadyFolders.insert(Self.folder(of: path))
    }
    contradictions = Set(runs.flatMap(\.reading.contradictions)).sorted()
    if !contradictions.isEmpty {
      unchecked.append(
        "whether reports contradict themselves, since the base's do: \(contradictions[0])")
    }
    if !flaky.isEmpty {
      let names = flaky.sorted().prefix(5).joined(separator: ", ")
      unchecked.append("\(flaky.count) tests that end otherwise from run to run: \(names)")
    }
  }

  /// What a trial's run wrote that the base's runs do not write.
  func additional(_ written: [String]) -> [String] {
    written.filter {
      !self.written.contains($0) && !unsteadyFolders.contains(Self.folder(of: $0))
    }
  }

  /// The test of the base that a name of a signal means; names of other reports may lack folders.
  func resolve(_ name: String) -> String? {
    let all = passing.union(failing).union(flaky)
    if all.contains(name) { return name }
    let near = all.filter { $0.hasSuffix("." + name) || name.hasSuffix("." + $0) }
    return near.count == 1 ? near.first : nil
  }

  /// The names under which a file may be imported: of each folder on its way, and its own.
  private static func modules(of path: PatchPath) -> [String] {
    path.text.split(separator: "/").map { part in
      String(part.hasSuffix(".py") ? part.dropLast(3) : part)
    }
  }

  private static func group(_ outcome: Outcome?) -> Int {
    switch outcome {
    case nil: 0
    case .passed: 1
    case .skipped: 2
    case .failed, .errored: 3
    }
  }

  private static func folder(of change: String) -> String {
    String(change[..<(change.lastIndex(of: "/") ?? change.firstIndex(of: " ") ?? change.endIndex)])
  }
}
