import ArgumentParser
import Glibc
import Kernel
import Sandbox

/// `sentinel run`: one command in a sandbox.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a command in a sandbox.",
    usage: "sentinel run [OPTION]... -- COMMAND [ARGUMENT]...",
    discussion: """
      The command sees the workspace (this folder by default), the system's programs, and nothing \
      else of yours. In the default mode it writes to a layer of its own, which is thrown away \
      after --diff and --result were written.

      Examples:
        sentinel run -- make test
        sentinel run --diff fix.patch -- ./autofix && git apply fix.patch
        sentinel run --mode read-write --memory 2G --timeout 10m -- make
        sentinel run --profile strict --result run.json -- python3 untrusted.py

      Exit codes: the command's own; 2 usage; 123 output, disk or process limit; 124 time limit; \
      125 the sandbox could not be set up or was refused, or a planted hook could not be taken out; \
      126 not executable; 127 not found; 128+N signal N (137 also: out of memory). The result file tells them apart.
      """)

  @Option(help: "A shipped profile, one of yours, or a file.")
  var profile = "default"

  @Option(help: "The folder the command works on.")
  var workspace: String?

  @Option(help: "What becomes of writes: read-only, overlay or read-write.")
  var mode: WorkspaceMode?

  @Option(help: "none, loopback, or host (shares yours; the result says so).")
  var network: NetworkMode?

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  @Option(help: "A variable for the command: NAME=VALUE, or NAME to pass yours on.")
  var env: [String] = []

  @Option(help: "Write the result document there.")
  var result: String?

  @Option(help: "Write what the command changed there, as a patch for git apply.")
  var diff: String?

  @Option(help: "full: refuse where a layer is missing; available: go on and say so.")
  var isolation = RunRequest.Isolation.full

  @Flag(help: "Print the result document to standard output, the command's output to the other.")
  var json = false

  @Argument(parsing: .postTerminator, help: "The command and its arguments.")
  var command: [String] = []

  func validate() throws {
    if diff != nil && mode != nil && mode != .overlay {
      throw ValidationError("--diff needs --mode overlay: other modes keep no difference")
    }
    if command.isEmpty { throw ValidationError("no command: write it after --") }
    for entry in env where entry.isEmpty || entry.hasPrefix("=") || entry.contains("\0") {
      throw ValidationError("--env \"\(entry)\": write NAME or NAME=VALUE")
    }
  }

  func run() throws {
    let request = try RunRequestBuilder(options: self).build()
    let output = try RunOutput(options: self)
    let host: HostFacts
    do {
      host = try HostFacts.read()
    } catch {
      throw ExitFailure(code: 125, message: error.description)
    }
    let terminal = TerminalState()
    let signals = try Handles.terminationSignals()
    let outcome = SandboxRun(host: host).run(request, signals: signals.number)
    terminal.restore()
    let code = output.write(outcome)
    throw ExitCode(code)
  }
}
