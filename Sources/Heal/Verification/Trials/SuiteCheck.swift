internal import Findings
internal import Healing
internal import Patches
internal import Signals

/// Compares a run of the tests with what the base showed.
struct SuiteCheck: Sendable {
  let base: BaseState
  /// The tests of the base that have to pass now.
  let targets: Set<String>
  /// Test files that a revert takes back as they were before: their tests may be gone, never fail.
  var reverted: [PatchPath] = []

  /// Why a run does not speak for a change; nil when it does.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - isWhole: whether the candidate's own tests are in it, which may fail for what they are worth
  ///     but must not.
  /// - Returns: the end of the trial, or nil.
  func end(of run: SuiteRun, isWhole: Bool = false) -> TrialEnd? {
    switch run.record.ending {
    case .timeout: return TrialEnd(.timeout, ["the tests do not end in time"])
    case .notRun(let reason): return TrialEnd(.environment, [reason])
    case .stopped(let reason): return TrialEnd(.regression, ["the tests were stopped: \(reason)"])
    case .exited: break
    }
    let tests = run.reading.tests
    if tests.isEmpty || isCollectionBroken(tests) {
      return TrialEnd(
        .build, ["the tests cannot be collected any more"] + messages(of: tests, run),
        errorClass: tests.values.compactMap(\.exception).first)
    }
    let gone = base.passing.filter { name in
      let outcome = tests[name]?.outcome
      return outcome != .passed && !(outcome == nil && isReverted(name))
    }.sorted()
    let open = targets.filter { tests[$0]?.outcome != .passed }.sorted()
    if !open.isEmpty { return failure(.stillReproduces, open + gone, tests) }
    if !gone.isEmpty { return failure(.regression, gone, tests) }
    return doubt(run) ?? (isWhole ? ownFailure(tests) : nil)
  }

  private func isReverted(_ name: String) -> Bool {
    reverted.contains { path in
      let stem = path.name.split(separator: ".").first.map(String.init) ?? path.name
      return name.hasPrefix("\(stem).") || name.contains(".\(stem).")
    }
  }

  /// Whether tests let a mutant pass.
  func isSurvived(by run: SuiteRun) -> Bool {
    guard case .exited = run.record.ending else { return false }
    return base.passing.union(targets).allSatisfy {
      run.reading.tests[$0]?.outcome == .passed
    }
  }

  /// Why the report of a run in which all is well is not to be believed.
  private func doubt(_ run: SuiteRun) -> TrialEnd? {
    if run.isCanaryWell == false {
      return TrialEnd(
        .regression,
        ["planted tests that must fail are not reported as failing: the report is not true"])
    }
    if base.contradictions.isEmpty, let first = run.reading.contradictions.first {
      return TrialEnd(.regression, ["the report of the tests contradicts itself: \(first)"])
    }
    if !base.slow.isEmpty, base.slow.keys.allSatisfy({ (run.reading.tests[$0]?.seconds ?? 0) == 0 })
    {
      return TrialEnd(
        .regression, ["tests that take their time on the base are said to take none: no clock ran"])
    }
    if !run.record.hasAllChanges {
      return TrialEnd(.regression, ["the tests write more files than can be looked at"])
    }
    let additional = base.additional(run.written)
    if !additional.isEmpty {
      return TrialEnd(
        .regression,
        ["the tests write what those of the base do not:"] + additional.prefix(5))
    }
    return nil
  }

  /// Of tests that the base does not have, the first that do not pass.
  private func ownFailure(_ tests: [String: ObservedTest]) -> TrialEnd? {
    let known = base.passing.union(base.failing).union(base.flaky)
    let own = tests.filter {
      !known.contains($0.key) && [.failed, .errored].contains($0.value.outcome)
    }.keys.sorted()
    return own.isEmpty ? nil : failure(.regression, own, tests)
  }

  private func isCollectionBroken(_ tests: [String: ObservedTest]) -> Bool {
    let known = base.passing.union(targets)
    return !known.isEmpty && known.allSatisfy { tests[$0] == nil }
  }

  private func failure(
    _ outcome: AttemptOutcome, _ names: [String], _ tests: [String: ObservedTest]
  ) -> TrialEnd {
    let lines = names.prefix(12).map { name in
      guard let test = tests[name] else { return "\(name): is not run any more" }
      let why = [test.exception, test.message].compactMap { $0 }.joined(separator: ": ")
      return "\(name): \(test.outcome.rawValue)\(why.isEmpty ? "" : ": \(why)")"
    }
    return TrialEnd(
      outcome, lines, failing: names.sorted(),
      errorClass: names.lazy.compactMap { tests[$0]?.exception }.first)
  }

  private func messages(of tests: [String: ObservedTest], _ run: SuiteRun) -> [String] {
    let said = tests.sorted { $0.key < $1.key }.compactMap { name, test in
      test.message.map { "\(name): \($0)" }
    }
    if !said.isEmpty { return Array(said.prefix(5)) }
    let text = run.record.errors.isEmpty ? run.record.output : run.record.errors
    return String(decoding: text.suffix(2000), as: UTF8.self).split(separator: "\n").suffix(3)
      .map(String.init)
  }
}
