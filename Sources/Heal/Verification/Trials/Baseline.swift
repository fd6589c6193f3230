internal import Healing
internal import Judging
internal import Patches
internal import Scanning
internal import Signals
internal import Text

/// The look at the base before anything is tried.
struct Baseline {
  let trialRunner: EvidenceTrialRunner
  private(set) var state = BaseState()
  private var report = BaselineReport()
  /// What scanners see in the files of the cases.
  private var sight: Rescan.Sight?
  /// Why scanners saw nothing at all; nil when they ran, or there are none.
  private var scanFailure: String?

  init(trialRunner: EvidenceTrialRunner) { self.trialRunner = trialRunner }

  /// Why no case can be healed at all.
  private struct Stop: Error {
    let reason: ExitReason
    let explanation: String
  }

  /// Looks at everything.
  mutating func run(_ cases: [HealingCase]) async -> BaselineReport {
    state.unchecked = trialRunner.copy.omissions
    if trialRunner.runsPython {
      let listing = ModuleListing(interpreter: trialRunner.options.test?.interpreter ?? "python3")
      state.modules = listing.modules(await listing.run(on: trialRunner.runner))
    }
    do throws(Stop) {
      if let command = trialRunner.options.test {
        try await runTests(command)
      } else {
        state.unchecked.append("tests: no command was given, so that none was run")
      }
      try await runHidden()
    } catch {
      for healingCase in cases { refuse(healingCase, error.reason, error.explanation) }
      return report
    }
    await scan(cases)
    for healingCase in cases { look(at: healingCase) }
    return report
  }

  private mutating func refuse(
    _ healingCase: HealingCase, _ reason: ExitReason, _ explanation: String
  ) {
    report.refusals[healingCase.id] = reason
    report.explanations[healingCase.id] = explanation
  }

  // MARK: Tests

  private mutating func runTests(_ command: TestCommand) async throws(Stop) {
    var runs = [try await runOnce(command)]
    guard let first = runs.first, !first.reading.tests.isEmpty else {
      throw Stop(
        reason: .noTests,
        explanation: "the command \(Self.shown(command)) names no test: "
          + Self.lastLine(runs[0].record))
    }
    let neighbour = command.stopsEarly ? nil : canaryNeighbour(in: first.reading)
    let canary = neighbour.flatMap { CanaryTests(beside: $0) }
    state.namesCanary =
      canary.map { command.hasToName($0.path, in: trialRunner.copy.tree) } ?? false
    let second = try await runOnce(command, planting: canary)
    runs.append(second)
    if second.isCanaryWell == true {
      state.canaryNeighbour = neighbour
    } else {
      let isPython = command.framework == .pytest || command.framework == .unittest
      state.unchecked.append(
        isPython
          ? "planted tests: the command does not collect them, or ends at the first failure"
          : "planted tests: there are only some for pytest and unittest")
    }
    if first.reading.tests.mapValues(\.outcome) != second.reading.tests.mapValues(\.outcome) {
      runs.append(try await runOnce(command))
    }
    // A planted file that stops the others from being run says nothing about them.
    if second.isCanaryWell != true, canary != nil { runs[1] = try await runOnce(command) }
    state.settle(runs, of: trialRunner.copy.tree)
    report.testCount = state.passing.count + state.failing.count + state.flaky.count
    report.failingTests = state.failing.sorted()
    report.flakyTests = state.flaky.sorted()
    report.documents += Evidence.tests("before", command, runs)
  }

  private mutating func runOnce(
    _ command: TestCommand, planting canary: CanaryTests? = nil
  ) async throws(Stop) -> SuiteRun {
    let run = await SuiteRun.run(
      command, on: trialRunner.runner, trialRunner.request(nil), planting: canary,
      naming: state.namesCanary)
    report.cpuMilliseconds += run.record.cpuMilliseconds
    switch run.record.ending {
    case .exited: return run
    case .timeout:
      throw Stop(
        reason: .environment,
        explanation:
          "the tests of the base do not end in \(trialRunner.options.testMilliseconds) ms")
    case .stopped(let reason), .notRun(let reason):
      throw Stop(reason: .environment, explanation: "the tests of the base cannot run: \(reason)")
    }
  }

  /// A Python test file whose tests were named, so that one beside it will be too.
  private func canaryNeighbour(in reading: SuiteReading) -> PatchPath? {
    let names = reading.tests.keys
    return trialRunner.copy.tree.paths.first { path in
      guard CanaryTests.isCollected(path) else { return false }
      let stem = path.name.dropLast(3)
      return names.contains { $0.hasPrefix("\(stem).") || $0.contains(".\(stem).") }
    }
  }

  private static func shown(_ command: TestCommand) -> String {
    VisibleText.line(String(command.words.joined(separator: " ").prefix(120)))
  }

  private static func lastLine(_ record: RunRecord) -> String {
    let text = record.errors.isEmpty ? record.output : record.errors
    let lines = String(decoding: text.suffix(2000), as: UTF8.self).split(separator: "\n")
    return VisibleText.line(String((lines.last ?? "it says nothing").prefix(200)))
  }

  // MARK: Held-back checks

  /// Looks whether they can be run at all; what they say of the base is their own business.
  private mutating func runHidden() async throws(Stop) {
    guard let hidden = trialRunner.options.hidden else {
      state.unchecked.append("held-back checks: none were given")
      return
    }
    let unusable = Stop(
      reason: .environment, explanation: "the held-back checks cannot be run on the base")
    if !hidden.cases.isEmpty {
      let answer = await trialRunner.driver(hidden).answer(
        nil, on: trialRunner.runner, milliseconds: trialRunner.options.testMilliseconds)
      report.cpuMilliseconds += answer.cpuMilliseconds
      if case .notRun = answer.ending { throw unusable }
      if answer.missing == hidden.cases.count { throw unusable }
    }
    guard hidden.needsCommand else { return }
    guard let command = trialRunner.options.test else { throw unusable }
    var request = trialRunner.request(nil)
    request.additions = hidden.files
    let run = await SuiteRun.run(
      command, on: trialRunner.runner, request, only: trialRunner.hiddenFiles(command, hidden))
    report.cpuMilliseconds += run.record.cpuMilliseconds
    state.hiddenTests = Set(run.reading.tests.keys).subtracting(state.passing)
      .subtracting(state.failing).subtracting(state.flaky)
    if state.hiddenTests.isEmpty { throw unusable }
  }

  // MARK: Cases

  private mutating func look(at healingCase: HealingCase) {
    switch healingCase.signal.kind {
    case .finding: lookForFinding(healingCase)
    case .dependency:
      refuse(
        healingCase, .noScanner,
        "trials have no scanner that looks up advisories; give a failing test with --test")
    default: lookForTests(healingCase)
    }
  }

  private mutating func lookForTests(_ healingCase: HealingCase) {
    guard trialRunner.options.test != nil else {
      return refuse(
        healingCase, .noTests, "no command was given that runs the tests; give one with --test")
    }
    let named = healingCase.tests
    let found = Set(named.compactMap(state.resolve))
    // Where no test is named, those that lack somebody else's module are not what is meant.
    let targets =
      named.isEmpty
      ? state.failing.subtracting(state.missing.keys) : found.intersection(state.failing)
    guard targets.isEmpty else {
      state.targets[healingCase.id] = targets
      return
    }
    if named.isEmpty, let module = state.missing.values.min() {
      return refuse(
        healingCase, .environment,
        "tests need the module \(module), which the sandbox does not have")
    }
    let explanation =
      named.isEmpty
      ? "no test fails on the base"
      : found.isEmpty
        ? "no test of the names in the signal was run"
        : found.isDisjoint(with: state.flaky)
          ? "the tests of the signal pass on the base"
          : "the tests of the signal end otherwise from run to run"
    refuse(healingCase, .notReproduced, explanation)
  }

  private mutating func lookForFinding(_ healingCase: HealingCase) {
    let wanted = FindingTarget(healingCase)
    let files = trialRunner.contents(of: wanted.paths)
    guard !files.isEmpty else {
      return refuse(healingCase, .notReproduced, "the file of the finding is not in the tree")
    }
    if let scanFailure { return refuse(healingCase, .environment, scanFailure) }
    let sight = sight ?? Rescan.Sight()
    let witnesses = Set(sight.before.keys.filter(wanted.matches).map(\.tool))
    if !witnesses.isEmpty {
      state.witnesses[healingCase.id] = witnesses
    } else if wanted.isFor(sight.complete) {
      refuse(healingCase, .notReproduced, "no scanner sees the finding in the base")
    } else {
      refuse(healingCase, .noScanner, missingScanner(for: healingCase, wanted, sight))
    }
  }

  /// What would have to be there for a finding to be looked for.
  private func missingScanner(
    for healingCase: HealingCase, _ wanted: FindingTarget, _ sight: Rescan.Sight
  ) -> String {
    let rule = VisibleText.line(healingCase.signal.rule ?? healingCase.incident.rule ?? "its rule")
    let tools = wanted.tools
    if let failed = sight.incomplete.first(where: { line in
      tools.contains { line.hasPrefix("\($0):") }
    }) {
      return "\(rule) could not be looked for: \(failed)"
    }
    let offered = trialRunner.options.scanners?.installable ?? []
    let remedy = "give a test that fails because of it with --test"
    guard let tool = tools.first(where: offered.contains) else {
      let name = tools.first.map { VisibleText.line($0) } ?? "a tool that is not named"
      return "\(rule) is a rule of \(name), which Sentinel cannot run; \(remedy)"
    }
    return "\(rule) needs \(tool), which is not installed; "
      + "run \"sentinel tools install \(tool)\", or \(remedy)"
  }

  /// Looks at the files of all findings at once: a scanner starts slowly and reads fast.
  private mutating func scan(_ cases: [HealingCase]) async {
    let wanted = cases.filter { $0.signal.kind == .finding }.flatMap { FindingTarget($0).paths }
    guard let scanners = trialRunner.options.scanners, !scanners.tools.isEmpty, !wanted.isEmpty
    else {
      return
    }
    let files = trialRunner.contents(of: wanted)
    switch await Rescan(scanners: scanners).sight(before: files, after: [:]) {
    case .failure(let error): scanFailure = "scanners: \(error.description)"
    case .success(let found):
      state.unchecked += found.incomplete.map { "scanner \($0)" }
      report.cpuMilliseconds += found.milliseconds
      sight = found
    }
  }
}
