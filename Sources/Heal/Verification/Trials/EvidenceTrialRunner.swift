internal import Findings
package import Healing
package import Judging
package import Patches
internal import Synchronization

/// Tries changes on a copy of a tree: judge, grammar, tests, scanners, held-back checks
/// and mutants, each run in a sandbox of its own.
///
/// A change is accepted when the tests that its case names have been seen to fail on the base and to
/// pass with it, every test that passed on the base still passes, the report of the tests is
/// consistent with itself and with planted tests that must fail, nothing is written that the base's
/// run does not write, scanners see the finding gone and nothing new, and held-back checks hold. An
/// exit code is never evidence, and no tests are never success.
package final class EvidenceTrialRunner: TrialRunner {
  let copy: WorkCopy
  let constitution: Constitution
  let machine: TrialMachine
  let options: TrialOptions
  let runner: TrialRun
  private let state = Mutex<BaseState?>(nil)

  /// Prepares trials.
  ///
  /// - Parameters:
  ///   - copy: the tree under test.
  ///   - constitution: the articles of the judge.
  ///   - machine: where everything runs.
  ///   - options: what changes are tried with.
  package init(
    on copy: WorkCopy, constitution: Constitution, machine: TrialMachine, options: TrialOptions
  ) {
    self.copy = copy
    self.constitution = constitution
    self.machine = machine
    self.options = options
    runner = TrialRun(on: copy, machine: machine)
  }

  /// The tree that candidates are for.
  package var tree: any SourceTree { copy.tree }

  /// Runs the tests of the base at least twice, and looks for every case's trouble.
  package func baseline(of cases: [HealingCase]) async -> BaselineReport {
    var baseline = Baseline(trialRunner: self)
    let report = await baseline.run(cases)
    let found = baseline.state
    state.withLock { $0 = found }
    return report
  }

  /// Tries one change; what it needs of the base, ``baseline(of:)`` must have seen.
  package func tryOut(
    _ changes: ChangeSet, rationale: String?, for healingCase: HealingCase
  ) async -> TrialReport {
    let start = ContinuousClock.now
    var report: TrialReport
    if let base = state.withLock({ $0 }) {
      var trial = Trial(
        trialRunner: self, base: base, changes: changes, rationale: rationale,
        healingCase: healingCase)
      report = await trial.run()
    } else {
      report = TrialReport(.environment)
      report.messages = ["the base was not looked at before the change was tried"]
    }
    let time = start.duration(to: .now).components
    report.milliseconds = Int(time.seconds) * 1000 + Int(time.attoseconds / 1_000_000_000_000_000)
    return report
  }

  /// The time that one run of a candidate's tests may take.
  func milliseconds(after base: BaseState) -> Int {
    min(options.testMilliseconds, max(30_000, base.milliseconds * 10))
  }

  /// A request for the tests with a change.
  func request(_ changes: ChangeSet?, milliseconds: Int? = nil) -> TrialRun.Request {
    TrialRun.Request(
      [], changes: changes, milliseconds: milliseconds ?? options.testMilliseconds)
  }

  /// Whether trials may run code of the tree with Python.
  var runsPython: Bool {
    guard let command = options.test else { return options.hidden?.cases.isEmpty == false }
    return options.hidden?.cases.isEmpty == false
      || [.pytest, .unittest, .other].contains(command.framework)
  }

  /// What calls the held-back cases.
  func driver(_ hidden: HiddenChecks) -> HiddenCaseRunner {
    HiddenCaseRunner(
      cases: hidden.cases, files: hidden.files,
      interpreter: options.test?.interpreter ?? "python3")
  }

  /// The held-back test files to run by themselves; nil for frameworks that run all or nothing.
  func hiddenFiles(_ command: TestCommand, _ hidden: HiddenChecks) -> [PatchPath]? {
    let isPython = command.framework == .pytest || command.framework == .unittest
    return isPython && !hidden.testFiles.isEmpty ? hidden.testFiles : nil
  }

  /// Files of the tree as they are, for scanners; only what is there.
  func contents(of paths: [PatchPath]) -> [PatchPath: [UInt8]] {
    var contents: [PatchPath: [UInt8]] = [:]
    for path in paths { contents[path] = copy.tree.entry(at: path)?.content }
    return contents
  }
}
