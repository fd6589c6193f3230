import Advisories
import ArgumentParser
import CommandSupport
internal import Text
internal import YAML

/// `sentinel advisories`: what is known about packages and their versions.
struct AdvisoriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advisories",
    abstract: "Keeps the advisories that scans ask, and answers questions about versions.",
    subcommands: [
      AdvisoriesImportCommand.self, AdvisoriesStatusCommand.self, AdvisoriesCompareCommand.self,
    ])
}

/// `sentinel advisories compare`: the order of versions in an ecosystem.
struct AdvisoriesCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Orders versions as an ecosystem orders them.",
    discussion: """
      Each line of standard input holds two versions with a blank between them. For each line one \
      line is printed: < where the first is the earlier one, > where it is the later one, = where \
      the order does not tell them apart, and ! where a text is no version there.

      Examples:
        echo "1.0rc1 1.0" | sentinel advisories compare --ecosystem PyPI
        sentinel advisories compare --ecosystem Debian:12 < pairs

      Exit codes: 0 every line was answered; 2 usage, or an ecosystem that orders no versions.
      """)

  @Option(help: "The ecosystem as OSV names it, such as PyPI, npm, crates.io or Alpine:v3.18.")
  var ecosystem: String

  func run() throws {
    guard let found = Ecosystem(anyCase: ecosystem) else {
      let names = EcosystemName.allCases.map(\.rawValue)
      throw ExitFailure.usage(
        "--ecosystem: \"\(VisibleText.escaped(ecosystem))\" is not known; "
          + Suggestion.remedy(for: ecosystem, in: names))
    }
    guard found.scheme != nil else {
      throw ExitFailure.usage(
        "--ecosystem: \(VisibleText.escaped(found.description)) defines no order of versions; "
          + "its advisories list every version that they affect")
    }
    while let line = readLine() {
      try Console.output("\(VersionComparison.sign(ofLine: line, in: found))\n")
    }
  }
}
