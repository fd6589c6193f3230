import ArgumentParser
import Audit
import Equipment
import Findings
import Healing
import Judging
import Kernel
import ProductData
import Proposals
import Sandbox
import Terminal
import Trials

/// `sentinel verify`: a stranger checks a proposal's proof.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a proposal's proof again, offline, and tries it again.",
    discussion: """
      A bundle is the folder of a proposal. Its digests and the signed log entry about them are \
      checked, and that its patch is the change that was tried. With the base, the change is applied, \
      judged by the articles of this program, and tried as it was: the trouble must be there before, \
      and the trial must end as the bundle says. A base that is a git repository with the commit need \
      not have it checked out. Whatever the bundle names is run in a sandbox without a network.

      What was not checked is said; --no-run leaves the trial out, and the result says so.

      Examples:
        sentinel verify ./out/0123456789abcdef --base ../project
        sentinel verify ./out/0123456789abcdef --base . --key "$(cat known.vkey)" --json

      Exit codes: 0 everything that was checked holds; 1 something differs, and what; 2 usage, or no \
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

  @Option(help: "full: refuse to run where a layer of the sandbox is missing; available: run.")
  var isolation = RunRequest.Isolation.full

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() async throws {
    let key = try key.map { text in
      guard let key = VerifierKey(text) else {
        throw ExitFailure.usage("--key: is no verifier key, NAME+HEX+BASE64")
      }
      return key
    }
    let folder: BundleFolder
    do { folder = try BundleFolder(BytePath(bundle)) } catch {
      throw ExitFailure.usage(Visible.text(error.message))
    }
    let constitution = try Self.constitution()
    let check = BundleCheck(folder, constitution: constitution, key: key)
    var report: BundleReport
    if let base {
      let found = try VerifyBase(BytePath(base), for: check)
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
    let bench = try base.bench(constitution, test: check.testCommand, isolation: isolation)
    let before = report
    let outcome = try await Interruption().watch {
      var report = before
      await check.add(trialOn: bench, to: &report)
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
    if let key = report.key { text += "signed by \(Visible.text(key))\n" }
    return text
  }
}
