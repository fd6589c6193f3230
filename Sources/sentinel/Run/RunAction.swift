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
    let host: HostFacts
    do {
      host = try HostFacts.read()
    } catch {
      throw ExitFailure(code: 125, message: error.description)
    }
    let terminal = TerminalState()
    let signals = try Handles.terminationSignals()
    // While the command has the terminal, a new line does not return to its start by itself.
    let end = isatty(2) == 1 ? "\r\n" : "\n"
    let outcome = SandboxRun(host: host).run(request, signals: signals.number) { line in
      Console.error("sentinel: \(line)\(end)")
    }
    terminal.restore()
    return output.write(outcome)
  }
}
