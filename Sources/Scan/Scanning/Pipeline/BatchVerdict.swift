import Findings
internal import Sandbox
internal import Text
internal import YAML

/// What one batch of one tool amounts to; decided from bytes and exit code alone.
struct BatchVerdict: Sendable {
  /// `completed`, `failed`, `timedOut`, `denied` or `blind`.
  var state: ToolRun.State
  /// Why, for every state but `completed`.
  var reason: String?
  /// What the report says, as far as there is one.
  var report = ToolReport()
  /// Files of the batch that the tool neither examined nor gave up.
  var unseen: [TreePath] = []
  /// How long it ran.
  var milliseconds = 0
  /// What the report has to say besides.
  var notes: Set<String> = []
  /// Whether the sandbox itself failed.
  var isSandboxFailure = false
  /// Whether the tool was killed for something it must not do.
  var isPolicyBreach = false

  /// Judges an outcome.
  ///
  /// A tool is complete only when the exit code allows it, the report reads to
  /// its end, the canary fired, and every file it was given is accounted for.
  static func judge(
    _ outcome: ToolOutcome, of batch: PreparedBatch, _ descriptor: ToolDescriptor
  ) -> BatchVerdict {
    var verdict = BatchVerdict(state: .completed)
    verdict.milliseconds = outcome.milliseconds
    if outcome.level != .full {
      let layers =
        outcome.missing.isEmpty ? "" : ": without \(outcome.missing.joined(separator: ", "))"
      verdict.notes.insert("isolation was \(outcome.level.rawValue)\(layers)")
    }
    if descriptor.network != .none {
      verdict.notes.insert("could reach \(descriptor.network) and nothing else")
    }
    guard verdict.accept(outcome.status, descriptor, outcome) else {
      verdict.readLeftovers(outcome, batch, descriptor)
      return verdict
    }
    verdict.accept(denials: outcome.denials, descriptor)
    verdict.accept(
      answer: ToolAnswer(output: outcome.output, errors: outcome.errors), batch, descriptor)
    return verdict
  }

  /// A verdict about a batch that never became a process.
  static func unprepared(_ error: ScanError, entries: [FileEntry]) -> BatchVerdict {
    var verdict = BatchVerdict(state: .failed)
    verdict.reason = error.description
    verdict.unseen = entries.map(\.path)
    return verdict
  }

  /// Sets a state unless a graver one is set already.
  private mutating func set(_ state: ToolRun.State, _ reason: String) {
    if self.state != .completed { return }
    self.state = state
    self.reason = reason
  }

  /// Judges how the process ended; nothing but a tolerable exit code lets its report count.
  private mutating func accept(
    _ status: ToolOutcome.Status, _ descriptor: ToolDescriptor, _ outcome: ToolOutcome
  ) -> Bool {
    switch status {
    case .exited(let code):
      let meaning = descriptor.output.exits[code] ?? .failed
      if meaning != .failed { return true }
      let last = Self.lastLine(outcome.errors, descriptor)
      set(.failed, "ended with exit code \(code)\(last.map { ": \($0)" } ?? "")")
    case .signalled(let signal): set(.failed, "was ended by signal \(signal)")
    case .timedOut:
      set(
        .timedOut,
        "took longer than \(TimeLimit(milliseconds: UInt64(descriptor.command.wallMilliseconds)))")
    case .outOfMemory:
      set(.failed, "used more than \(descriptor.command.memoryBytes >> 20) MiB of memory")
    case .limit(let name): set(.failed, "reached its limit of \(name)")
    case .killedByPolicy(let what):
      isPolicyBreach = true
      set(.denied, "was killed for trying what no scanner may: \(what)")
    case .setupFailed(let reason):
      isSandboxFailure = true
      set(.failed, "the sandbox could not be set up: \(reason)")
    }
    return false
  }

  /// The last line of the log, except where it may quote a secret.
  private static func lastLine(_ bytes: [UInt8], _ descriptor: ToolDescriptor) -> String? {
    if descriptor.categories.contains("secrets") { return nil }
    let text = String(decoding: bytes.suffix(4096), as: UTF8.self)
    return text.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }.map {
      String(VisibleText.line(String($0)).prefix(160))
    }
  }

  private mutating func accept(denials: [ToolOutcome.Denial], _ descriptor: ToolDescriptor) {
    for denial in denials {
      if descriptor.command.expectedDenials.contains(denial.name) {
        notes.insert("was refused \(denial.name), as expected")
      } else {
        set(.denied, "was refused \(denial.name): \(denial.text)")
      }
    }
  }

  /// A failed tool's findings are kept where they can be read: they are true all the same.
  private mutating func readLeftovers(
    _ outcome: ToolOutcome, _ batch: PreparedBatch, _ descriptor: ToolDescriptor
  ) {
    let context = ParsingContext(descriptor: descriptor, index: batch.index)
    let answer = ToolAnswer(output: outcome.output, errors: outcome.errors)
    if let read = try? descriptor.output.parser.parser.parse(answer, context) { report = read }
    unseen = batch.inputs.map(\.entry.path).filter {
      !report.seen.contains($0) && report.failed[$0] == nil
    }
  }

  private mutating func accept(
    answer: ToolAnswer, _ batch: PreparedBatch, _ descriptor: ToolDescriptor
  ) {
    let given = batch.inputs.map(\.entry.path)
    let context = ParsingContext(descriptor: descriptor, index: batch.index)
    do throws(ParsingFailure) {
      report = try descriptor.output.parser.parser.parse(answer, context)
    } catch {
      set(.failed, error.description)
      unseen = given
      return
    }
    for path in report.failed.keys { report.seen.remove(path) }
    if let trouble = report.troubles.first { set(.failed, trouble) }
    for canary in batch.canaries {
      let fired = report.canaryRules[canary.name] ?? []
      let silent = canary.fires.filter { !fired.contains($0) }
      if fired.isEmpty || !silent.isEmpty {
        let rules = silent.isEmpty ? "" : ": \(silent.joined(separator: ", "))"
        set(.blind, "found nothing in \(canary.name)\(rules)")
      }
    }
    if descriptor.output.coverage == .given, state == .completed {
      report.seen = Set(given).subtracting(report.failed.keys)
    }
    unseen = given.filter { !report.seen.contains($0) && report.failed[$0] == nil }
  }
}
