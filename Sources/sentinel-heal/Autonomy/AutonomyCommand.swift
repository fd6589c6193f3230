import ArgumentParser

/// `sentinel autonomy`: what may be done without a person, and why.
struct AutonomyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "autonomy",
    abstract: "Shows what may be done without a person, and why.",
    discussion: """
      Autonomy is earned for each kind of fix by itself: Observer looks, Proposer proposes, Actor \
      acts within a budget. Evidence decides, and is taken back at once when it no longer holds.

      Example:
        sentinel autonomy simulate --rate 0.95

      Exit codes: 0 done; 2 usage.
      """,
    subcommands: [SimulateCommand.self])
}
