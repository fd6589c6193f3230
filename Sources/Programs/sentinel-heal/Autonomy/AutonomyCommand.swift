import ArgumentParser

/// `sentinel autonomy`: what may be done without a person, and why.
struct AutonomyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "autonomy",
    abstract: "Shows what may be done without a person, and why.",
    discussion: """
      Each kind of fix earns autonomy by itself: an Observer looks, a Proposer proposes, an Actor \
      acts within a budget. Evidence decides; a level is taken away as soon as the evidence no \
      longer holds. An Actor writes to the branches that the policy names under actsOn, and to \
      nothing else.

      Examples:
        sentinel autonomy status
        sentinel autonomy freeze --reason "release week"
        sentinel autonomy simulate --rate 0.95

      Exit codes: 0 done; 2 usage, or mistakes in the policy; 3 the state cannot be read or written, \
      or is not what was signed.
      """,
    subcommands: [
      StatusCommand.self, ExplainCommand.self, SimulateCommand.self, FreezeCommand.self,
      ThawCommand.self, AgreeCommand.self, WithdrawCommand.self, RecordCommand.self,
      RefreshCommand.self, FlagCommand.self,
    ])
}
