import ArgumentParser
import CommandSupport
import Glibc
import Kernel
import Sandbox

/// The command line: parses, calls, renders; decides nothing.
///
/// Every command states its name: the parser would derive it from the type's, which makes the runtime
/// look through all conformances of the program, at every start.
@main
struct Sentinel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sentinel",
    abstract: "Runs commands and scanners in a sandbox, and reports what happened.",
    discussion: """
      Examples:
        sentinel run -- make test                 run a command on a copy of this folder
        sentinel run --mode read-only -- ./parse  let it read, not write
        sentinel tools install && sentinel scan   scan this folder
        sentinel heal --scan --test "make test"   fix what is found, with proof
        sentinel doctor                           what this machine can and cannot do
        sentinel autonomy simulate --rate 0.95    how rarely chance earns autonomy
      """,
    version: Product.version,
    subcommands: [
      RunCommand.self, ScanCommand.self, ImportCommand.self, AdvisoriesCommand.self,
      ToolsCommand.self, ProfileCommand.self,
      EgressCommand.self, DoctorCommand.self,
    ] + HealCommands.all)

  static func main() async {
    Console.secureStreams()
    do {
      let arguments = Self.joined(CommandBytes.texts())
      try RunRequest.Isolation.checkPreset()
      // The plain form of `run`; any other needs the argument parser, which costs a millisecond.
      if arguments.first == "run", let options = RunOptions(arguments.dropFirst()) {
        Glibc.exit(try RunAction(options: options).run())
      }
      if arguments == ["--version"] { return try Console.output(Product.version + "\n") }
      if HealCommands.own(arguments) { try HealCommands.replaceProgram() }
      var command = try parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      CommandEnding.end(after: error, of: Sentinel.self)
    }
  }

  /// The arguments with the words of a command of two words as one.
  private static func joined(_ arguments: [String]) -> [String] {
    let words = ImportCommand.words
    let help = arguments.prefix { $0 == "help" }
    guard arguments.dropFirst(help.count).starts(with: words) else { return arguments }
    return help + [words.joined(separator: " ")] + arguments.dropFirst(help.count + words.count)
  }
}
