import ArgumentParser
import CommandSupport
import Kernel
internal import Policy
import Sandbox
internal import Text
internal import YAML

/// `sentinel profile`: list, show, check, learn.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Lists, shows, checks and learns profiles.",
    subcommands: [List.self, Show.self, Check.self, Learn.self])

  /// The catalog of a command that has no workspace.
  static func profiles() -> Profiles {
    Profiles(folders: OwnFolders(environment: .current()), workspace: nil)
  }
}

extension ProfileCommand {
  /// `sentinel profile list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists the shipped profiles.")

    /// One row.
    private struct Row: Codable {
      var name: String
      var summary: String
    }

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let profiles = ProfileCommand.profiles()
      let rows = try profiles.catalog.builtInNames.map { name in
        Row(name: name, summary: try profiles.effective(name).summary)
      }
      if json { return try Console.output(Document.encode(rows)) }
      let width = (rows.map(\.name.count).max() ?? 0) + 2
      for row in rows {
        let name = row.name + String(repeating: " ", count: width - row.name.count)
        try Console.output("\(name)\(row.summary)\n")
      }
    }
  }

  /// `sentinel profile show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Shows a profile with everything it inherits, and its digest.",
      discussion: """
        Examples:
          sentinel profile show default --effective
          sentinel profile show ./mine.yaml --effective --json
        """)

    /// The JSON form.
    private struct Shown: Codable {
      var name: String
      var planDigest: String
      var profile: String
    }

    @Argument(help: "A shipped profile, one of yours, or a file.")
    var name: String

    @Flag(help: "Merge everything that is inherited and resolve every group.")
    var effective = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let profiles = ProfileCommand.profiles()
      let resolved = try profiles.effective(name)
      let text = effective ? resolved.render() : try profiles.source(name)
      let digest = try PolicyDigest.of(resolved, folders: OwnFolders(environment: .current()))
      if json {
        return try Console.output(
          try Document.encode(Shown(name: resolved.name, planDigest: digest, profile: text)))
      }
      try Console.output(text + (text.hasSuffix("\n") ? "" : "\n") + "# digest: \(digest)\n")
    }
  }

  /// `sentinel profile check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Reports every mistake of profile files, with its line.",
      discussion: """
        Example:
          sentinel profile check ./mine.yaml

        Warns of network rules that let through more than they seem to.

        Exit codes: 0 no mistake, whatever the warnings; 2 mistakes.
        """)

    /// One mistake, or one warning.
    private struct Mistake: Codable {
      var severity: String
      var file: String
      var line: Int
      var column: Int
      var message: String
      var remedy: String
    }

    @Argument(help: "Profile files.")
    var files: [String]

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let profiles = ProfileCommand.profiles()
      let check = ProfileCheck(catalog: profiles.catalog, groups: try profiles.groups())
      var problems: [Problem] = []
      var warnings: [Problem] = []
      for file in files {
        do {
          let bytes = try FileSystem.read(BytePath(file), limit: 2 << 20)
          problems += check.problems(in: bytes, file: file)
          warnings += check.warnings(in: bytes, file: file)
        } catch {
          throw ExitFailure.usage(String(describing: error))
        }
      }
      if json {
        let mistakes = [("error", problems), ("warning", warnings)].flatMap { severity, list in
          list.map {
            Mistake(
              severity: severity, file: $0.file, line: $0.line, column: $0.column,
              message: $0.message, remedy: $0.remedy)
          }
        }
        try Console.output(Document.encode(mistakes))
      } else {
        for problem in problems { Console.error("\(VisibleText.escaped(problem.description))\n") }
        for warning in warnings {
          Console.error("warning: \(VisibleText.escaped(warning.description))\n")
        }
        if problems.isEmpty { try Console.output("no mistakes\n") }
      }
      if !problems.isEmpty { throw ExitCode(2) }
    }
  }
}
