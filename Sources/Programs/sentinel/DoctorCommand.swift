import ArgumentParser
import CommandSupport
import FoundationEssentials
import Sandbox

/// `sentinel doctor`: what this machine can do.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tries every primitive of a sandbox and says what is missing, why, and the fix.",
    discussion: """
      Examples:
        sentinel doctor
        sentinel doctor --json

      Exit codes: 0 a run with --isolation full is possible; 3 something it needs is missing.
      """)

  @Flag(help: "Print the report as JSON.")
  var json = false

  func run() throws {
    var report: DoctorReport
    do {
      let host = try HostFacts.read()
      report = try Doctor(host: host).report()
      if !report.canIsolateFully { report.note(try Self.runNothing(on: host)) }
    } catch {
      throw ExitFailure(code: 3, message: String(describing: error))
    }
    if json {
      try Console.output(Document.encode(report))
    } else {
      try Console.output(Self.render(report, colour: Console.wantsColour(1)))
    }
    throw ExitCode(report.canIsolateFully ? 0 : 3)
  }

  /// A run of nothing, which shows more than the sum of what was tried.
  private static func runNothing(on host: HostFacts) throws -> RunResult {
    let profiles = Profiles(folders: host.folders, workspace: nil)
    var request = RunRequest(
      profile: try profiles.effective("strict"), command: [Array("/bin/true".utf8)])
    request.isolation = .contained
    let outcome = SandboxRun(host: host).run(request)
    let result = outcome.result
    outcome.discard()
    return result
  }

  /// One line a check, the fix below what is missing.
  static func render(_ report: DoctorReport, colour: Bool) -> String {
    let width = (report.checks.map(\.name.count).max() ?? 0) + 2
    var text = ""
    for check in report.checks {
      let (word, code) =
        switch check.state {
        case .works: ("works  ", "32")
        case .limited: ("limited", "33")
        case .missing: ("MISSING", "31")
        }
      let mark = colour ? "\u{1B}[\(code)m\(word)\u{1B}[0m" : word
      let name = check.name + String(repeating: " ", count: width - check.name.count)
      text += "\(mark)  \(name)\(check.detail)\n"
      if let fix = check.fix { text += "         → \(fix)\n" }
    }
    return text + "\n" + conclusion(report) + "\n"
  }

  private static func conclusion(_ report: DoctorReport) -> String {
    if report.canIsolateFully { return "Full isolation is possible." }
    let less =
      switch report.contained {
      case .namespaces?: "--isolation contained works."
      case .landlock?: "--isolation contained works, without namespaces."
      case nil:
        "--isolation contained fails too: \(report.containedReason ?? "for no known reason")."
      }
    return "Full isolation is not possible here. " + less
  }
}
