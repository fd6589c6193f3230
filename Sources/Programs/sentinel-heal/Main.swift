import ArgumentParser
import CommandSupport
import Glibc
import Kernel
import Sandbox

/// The commands about fixes: parses, calls, renders; decides nothing.
///
/// Its name in every text is `sentinel`, which executes it in its own place.
@main
struct SentinelHeal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sentinel",
    abstract: "The commands about fixes; `sentinel` executes this program in its own place.",
    version: Product.version,
    subcommands: [
      HealCommand.self, MemoryCommand.self, AutonomyCommand.self, AuditCommand.self,
      JudgeCommand.self, ApprovalsCommand.self, ApproveCommand.self, DenyCommand.self,
      VerifyCommand.self,
    ])

  static func main() async {
    Console.secureStreams()
    do {
      try RunRequest.Isolation.checkPreset()
      var command = try parseAsRoot(CommandBytes.texts())
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      CommandEnding.end(after: error, of: SentinelHeal.self)
    }
  }
}
