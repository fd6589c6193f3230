import CommandSupport
import Healing
import Judging
import Kernel
import Patches
import Sandbox
import Scanning
import Signals
internal import Text
import Verification

/// What `sentinel judge` runs when it is given tests: the base, then the patch, as `heal` does.
struct JudgeTrial: Sendable {
  /// What running showed, for the verdict and for reports.
  struct Result: Sendable {
    /// Articles of the evidence, whose ids begin with `evidence-`.
    var breaches: [Breach]
    /// The checks, as a document.
    var document: JSONValue
    /// The checks, a line each.
    var lines: [String]
  }

  let trialRunner: EvidenceTrialRunner
  let healingCase: HealingCase
  /// Whether somebody said what is to be fixed; otherwise nothing needs to be wrong.
  let hasSignal: Bool

  /// Gets everything ready; nothing has run yet.
  init(
    base: BytePath, test: String?, hidden: String?, constitution: Constitution,
    told: ToldSignal?, isolation: RunRequest.Isolation
  ) throws {
    var options = TrialOptions()
    do throws(TestCommandMistake) {
      options.test = try test.map { text throws(TestCommandMistake) in
        try TestCommand(text)
      }
    } catch {
      throw ExitFailure.usage("--test: \(error.message)")
    }
    do { options.hidden = try hidden.map { try HiddenChecks(folder: BytePath($0)) } } catch {
      throw ExitFailure.usage("--hidden: \(error)")
    }
    if options.test == nil, let checks = options.hidden, checks.needsCommand {
      throw ExitFailure.usage("--hidden holds tests; say with --test how tests are run")
    }
    let toolbox = try Toolbox(isolation: isolation)
    let names = Set(["bandit", "ruff", "shellcheck"] + (told.map { [$0.incident.tool] } ?? []))
    let tools = toolbox.tools.tools.filter { names.contains($0.descriptor.name) }
    options.scanners = Scanners(
      tools: tools.map { tool in
        ChosenTool(tool, Swift.Result { () throws(ScanError) in try toolbox.folder.locate(tool) })
      }, installable: Set(tools.map(\.descriptor.name)), runner: toolbox.runner)
    let copy: WorkCopy
    do { copy = try WorkCopy(of: base) } catch {
      throw ExitFailure.usage("--base \(base): \(error)")
    }
    trialRunner = EvidenceTrialRunner(
      on: copy, constitution: constitution,
      machine: try toolbox.trialMachine(isolation),
      options: options)
    hasSignal = told != nil
    guard let incident = told?.incident ?? ToldSignal.incident(of: []) else {
      throw ExitFailure.usage("--signal: says nothing that is wrong")
    }
    healingCase = HealingCase(incident: incident, signal: told?.signal ?? JudgeSignal(.other))
  }

  /// Looks at the base and tries the patch.
  func run(_ changes: ChangeSet, rationale: String?) async -> Result {
    let baseline = await trialRunner.baseline(of: [healingCase])
    let refusal = baseline.refusals[healingCase.id]
    if let refusal, hasSignal || refusal != .notReproduced {
      let said = baseline.explanations[healingCase.id] ?? refusal.rawValue
      let breach = Breach(
        id: "evidence-\(Self.slug(refusal.rawValue))", path: "", line: 0, message: said,
        verdict: .escalate)
      return Result(breaches: [breach], document: .null, lines: [])
    }
    let report = await trialRunner.tryOut(changes, rationale: rationale, for: healingCase)
    return Result(
      breaches: Self.breaches(of: report), document: Self.document(of: report),
      lines: report.checks.map { check in
        let before = check.before.isEmpty ? "" : "\(check.before); "
        return "\(check.isGood ? "good" : "poor"): \(check.name): \(before)\(check.after)"
      } + report.unchecked.map { "not checked: \($0)" })
  }

  private static func breaches(of report: TrialReport) -> [Breach] {
    switch report.outcome {
    case .accepted, .postCondition: return []
    // What the articles themselves say stands in the judgement already.
    case .judgeArticle where report.judgement?.verdict != .accept: return []
    default:
      // What the machine or chance decided speaks neither for nor against the patch.
      let isOpen = report.outcome == .environment || report.outcome == .flaky
      return [
        Breach(
          id: "evidence-\(report.outcome.rawValue)", path: "", line: 0,
          message: report.messages.prefix(5).joined(separator: "; "),
          verdict: isOpen ? .escalate : .reject)
      ]
    }
  }

  private static func document(of report: TrialReport) -> JSONValue {
    .object([
      "outcome": .string(report.outcome.rawValue),
      "checks": .array(
        report.checks.map { check in
          .object([
            "name": .string(check.name), "before": .string(check.before),
            "after": .string(check.after), "isGood": .bool(check.isGood),
          ])
        }),
      "unchecked": .array(report.unchecked.map { .string($0) }),
      "failingTests": .array(report.failingTests.map { .string($0) }),
      "milliseconds": .integer(report.milliseconds),
      "cpuMilliseconds": .integer(report.cpuMilliseconds),
    ])
  }

  /// `notReproduced` as `not-reproduced`.
  private static func slug(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
