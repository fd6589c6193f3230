import ArgumentParser
import CommandSupport
import Glibc
import Kernel
import Sandbox
import Scanning
internal import Text

/// `sentinel tools`: list, install, check, show.
struct ToolsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tools", abstract: "Installs, checks and shows the scanners.",
    subcommands: [List.self, Install.self, Check.self, Show.self])

  /// One tool in JSON.
  struct Row: Codable {
    var name: String
    var version: String
    var state: String
    var reason: String?
    var executable: String?
    var rulesPath: String?
    var hosts: [String]
    var warnings: [String]
  }

  /// Options of all subcommands.
  struct Options: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: .isolation)
    var isolation = RunRequest.Isolation.preset
  }

  static func row(_ check: Provisioning.Check, _ toolbox: Toolbox) throws -> Row {
    let tool = toolbox.tools[check.name]
    let installed = tool.flatMap { try? toolbox.folder.locate($0) }
    let program = installed.map {
      BytePath($0.folder).appending(tool?.descriptor.command.executable ?? "")
    }
    return Row(
      name: check.name, version: check.version, state: check.state.rawValue, reason: check.reason,
      executable: program?.description,
      rulesPath: try tool.flatMap { try toolbox.rulesFile(of: $0) }?.description,
      hosts: tool?.descriptor.network.hosts ?? [],
      warnings: tool?.descriptor.network.warnings ?? [])
  }

  static func print(_ rows: [Row]) throws {
    let pad = { (text: String, width: Int) in
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    for row in rows {
      let reason = row.reason.map { "  \(VisibleText.line($0))" } ?? ""
      try Console.output(pad(row.name, 18) + pad(row.version, 12) + row.state + reason + "\n")
      for warning in row.warnings {
        Console.error("warning: \(row.name): \(VisibleText.line(warning))\n")
      }
    }
  }
}

extension ToolsCommand {
  /// `sentinel tools list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the tools and whether they are installed.",
      discussion: "Example:\n  sentinel tools list --json")

    @OptionGroup var options: Options

    func run() async throws {
      let toolbox = try Toolbox(isolation: options.isolation)
      let rows = try toolbox.tools.tools.map {
        try ToolsCommand.row(toolbox.provisioning.state(of: $0), toolbox)
      }
      if options.json { return try Console.output(Document.encode(rows)) }
      try ToolsCommand.print(rows)
    }
  }

  /// `sentinel tools install`.
  struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install",
      abstract: "Installs tools at their pinned versions, with hashes, inside a sandbox.",
      discussion: """
        Packages come from where pip on this machine is configured to get them. Only wheels with a \
        pinned digest are accepted, and none of their code runs during installation. pip can reach \
        the package index and what its configuration names, which the output lists, and nothing \
        else.

        Examples:
          sentinel tools install
          sentinel tools install bandit semgrep

        Exit codes: 0 all are installed; 2 usage; 3 one could not be installed; 5 one was tampered \
        with, or the sandbox is unavailable.
        """)

    @OptionGroup var options: Options

    @Flag(help: "Install again what is there already.")
    var force = false

    @Argument(help: "The tools; all of them by default.")
    var names: [String] = []

    func run() async throws {
      let toolbox = try Toolbox(isolation: options.isolation)
      let chosen = try toolbox.chosen(names)
      let outcome = try await Interruption().watch {
        await install(chosen, toolbox)
      }
      let rows = try chosen.map {
        try ToolsCommand.row(toolbox.provisioning.state(of: $0), toolbox)
      }
      if options.json { try Console.output(Document.encode(rows)) }
      throw ExitCode(outcome.signal.map { 128 + $0 } ?? outcome.value)
    }

    private func install(_ chosen: [ToolSet.Tool], _ toolbox: Toolbox) async -> Int32 {
      var code: Int32 = 0
      for tool in chosen where !Task.isCancelled {
        let name = tool.descriptor.name
        do throws(ScanError) {
          let done = try await toolbox.provisioning.install(tool, force: force)
          say(
            "\(name) \(done.tool.version): \(done.wasPresent ? "already installed" : "installed")")
          for note in done.notes { say("  \(note)") }
        } catch {
          say("\(name): \(error.message)")
          code = max(code, ScanExit.of(error))
        }
      }
      return code
    }

    private func say(_ line: String) { Console.error(VisibleText.line(line) + "\n") }
  }

  /// `sentinel tools check`.
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Checks installations byte by byte and lets each tool find its planted defect.",
      discussion: """
        A tool that names hosts in its descriptor can reach them during the check too. Warns of \
        host names that let through more than they seem to.

        Example:
          sentinel tools check bandit

        Exit codes: 0 all are ready; 3 one is missing or broken; 5 one was tampered with.
        """)

    @OptionGroup var options: Options

    @Argument(help: "The tools; all of them by default.")
    var names: [String] = []

    func run() async throws {
      let toolbox = try Toolbox(isolation: options.isolation)
      var rows: [Row] = []
      for tool in try toolbox.chosen(names) {
        rows.append(try ToolsCommand.row(await toolbox.provisioning.check(tool), toolbox))
      }
      if options.json {
        try Console.output(Document.encode(rows))
      } else {
        try ToolsCommand.print(rows)
      }
      let states = Set(rows.map(\.state))
      throw ExitCode(states.contains("tampered") ? 5 : states.isSubset(of: ["ready"]) ? 0 : 3)
    }
  }

  /// `sentinel tools show`.
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Shows one tool: version, program, what it may reach, and rules.",
      discussion: "Example:\n  sentinel tools show semgrep --json")

    @OptionGroup var options: Options

    @Argument(help: "The tool.")
    var name: String

    func run() async throws {
      let toolbox = try Toolbox(isolation: options.isolation)
      guard let tool = try toolbox.chosen([name]).first else { return }
      let row = try ToolsCommand.row(toolbox.provisioning.state(of: tool), toolbox)
      if options.json { return try Console.output(Document.encode(row)) }
      try Console.output(
        "name        \(row.name)\nversion     \(row.version)\nstate       \(row.state)\n")
      if let reason = row.reason { try Console.output("reason      \(VisibleText.line(reason))\n") }
      if let program = row.executable { try Console.output("executable  \(program)\n") }
      let reached = row.hosts.isEmpty ? "nothing" : row.hosts.joined(separator: ", ")
      try Console.output("network     \(VisibleText.line(reached))\n")
      if let rules = row.rulesPath { try Console.output("rules       \(rules)\n") }
    }
  }
}
