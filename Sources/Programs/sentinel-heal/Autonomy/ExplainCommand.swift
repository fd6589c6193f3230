import ArgumentParser
import Autonomy
import CommandSupport
import Kernel
import State
internal import Text

/// `sentinel autonomy explain`: what one key lacks, and what would be done with a patch.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Says what one kind of fix lacks for its next level, and what would happen to it now.",
    discussion: """
      The decision assumes a patch with the given paths and score that the judge has accepted, \
      with a whole proof, for the first branch that the policy names under actsOn, and with the \
      lowest number for the canary. A canary's share grows with successes in a row, from a tenth \
      at three acts a day over a quarter and a half to everything, and starts over after a \
      failure.

      Examples:
        sentinel autonomy explain shop/finding/B602/codemod/v1/low
        sentinel autonomy explain KEY --path src/app.py --score 0.97 --json

      Exit codes: 0 done; 2 usage, or mistakes in the policy; 3 the state cannot be read or is not \
      what was signed.
      """)

  /// The document.
  struct Explanation: Codable {
    var schema = "sentinel.autonomy-explanation/1"
    var key: String
    var level: Level
    var nextLevel: Level?
    var conditions: [Condition]
    var decision: Decision
  }

  @Argument(help: "REPOSITORY/SIGNAL/RULE/ACTOR/VERSION/RISK, as status shows it.")
  var key: String

  @Option(help: "A path that the patch changes.")
  var path: [String] = []

  @Option(help: "The raw score of the patch, 0 to 1.")
  var score: Double?

  @OptionGroup var state: StateOptions
  @OptionGroup var policy: PolicyOptions

  @Flag(help: "Print the explanation as JSON.")
  var json = false

  func validate() throws {
    if let score, !(0...1).contains(score) {
      throw ValidationError("--score \(score): a score is a number from 0 to 1")
    }
  }

  func run() throws {
    let key = try StateCommand.key(key)
    let folder = try state.folder()
    let policy = try policy.read()
    let now = StateCommand.now()
    var controller = try StateCommand.run {
      try AutonomyState.controller(of: folder)
    }
    _ = controller.advance(to: now)
    let record = controller.record(of: key)
    let next: Level? =
      switch record.level {
      case .observer: .proposer
      case .proposer: .actor
      case .actor: nil
      }
    let halt = KillSwitchReading.verdict(
      state: folder, environment: .current(), flag: policy.haltFlag, at: now)
    let decision = controller.decide(
      Decision.Request(
        key: key, paths: path, score: score, isJudgeClean: true, draw: 0,
        target: policy.actsOn.first, highest: .actor, gaps: [], halt: halt),
      under: policy, at: now)
    let explanation = Explanation(
      key: key.description, level: record.level, nextLevel: next,
      conditions: record.conditions(at: now), decision: decision)
    try json ? Console.output(Document.encode(explanation)) : Console.output(render(explanation))
  }

  private func render(_ explanation: Explanation) -> String {
    var text = "\(explanation.key) is \(explanation.level.rawValue)\n"
    if let next = explanation.nextLevel {
      text += "\nto become \(next.rawValue):\n" + rows(explanation.conditions)
    }
    return text + "\nwith a patch now: \(explanation.decision.action.rawValue); to act:\n"
      + rows(explanation.decision.conditions)
  }

  private func rows(_ conditions: [Condition]) -> String {
    conditions.map { condition in
      let mark = condition.holds ? "holds " : "LACKS "
      return
        "  \(mark) \(condition.name): \(condition.wanted); \(VisibleText.escaped(condition.found))\n"
    }.joined()
  }
}
