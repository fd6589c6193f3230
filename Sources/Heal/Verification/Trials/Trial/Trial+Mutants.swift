internal import Healing
internal import Judging
internal import Patches
internal import Signals
internal import Text

/// Whether the tests notice when the change is taken back or spoilt.
extension Trial {
  /// With the original code back in its place, the tests of the signal must fail again.
  mutating func reinject() async throws(TrialEnd) {
    let targets = base.targets[healingCase.id] ?? []
    guard let command = trialRunner.options.test, !targets.isEmpty else { return }
    let others = ChangeSet(
      pristine.changes.files.filter { $0.old == nil || FileRole($0.path) != .production })
    let hasCode = others.files.count < pristine.changes.files.count
    // Without other files this is the base, which has been seen to fail; without code, a fix of data.
    if !others.files.isEmpty && hasCode {
      let run = await suite(command, others)
      guard case .exited = run.record.ending else {
        report.unchecked.append("the original put back: the tests did not end by themselves")
        return
      }
      if targets.allSatisfy({ run.reading.tests[$0]?.outcome == .passed }) {
        throw TrialEnd(
          .stillReproduces,
          ["with the original code in its place the tests pass too: the change does not fix it"],
          failing: targets.sorted())
      }
      note("the original put back", "fails", "fails again", true)
    }
  }

  mutating func runMutants() async {
    guard let command = trialRunner.options.test, base.hasTests, trialRunner.options.mutants > 0
    else { return }
    let each = max(1, base.milliseconds)
    let most = min(trialRunner.options.mutants, trialRunner.options.mutantMilliseconds / each)
    let mutants = Mutants(of: pristine.changes).chosen(most)
    guard !mutants.isEmpty else {
      report.unchecked.append(
        most == 0
          ? "mutants: the tests take too long to be run for each"
          : "mutants: nothing in the change is of a kind that could be mutated")
      return
    }
    let check = SuiteCheck(base: base, targets: base.targets[healingCase.id] ?? [])
    let limit = trialRunner.milliseconds(after: base), runner = trialRunner.runner
    var survivors: [String] = []
    await withTaskGroup(of: (String, Bool, Int).self) { group in
      for mutant in mutants {
        group.addTask {
          let request = TrialRun.Request([], changes: mutant.changes, milliseconds: limit)
          let run = await SuiteRun.run(command, on: runner, request)
          return (mutant.name, check.isSurvived(by: run), run.record.cpuMilliseconds)
        }
      }
      for await (name, isAlive, time) in group {
        report.cpuMilliseconds += time
        if isAlive { survivors.append(name) }
      }
    }
    let killed = mutants.count - survivors.count
    note("mutants", "\(mutants.count) made", "\(killed) killed", survivors.isEmpty)
    report.unchecked += survivors.sorted().map { "the tests let a mutant pass: \($0)" }
    let rows = mutants.map { mutant in
      JSONValue.object([
        "mutant": .string(mutant.name), "killed": .bool(!survivors.contains(mutant.name)),
      ])
    }
    report.documents.append(Evidence.document("mutants.json", .array(rows)))
  }
}
