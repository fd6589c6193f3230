internal import Healing
internal import Judging
internal import Patches
internal import Scanning
internal import Signals
internal import Text

/// Why a trial ended before its last check.
struct TrialEnd: Error {
  var outcome: AttemptOutcome
  /// What was wrong, a line each.
  var messages: [String]
  /// The tests that did not pass.
  var failing: [String] = []
  /// The class of the first error.
  var errorClass: String?

  init(
    _ outcome: AttemptOutcome, _ messages: [String], failing: [String] = [],
    errorClass: String? = nil
  ) {
    self.outcome = outcome
    self.messages = messages
    self.failing = failing
    self.errorClass = errorClass
  }
}

/// One trial of one change, cheapest check first.
struct Trial {
  let trialRunner: EvidenceTrialRunner
  let base: BaseState
  let changes: ChangeSet
  let rationale: String?
  let healingCase: HealingCase
  let pristine: TestFileRestoration
  var report = TrialReport(.accepted)

  /// The most lines of messages.
  private static let mostMessages = 20

  init(
    trialRunner: EvidenceTrialRunner, base: BaseState, changes: ChangeSet, rationale: String?,
    healingCase: HealingCase
  ) {
    self.trialRunner = trialRunner
    self.base = base
    self.changes = changes
    self.rationale = rationale
    self.healingCase = healingCase
    pristine = TestFileRestoration(changes, for: healingCase.signal.kind)
  }

  /// Carries the trial out.
  mutating func run() async -> TrialReport {
    report.unchecked = base.unchecked
    do throws(TrialEnd) {
      let judgement = try judge()
      try checkModules()
      try checkTokens()
      report.executed = true
      try await checkGrammar()
      try await runTests()
      try await scan()
      try await runHidden()
      try await reinject()
      await runMutants()
      if judgement.verdict == .escalate {
        throw TrialEnd(.judgeArticle, ["the judge asks for a person: \(Self.lines(judgement)[0])"])
      }
    } catch {
      report.outcome = error.outcome
      report.messages = error.messages.prefix(Self.mostMessages).map {
        VisibleText.line(String($0.prefix(500)))
      }
      report.failingTests = error.failing
      report.errorClass = error.errorClass
    }
    return report
  }

  // MARK: Without running anything

  private mutating func judge() throws(TrialEnd) -> Judgement {
    func judged(_ tree: some SourceTree) -> Judgement {
      trialRunner.constitution.judge(
        changes, of: tree, signal: healingCase.signal, rationale: rationale)
    }
    let judgement = judged(trialRunner.copy.tree)
    report.judgement = judgement
    report.documents.append(Evidence.document("judgement.json", judgement.document))
    note("judge", "", judgement.verdict.rawValue, judgement.verdict == .accept)
    guard judgement.verdict == .reject else {
      tellPostConditions()
      return judgement
    }
    let rejecting = judgement.breaches.filter { $0.verdict == .reject }
    let isShape = rejecting.allSatisfy { $0.id == "safe-shape" }
    throw TrialEnd(isShape ? .postCondition : .judgeArticle, Self.lines(judgement))
  }

  private static func lines(_ judgement: Judgement) -> [String] {
    let lines = judgement.breaches.map { breach in
      "\(breach.path.isEmpty ? "patch" : breach.path):\(breach.line): \(breach.id): "
        + breach.message
    }
    return lines.isEmpty ? ["no article is broken"] : lines
  }

  /// Says for which rules no safe form was asked: a silent scanner is weaker evidence.
  private func unshapedRules() -> [String] {
    let signal = healingCase.signal
    guard signal.kind == .finding else { return [] }
    let rules = Set(signal.places.map { $0.rule ?? signal.rule ?? "" } + [signal.rule ?? ""])
    return rules.subtracting([""]).sorted().filter { rule in
      if case .shape = trialRunner.constitution.postCondition(of: rule) { return false }
      return true
    }
  }

  private mutating func tellPostConditions() {
    report.unchecked += unshapedRules().map {
      "the safe form: none is known for \(VisibleText.line($0)); scanner and tests alone decide"
    }
  }

  /// A new module in the place of one that Python has decides how everything else runs.
  private func checkModules() throws(TrialEnd) {
    guard trialRunner.runsPython else { return }
    let added = AddedModules(changes, to: trialRunner.copy.tree, running: trialRunner.options.test)
    guard let (path, name) = added.first(where: { base.modules?.contains($0.name) ?? true }) else {
      return
    }
    guard base.modules != nil else {
      throw TrialEnd(
        .environment,
        ["\(path): the modules that Python has could not be listed, and this might replace one"])
    }
    throw TrialEnd(
      .judgeArticle, ["\(path): is imported in place of the module \(name) that Python has"])
  }

  private func checkTokens() throws(TrialEnd) {
    for file in changes.files {
      guard let new = file.new, let language = CodeLanguage(path: file.path),
        let fault = CodeTokens(new, language).fault
      else { continue }
      let wasFine = file.old.map { CodeTokens($0, language).fault == nil } ?? true
      if wasFine {
        throw TrialEnd(
          .syntax, ["\(file.path):\(fault.line): \(fault.message)"], errorClass: "SyntaxError")
      }
    }
  }

  // MARK: In sandboxes

  private mutating func checkGrammar() async throws(TrialEnd) {
    let files = changes.files.filter { $0.new != nil && CodeLanguage(path: $0.path) == .python }
    guard !files.isEmpty else { return }
    let check = PythonCheck(interpreter: trialRunner.options.test?.interpreter ?? "python3")
    let record = await check.run(
      files.map(\.path), of: changes, on: trialRunner.runner, milliseconds: 60_000)
    report.cpuMilliseconds += record.cpuMilliseconds
    switch check.answer(record) {
    case .fine: note("grammar", "", "\(files.count) files compile", true)
    case .faults(let lines): throw TrialEnd(.syntax, lines, errorClass: "SyntaxError")
    case .unknown(let why): report.unchecked.append("Python's own grammar: \(why)")
    }
  }

  private mutating func runTests() async throws(TrialEnd) {
    guard let command = trialRunner.options.test, base.hasTests else { return }
    let targets = base.targets[healingCase.id] ?? []
    let gate = await suite(command, pristine.changes)
    var runs = [gate]
    defer { report.documents += Evidence.tests("after", command, runs) }
    var check = SuiteCheck(base: base, targets: targets)
    // Only an exact revert, which the judge has approved, may delete tests.
    if healingCase.signal.kind == .regression, healingCase.signal.culprit != nil {
      check.reverted = changes.files.map(\.path).filter { FileRole($0) == .test }
    }
    if let end = check.end(of: gate) {
      // What fails by chance should not be told to the next attempt as a fact.
      if end.outcome == .regression, !end.failing.isEmpty {
        let again = await suite(command, pristine.changes)
        runs.append(again)
        if check.end(of: again)?.failing != end.failing {
          throw TrialEnd(
            .flaky, ["the same tests end otherwise when they run again"], failing: end.failing)
        }
      }
      throw end
    }
    // Its own tests and settings, when it has some, must not take back what was shown.
    let whole = await suite(command, changes)
    runs.append(whole)
    if var end = check.end(of: whole, isWhole: true) {
      if pristine.restored.isEmpty {
        end.outcome = .flaky
      } else {
        let names = pristine.restored.prefix(5).map(\.description).joined(separator: ", ")
        end.messages.insert("with the candidate's own \(names):", at: 0)
      }
      throw end
    }
    let passed = gate.reading.tests.values.count { $0.outcome == .passed }
    if !targets.isEmpty {
      note("tests of the signal", "\(targets.count) fail", "\(targets.count) pass", true)
    }
    note(EvidenceCheck.allTests, "\(base.passing.count) pass", "\(passed) pass", true)
    let others = base.failing.subtracting(targets).count
    if others > 0 { report.unchecked.append("\(others) tests that fail on the base anyway") }
    if gate.isCanaryWell == true {
      note("planted tests", "fail as they must", "fail as they must", true)
    }
    note("files written by the tests", "\(base.written.count)", "no others", true)
    let added = whole.reading.tests.keys.filter { gate.reading.tests[$0] == nil }.count
    if added > 0 { note("tests that come with the change", "", "\(added) pass", true) }
  }

  mutating func suite(
    _ command: TestCommand, _ changes: ChangeSet, adding files: [PatchPath: [UInt8]] = [:],
    only named: [PatchPath]? = nil
  ) async -> SuiteRun {
    var request = trialRunner.request(changes, milliseconds: trialRunner.milliseconds(after: base))
    request.additions = files
    let canary = base.canaryNeighbour.flatMap { CanaryTests(beside: $0) }
    let run = await SuiteRun.run(
      command, on: trialRunner.runner, request, only: named, planting: canary,
      naming: base.namesCanary)
    report.cpuMilliseconds += run.record.cpuMilliseconds
    return run
  }

  private mutating func scan() async throws(TrialEnd) {
    guard let scanners = trialRunner.options.scanners, !scanners.tools.isEmpty else {
      if healingCase.signal.kind == .finding {
        throw TrialEnd(.environment, ["no scanner can see whether the finding is gone"])
      }
      report.unchecked.append("scanners: none was given, so that changed files were not scanned")
      return
    }
    let target = FindingTarget(healingCase)
    var before = trialRunner.contents(of: target.paths), after = before
    for file in changes.files
    where FileRole(file.path) != .test || target.paths.contains(file.path) {
      before[file.path] = file.old
      after[file.path] = file.new
    }
    let asked = scanners.looking(
      at: healingCase.incident.tool.lowercased(), seenBy: base.witnesses[healingCase.id] ?? [])
    for one in scanners.tools.map(\.tool.descriptor.name)
    where !asked.tools.contains(where: { $0.tool.descriptor.name == one }) {
      report.unchecked.append(
        "scanner \(one): starts slowly, is asked about its own findings alone")
    }
    switch await Rescan(scanners: asked).sight(before: before, after: after) {
    case .failure(let error): throw TrialEnd(.environment, ["scanners: \(error.description)"])
    case .success(let sight):
      report.cpuMilliseconds += sight.milliseconds
      report.documents.append(Evidence.document("scans.json", sight.document))
      try await explain(sight, asked, before)
      try compare(sight, target)
    }
  }

  /// A scanner that gets through the files before and not through those after has seen no fix.
  private mutating func explain(
    _ sight: Rescan.Sight, _ scanners: Scanners, _ before: [PatchPath: [UInt8]]
  ) async throws(TrialEnd) {
    let silent = sight.incomplete.filter { !base.unchecked.contains("scanner \($0)") }
    if silent.isEmpty { return }
    guard
      case .success(let alone) = await Rescan(scanners: scanners).sight(
        before: before, after: [:])
    else { throw TrialEnd(.environment, silent) }
    let names = alone.incomplete.map { $0.prefix { $0 != ":" } }
    let blinded = silent.filter { line in !names.contains { line.hasPrefix("\($0):") } }
    if !blinded.isEmpty {
      throw TrialEnd(
        .newFinding, blinded.map { "does not get through the changed files any more: \($0)" })
    }
    report.unchecked += silent.map { "scanner \($0)" }
  }

  private mutating func compare(
    _ sight: Rescan.Sight, _ target: FindingTarget
  ) throws(TrialEnd) {
    if healingCase.signal.kind == .finding {
      // What was not seen before the change cannot be seen gone after it.
      let isSeen = sight.before.keys.contains {
        target.matches($0) && sight.complete.contains($0.tool)
      }
      if !isSeen {
        throw TrialEnd(
          .environment, ["no scanner that got through the files sees the finding before the change"]
        )
      }
      let left = target.remaining(in: sight)
      if !left.isEmpty { throw TrialEnd(.stillReproduces, left.map { "still there: \($0)" }) }
    }
    let more = sight.after.filter { $0.value > sight.before[$0.key, default: 0] }.keys.sorted()
    let notices = more.filter { key in
      target.isNotice(
        key, times: sight.after[key, default: 0] - sight.before[key, default: 0])
    }
    let new = more.filter { !notices.contains($0) }
    if !new.isEmpty { throw TrialEnd(.newFinding, new.map { "new: \($0)" }) }
    for tool in sight.complete {
      let counts = [sight.before, sight.after].map { side in
        side.filter { $0.key.tool == tool }.values.reduce(0, +)
      }
      let told = Set(notices.filter { $0.tool == tool }.map(\.kind)).sorted()
      let new = told.isEmpty ? "none new" : "new only \(told.joined(separator: ", ")): notices"
      note(EvidenceCheck.scan + tool, "\(counts[0]) findings", "\(counts[1]), \(new)", true)
    }
    if sight.complete.count < 2 {
      let only = sight.complete.first
      report.unchecked.append(
        only.map { "a second scanner: only \($0) looked" }
          ?? "scanners: none that was given looked at the changed files")
    }
  }

  /// The last check, of which nothing but its outcome is ever said.
  private mutating func runHidden() async throws(TrialEnd) {
    guard let hidden = trialRunner.options.hidden else { return }
    let fails = TrialEnd(.hiddenCheck, ["a held-back check does not hold"])
    let limit = trialRunner.milliseconds(after: base)
    if !hidden.cases.isEmpty {
      let answer = await trialRunner.driver(hidden).answer(
        pristine.changes, on: trialRunner.runner, milliseconds: limit)
      report.cpuMilliseconds += answer.cpuMilliseconds
      if case .notRun(let reason) = answer.ending { throw TrialEnd(.environment, [reason]) }
      if answer.right != hidden.cases.count { throw fails }
      note("held-back cases", "", "\(answer.right) of \(hidden.cases.count)", true)
    }
    guard hidden.needsCommand, let command = trialRunner.options.test else { return }
    let run = await suite(
      command, pristine.changes, adding: hidden.files,
      only: trialRunner.hiddenFiles(command, hidden))
    if case .notRun(let reason) = run.record.ending { throw TrialEnd(.environment, [reason]) }
    let own = run.reading.tests.filter { base.hiddenTests.contains($0.key) }
    let isBelievable =
      run.isCanaryWell != false
      && (run.reading.contradictions.isEmpty || !base.contradictions.isEmpty)
    guard isBelievable, case .exited = run.record.ending,
      own.count == base.hiddenTests.count, own.values.allSatisfy({ $0.outcome == .passed })
    else { throw fails }
    note("held-back tests", "", "\(own.count) pass", true)
  }

  mutating func note(_ name: String, _ before: String, _ after: String, _ isGood: Bool) {
    report.checks.append(EvidenceCheck(name: name, before: before, after: after, isGood: isGood))
  }
}
