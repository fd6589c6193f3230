import ArgumentParser
import Audit
import CommandSupport
import Healing
import Judging
import Kernel
import ProductData
import Proposals
import Sandbox
internal import Text
import Verification

/// `sentinel verify`: a stranger checks a proposal's proof.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a proposal's proof again, offline, and repeats its trial.",
    discussion: """
      A bundle is the folder of a proposal. Verifying checks its digests, the signed log entry \
      about them, and that its patch is the change that was tried. With --base it also applies the \
      change, judges it by the articles of this program and tries it again: the problem must be \
      there before, and the trial must end as the bundle says. If the base is a git repository \
      that has the commit, the commit need not be checked out. Everything that the bundle names \
      runs in a sandbox without network.

      The output lists what was not checked, such as the trial under --no-run.

      Examples:
        sentinel verify ./out/0123456789abcdef --base ../project
        sentinel verify ./out/0123456789abcdef --base . --key "$(cat known.vkey)" --json

      Exit codes: 0 everything that was checked holds; 1 something differs; 2 usage, or not a \
      bundle; 3 something that the trial needs is missing; 5 the sandbox is unavailable.
      """)

  @Argument(help: "The folder of a proposal, or of its evidence.")
  var bundle: String

  @Option(help: "The project that the change is for: a repository with the commit, or its tree.")
  var base: String?

  @Option(help: "The key that must have signed: NAME+HEX+BASE64.")
  var key: String?

  @Flag(name: .customLong("no-run"), help: "Do not try the change again.")
  var noRun = false

  @Option(help: .isolation)
  var isolation = RunRequest.Isolation.preset

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() async throws {
    let key = try key.map { text in
      guard let key = VerifierKey(text) else {
        throw ExitFailure.usage("--key: not a verifier key; write NAME+HEX+BASE64")
      }
      return key
    }
    let folder: BundleFolder
    do { folder = try BundleFolder(BytePath(bundle)) } catch {
      throw ExitFailure.usage(VisibleText.escaped(error.message))
    }
    let constitution = try Self.constitution()
    let check = BundleCheck(folder, constitution: constitution, key: key)
    var report: BundleReport
    if let base {
      let found = try VerifyBase(BytePath(base), for: check, isolation: isolation)
      report = check.report(base: found.copy.tree)
      report.unchecked += found.notes
      try await tryAgain(check, found, constitution, &report)
    } else {
      report = check.report()
      report.unchecked.append("Base, judge and trial: name the project with --base.")
    }
    try json
      ? Console.output(report.document.serialized()) : Console.output(Self.render(report))
    if !report.holds { throw ExitCode(1) }
    if base != nil && !noRun && !report.wasRun { throw ExitCode(3) }
  }

  /// Tries the change again, unless something is wrong already or it is not wanted.
  private func tryAgain(
    _ check: BundleCheck, _ base: VerifyBase, _ constitution: Constitution,
    _ report: inout BundleReport
  ) async throws {
    guard !noRun else {
      report.unchecked.append("The trial was not run again: --no-run.")
      return
    }
    guard report.holds else {
      report.unchecked.append("The trial was not run again, for something differs already.")
      return
    }
    let trialRunner = try base.trialRunner(constitution, test: check.testCommand)
    let before = report
    let outcome = try await Interruption().watch {
      var report = before
      await check.add(trialOn: trialRunner, to: &report)
      return report
    }
    if let signal = outcome.signal { throw ExitCode(128 + signal) }
    report = outcome.value
  }

  private static func constitution() throws -> Constitution {
    guard let document = ProductData.document(named: "constitution", in: ProductData.judge) else {
      throw ExitFailure(code: 70, message: "this program was built without rules/judge")
    }
    return try Constitution(parsing: Profiles.bytes(document.text))
  }

  private static func render(_ report: BundleReport) -> String {
    var text = report.holds ? "verified\n" : "NOT VERIFIED\n"
    for check in report.checks {
      text += "\(check.holds ? "holds  " : "DIFFERS") \(check.name): \(check.found)\n"
    }
    for gap in report.unchecked { text += "not checked: \(VisibleText.line(gap))\n" }
    if let key = report.key { text += "signed by \(VisibleText.escaped(key))\n" }
    return text
  }
}
