import ArgumentParser
import CommandSupport
import Findings
import Healing
import Kernel
import Sandbox
import State
internal import Text

/// `sentinel heal`: what is wrong goes in, proven proposals come out.
struct HealCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heal",
    abstract:
      "Heals what tests and scanners find: tries fixes in sandboxes, proves them, proposes them.",
    discussion: """
      Works on a copy without history and secrets; your tree, index, branches and configuration \
      are not touched. Each problem is reproduced first. Each candidate fix must pass the judge, \
      the tests and the scanners, in sandboxes without network. What passes is proposed: as a \
      folder with the patch and its evidence, as a branch, or as a draft pull request. An exit \
      code is never evidence, and no tests are never success. A kind of fix that has earned it is \
      pushed or merged, if a policy allows that (sentinel autonomy --help). You name the remote: \
      those of the tree's own configuration are not used.

      Without a model, built-in fixers repair findings in Python files (`sentinel tools install` \
      installs what they need). With SENTINEL_MODEL_URL, SENTINEL_MODEL_NAME and, where needed, \
      SENTINEL_MODEL_API (openai-chat, openai-responses, anthropic) and SENTINEL_MODEL_KEY, a \
      language model proposes fixes too; it never sees a secret of your environment. \
      ~/.config/sentinel/model.yaml can hold the same settings.

      Each step is on disk before the next one starts: --resume NAME continues a run that was \
      killed. A file named halt in the state folder, or SENTINEL_HALT=1, stops everything within a \
      second.

      Examples:
        sentinel heal --scan --test "python3 -m pytest"
        sentinel heal --test "python3 -m unittest"          failing tests are the signal
        sentinel heal --sarif findings.sarif --test "python3 -m pytest" --out proposals
        sentinel heal --test-log ci.log --test "go test ./..." --attempts 8 \\
          --budget tokens=200000,money=2.50,time=30m
        sentinel heal --scan --test "python3 -m pytest" --propose branch \\
          --remote git@git.example.com:shop.git
        sentinel heal --resume 2026-11-22-143501

      Exit codes: 0 healed, or nothing is wrong; 1 nothing healed; 2 usage, or an unknown run; \
      3 environment, a refused push included; 5 the sandbox is unavailable; 130 and 143 interrupted, \
      after a partial report.
      """)

  @Argument(help: "The folder of the project.")
  var path: String?

  @Option(help: "The signal: findings as SARIF; a file, or - for standard input.")
  var sarif: String?

  @Option(help: "The signal: what a test runner printed or wrote, of any framework.")
  var testLog: String?

  @Option(help: "The signal: any report or log, or a folder of them.")
  var signal: String?

  @Flag(help: "The signal: what the installed scanners find now.")
  var scan = false

  @Option(help: "The command that runs the tests; alone, its failing tests are the signal.")
  var test: String?

  @Option(help: "A folder of held-back checks, which no author of a fix ever sees.")
  var hidden: String?

  @Option(
    name: .customLong("actor"),
    help: "Only this actor, of codemod, ready-fix, model, config and revert; may be given again.")
  var actors: [String] = []

  @Option(help: "The most candidates for each incident; 5 by default.")
  var attempts: Int?

  @Option(help: "tokens=N,money=USD,time=SPAN,cpu=SPAN, any of them, of the whole run.")
  var budget: String?

  @Option(help: "Where proven fixes go: folder (always written), branch or github.")
  var propose: HealPlan.Target?

  @Option(
    help: "Where branches are pushed: an address, or a remote of ~/.gitconfig; origin by default.")
  var remote: String?

  @Option(help: "Where the folders of proposals are made; in the run's folder by default.")
  var out: String?

  @Option(name: .customLong("run"), help: "The name of the run; the time by default.")
  var runName: String?

  @OptionGroup var state: StateOptions

  @OptionGroup var policy: PolicyOptions

  @Option(help: "The scope of memory.yaml to remember in and recall from; the folder's by default.")
  var scope: String?

  @Option(help: "Go on with a run that was interrupted, with the options that it was begun with.")
  var resume: String?

  @Flag(help: "Prove, but propose and remember nothing.")
  var dryRun = false

  @Option(help: .isolation)
  var isolation: RunRequest.Isolation?

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() async throws {
    let session = try HealSession(self)
    let interruption = Interruption()
    let display = HealDisplay(isQuiet: json)
    let outcome: Interruption.Outcome<HealResult>
    do {
      outcome = try await interruption.watch { try await session.heal(display) }
    } catch is CancellationError {
      throw ExitCode(130)
    } catch let failure as KernelFailure {
      display.end()
      throw ExitFailure(code: 3, message: failure.description)
    }
    display.end()
    let report = HealReport(outcome.value, run: session.folder.name)
    try json
      ? Console.output(report.document.serialized())
      : Console.output(report.text(isColoured: Console.wantsColour(1), out: session.out))
    let code = outcome.signal.map { 128 + $0 } ?? HealReport.exitCode(of: outcome.value.exitReason)
    if code != 0 { throw ExitCode(code) }
  }
}
