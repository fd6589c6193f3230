import ArgumentParser
import Glibc
import Kernel

/// The command line: parses, calls, renders; decides nothing.
@main
struct Sentinel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sentinel",
    abstract: "Runs commands and scanners in a sandbox, and says what happened.",
    discussion: """
      Examples:
        sentinel run -- make test                 run a command on a copy of this folder
        sentinel run --mode read-only -- ./parse  let it read, not write
        sentinel tools install && sentinel scan   scan this folder
        sentinel doctor                           what this machine can and cannot do
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, ScanCommand.self, ToolsCommand.self, ProfileCommand.self,
      DoctorCommand.self,
    ])

  static func main() async {
    Console.secureStreams()
    do {
      let arguments = CommandBytes.all().dropFirst().map { String(decoding: $0, as: UTF8.self) }
      // The plain form of `run`; any other needs the argument parser, which costs a millisecond.
      if arguments.first == "run", let options = RunOptions(arguments.dropFirst()) {
        Glibc.exit(try RunAction(options: options).run())
      }
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let exit as ExitCode {
      Glibc.exit(exit.rawValue)
    } catch let failure as ExitFailure {
      failure.print()
      Glibc.exit(failure.code)
    } catch {
      let code = exitCode(for: error)
      if code == .validationFailure || code.rawValue == 64 {
        Console.error(fullMessage(for: error))
        Glibc.exit(2)
      }
      if code == .success { exit(withError: error) }
      Console.error("sentinel: \(error)\n")
      Glibc.exit(70)
    }
  }
}
