import CommandSupport
import Egress
import Glibc
import Kernel
import Sandbox

/// Carries out what a command line of `sentinel run` asks for.
struct RunAction {
  let options: RunOptions

  /// Returns the exit code.
  func run() throws -> Int32 {
    let request = try RunRequestBuilder(options: options).build()
    let output = try RunOutput(options: options)
    let base = try options.egressReport.map { try EgressCommand.observed($0) }
    warn()
    var told = 0
    var outcome = try Self.outcome(of: request) { line in
      told += 1
      if told <= Self.mostLines { Self.tell(line) }
      if told == Self.mostLines { Self.tell("more that is refused stands in the result alone") }
    }
    if let base {
      outcome.result.egressReport = EgressReport(base: base, other: outcome.result.observedRun)
    }
    return output.write(outcome)
  }

  /// Carries a request out, with what this machine has and the caller's terminal and signals.
  static func outcome(
    of request: RunRequest, tell: @escaping (String) -> Void
  ) throws -> SandboxRun.Outcome {
    let host = try HostGroup(failingWith: 125)
    defer { host.leave() }
    let terminal = TerminalState()
    let signals = try Handles.terminationSignals()
    let outcome = SandboxRun(host: host.facts).run(request, signals: signals.number, tell: tell)
    terminal.restore()
    return outcome
  }

  /// A command that asks for hundreds of names should not bury what it says itself.
  private static let mostLines = 12

  private static func tell(_ line: String) {
    // While the command has the terminal, a new line does not return to its start by itself.
    Console.error("sentinel: \(line)\(isatty(2) == 1 ? "\r\n" : "\n")")
  }

  /// Says what the allowed hosts let through that the caller may not mean.
  private func warn() {
    let rules = options.allowHost.compactMap { try? EgressRule(allowing: $0) }
    for warning in EgressLint.warnings(for: rules, hasProxy: options.upstreamProxy != nil) {
      Self.tell("warning: \(warning.rule): \(warning.text); \(warning.remedy)")
    }
  }
}
