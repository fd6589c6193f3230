import ArgumentParser
import Kernel
import Sandbox

/// `sentinel profile`.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Lists, shows and checks profiles.",
    subcommands: [List.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the shipped profiles.")
    func run() throws {
      let profiles = try Profiles(folders: OwnFolders(environment: .current()), workspace: nil)
      for name in profiles.catalog.builtInNames {
        let profile = try profiles.effective(name)
        Console.output("\(name)\t\(profile.summary)\n")
      }
    }
  }
}
