import ArgumentParser
import CommandSupport
import Egress
import Kernel
internal import Text

/// `sentinel egress`: what runs reached, and what a run that goes on may reach.
struct EgressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "egress",
    abstract: "Compares what runs reached over the network, and changes what a run may reach.",
    subcommands: [Report.self, Allow.self, Deny.self, Show.self])

  /// The run that a result file tells of.
  static func observed(_ path: String) throws -> ObservedRun {
    do {
      let bytes = try FileSystem.read(BytePath(path), limit: ObservedRun.limitBytes)
      return try ObservedRun(reading: bytes)
    } catch let mistake as ObservedRun.Mistake {
      throw ExitFailure.usage(
        "\(VisibleText.escaped(path)): \(mistake.reason); name a file that sentinel run --result has written"
      )
    } catch {
      throw ExitFailure.usage(String(describing: error))
    }
  }
}

extension EgressCommand {
  /// `sentinel egress report`.
  struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Compares two results: what one run reached or tried and the other did not.",
      discussion: """
        BASE and OTHER are result files of sentinel run: a test before and after a fix, or a build \
        of last week and this week. Names, ports, modes and programs are new if BASE has none of \
        them; bytes sent, if they exceed BASE's by more than a quarter and 4 KiB.

        Examples:
          sentinel run --profile ci.yaml --result before.json -- make test
          sentinel run --profile ci.yaml --result after.json -- make test
          sentinel egress report before.json after.json

        Exit codes: 0 OTHER used nothing new; 1 it used, tried or sent more than BASE; 2 a file is \
        not a result; 3 one of them does not cover everything.
        """)

    @Argument(help: "The result to compare with.")
    var base: String

    @Argument(help: "The result to look at.")
    var other: String

    @Flag(help: "Print the document sentinel.egress-report/1.")
    var json = false

    func run() throws {
      let report = EgressReport(
        base: try EgressCommand.observed(base), other: try EgressCommand.observed(other))
      if json {
        try Console.output(Document.encode(report))
      } else {
        try Console.output(report.text)
      }
      throw ExitCode(!report.isComplete ? 3 : report.verdict == .wider ? 1 : 0)
    }
  }
}
