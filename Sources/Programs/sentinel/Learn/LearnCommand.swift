import ArgumentParser
import CommandSupport
import Egress
import Kernel
internal import Policy
import Sandbox
internal import Text

extension ProfileCommand {
  /// `sentinel profile learn`.
  struct Learn: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "learn",
      abstract: "Watches what a command asks for, and proposes the smallest profile for it.",
      usage: "sentinel profile learn --network [OPTION]... -- COMMAND [ARGUMENT]...",
      discussion: """
        The command runs in a sandbox under the profile, whose rules are in force. Everything else \
        that it asks for is recorded: names, addresses, ports, and the protocol it speaks there. \
        None of it leaves unless you pass --let-through; then it may reach global addresses and \
        the blocks of --let-through-to, and never your own machine, its link or a metadata \
        service. A command that is let through gets further and shows what it asks for next. Let \
        through only commands that may send anywhere what they can read.

        Read every rule before you use it: what a hostile command asks for is proposed as well.

        Examples:
          sentinel profile learn --network --profile build -- make deps
          sentinel profile learn --network --let-through --profile build --out deps.yaml -- make deps
          sentinel profile check deps.yaml && sentinel run --profile ./deps.yaml -- make deps

        Exit codes: 0 rules are proposed; 2 usage; 3 not everything was seen; 4 nothing was asked \
        for beyond the profile; 5 the sandbox is unavailable; 70 internal error.
        """)

    @Flag(help: "Learn what is reached over the network.")
    var network = false

    @Option(help: "A shipped profile, one of yours, or a file: what the command may do already.")
    var profile = "default"

    @Option(help: "Write the proposed profile there instead of to standard output.")
    var out: String?

    @Flag(help: "Let the command reach global addresses that no rule allows.")
    var letThrough = false

    @Option(
      help: "With --let-through: a block of other addresses that may be reached.")
    var letThroughTo: [String] = []

    @Option(help: "The folder that the command works on.")
    var workspace: String?

    @Option(help: "What happens to writes: read-only, overlay or read-write.")
    var mode: WorkspaceMode?

    @Option(help: "A hosts file to look names up in, instead of yours.")
    var hosts: String?

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @Option(help: "A variable for the command: NAME=VALUE, or NAME to pass yours on.")
    var env: [String] = []

    @Option(help: .isolation)
    var isolation = RunRequest.Isolation.preset

    @Flag(help: "Print the document sentinel.profile-learn/1; the profile is in it too.")
    var json = false

    @Argument(parsing: .postTerminator, help: "The command and its arguments.")
    var command: [String] = []

    private var options: RunOptions {
      RunOptions(
        profile: profile, workspace: workspace, mode: mode, hosts: hosts, limits: limits.choices,
        env: env, isolation: isolation, json: true, command: command)
    }

    func validate() throws {
      if !network { throw ValidationError("nothing to learn: write --network") }
      if !letThroughTo.isEmpty, !letThrough {
        throw ValidationError("--let-through-to needs --let-through, which it extends")
      }
      if let mistake = options.mistake { throw ValidationError(mistake) }
    }

    func run() throws {
      let learning = NetworkLearning(letsThrough: letThrough, addresses: letThroughTo)
      do throws(RuleMistake) {
        _ = try learning.exemptions
      } catch {
        throw ExitFailure.usage("--let-through-to: \(error.reason); \(error.remedy)")
      }
      var request = try RunRequestBuilder(options: options).build()
      let learned: LearnedProfile
      do throws(Sandbox.Refusal) {
        learned = try LearnedProfile(of: profile, base: request.profile, file: out)
      } catch {
        throw ExitFailure.usage(error.description)
      }
      let file = try OutputFile.open(out)
      request.profile.networkMode = .egress
      request.learning = learning
      request.wantsChanges = false
      let outcome = try RunAction.outcome(of: request) { _ in }
      let result = outcome.result
      outcome.discard()
      let report = LearnReport(result, learned: learned, learning: learning)
      try write(report, to: file)
      for line in report.lines { Console.error("sentinel: \(VisibleText.escaped(line))\n") }
      throw ExitCode(report.code)
    }

    private func write(_ report: LearnReport, to file: borrowing OutputFile?) throws {
      if json { try Console.output(Document.encode(report)) }
      guard let text = report.text else { return }
      switch file {
      case .none: if !json { try Console.output(text) }
      case .some(let file):
        do {
          try file.write { (target) throws(KernelFailure) in try target.writeAll(Array(text.utf8)) }
        } catch {
          throw ExitFailure(code: 70, message: "the profile could not be written: \(error)")
        }
      }
    }
  }
}
