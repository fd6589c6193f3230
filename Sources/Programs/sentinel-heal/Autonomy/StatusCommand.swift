import ArgumentParser
import Autonomy
import CommandSupport
import Kernel
import State

/// `sentinel autonomy status`: every key, freeze and switch.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows what each kind of fix has earned, and what is frozen.",
    discussion: """
      Examples:
        sentinel autonomy status
        sentinel autonomy status --state ./state --json

      Exit codes: 0 done; 2 usage, or mistakes in the policy; 3 the state cannot be read or is not what was signed.
      """)

  @OptionGroup var state: StateOptions
  @OptionGroup var policy: PolicyOptions

  @Flag(help: "Print the report as JSON.")
  var json = false

  func run() throws {
    let folder = try state.folder()
    let policy = try policy.read()
    let now = StateCommand.now()
    var controller = try StateCommand.run {
      try AutonomyState.controller(of: folder)
    }
    _ = controller.advance(to: now)
    let report = StatusReport(
      controller,
      halt: KillSwitchReading.verdict(
        state: folder, environment: .current(), flag: policy.haltFlag, at: now))
    try json ? Console.output(Document.encode(report)) : Console.output(report.text)
  }
}
