import ArgumentParser
import CommandSupport
internal import Policy
import Sandbox

/// `sentinel run`: one command in a sandbox.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a command in a sandbox.",
    usage: "sentinel run [OPTION]... -- COMMAND [ARGUMENT]...",
    discussion: """
      The command sees the workspace (this folder by default), the system's programs and the \
      toolchains on PATH, and nothing else of yours. It writes to a layer of its own. In the default mode the layer is thrown away \
      after --diff and --result were written; with --mode read-write its changes are made in the \
      workspace when the command has ended. What other programs would follow or execute (git's \
      files, hooks, settings of CI, editors, agents and tools) stays out of both unless you say \
      --include-protected. A workspace never gets set-id bits, devices or links that lead out of it.

      Examples:
        sentinel run -- make test
        sentinel run --diff fix.patch -- ./autofix && git apply fix.patch
        sentinel run --mode read-write --memory 2G --timeout 10m -- make
        sentinel run --allow-host example.com -- curl https://example.com
        sentinel run --allow-host example.com --control run.sock -- ./agent
        sentinel run --allow-host example.com --egress-self-test -- ./untrusted
        sentinel run --allow-host example.com --egress-report before.json -- ./fixed
        sentinel run --profile strict --result run.json -- python3 untrusted.py

      Exit codes: the command's own; 2 usage; 123 output, disk or process limit; 124 time limit; \
      125 the sandbox could not be set up or was refused, or changes could not be made in the workspace; \
      126 not executable; 127 not found; 128+N signal N (137 also: out of memory). The result file tells them apart.
      """)

  @Option(help: "A shipped profile, one of yours, or a file.")
  var profile = "default"

  @Option(help: "The folder that the command works on.")
  var workspace: String?

  @Option(help: "What happens to writes: read-only, overlay or read-write.")
  var mode: WorkspaceMode?

  @Option(help: "none, loopback, egress, or host (shares yours; the result says so).")
  var network: NetworkMode?

  @Option(help: "A host the command may reach: HOST, HOST:PORT or *.HOST; port 443 by default.")
  var allowHost: [String] = []

  @Option(help: "A hosts file to look allowed names up in, instead of yours.")
  var hosts: String?

  @Option(help: "Take orders from `sentinel egress` at this socket, which must not exist yet.")
  var control: String?

  @Option(help: "PEM certificates that verify servers of mode tls-up, instead of the host's.")
  var caBundle: String?

  @Option(help: "Reach names through this proxy, http://HOST:PORT; addresses are then not checked.")
  var upstreamProxy: String?

  @Flag(help: "Try the ways out of such a sandbox first, and refuse to run if one is open.")
  var egressSelfTest = false

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  @Option(help: "A variable for the command: NAME=VALUE, or NAME to pass yours on.")
  var env: [String] = []

  @Option(help: "Write the result document there.")
  var result: String?

  @Option(help: "Write what the command changed there, as a patch for git apply.")
  var diff: String?

  @Flag(help: "Change and hand on hooks, settings and the like too, with --diff or read-write.")
  var includeProtected = false

  @Option(
    help: "Report what was reached beyond this earlier result (schema sentinel.run/1).")
  var egressReport: String?

  @Option(help: .isolation)
  var isolation = RunRequest.Isolation.preset

  @Flag(help: "Print the result to standard output, and the command's output to standard error.")
  var json = false

  @Argument(parsing: .postTerminator, help: "The command and its arguments.")
  var command: [String] = []

  /// The values, apart from how they were read.
  var options: RunOptions {
    RunOptions(
      profile: profile, workspace: workspace, mode: mode, network: network,
      allowHost: allowHost, hosts: hosts, caBundle: caBundle, upstreamProxy: upstreamProxy,
      limits: limits.choices, env: env,
      result: result, diff: diff, egressReport: egressReport, isolation: isolation,
      control: control, egressSelfTest: egressSelfTest,
      includeProtected: includeProtected, json: json, command: command)
  }

  func validate() throws {
    if let mistake = options.mistake { throw ValidationError(mistake) }
  }

  func run() throws { throw ExitCode(try RunAction(options: options).run()) }
}
