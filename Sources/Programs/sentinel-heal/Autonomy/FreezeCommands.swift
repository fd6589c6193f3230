import ArgumentParser
import Autonomy
import CommandSupport
import State

/// What a freeze can leave: the level of those who act is no limit.
enum FreezeCeiling: String, CaseIterable, ExpressibleByArgument {
  case observer, proposer

  /// The level that is left.
  var level: Level { self == .observer ? .observer : .proposer }
}

/// `sentinel autonomy freeze`: nothing goes beyond a level until it is thawed.
struct FreezeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Holds everything, or one key, at or below a level.",
    discussion: """
      Examples:
        sentinel autonomy freeze --reason "release week"
        sentinel autonomy freeze shop/finding/B602/codemod/v1/low --ceiling observer --reason audit

      Exit codes: 0 done; 2 usage; 3 the state cannot be written or is not what was signed.
      """)

  @Argument(help: "A key, as status shows it; everything without one.")
  var key: String?

  @Option(help: "The highest level from now on.")
  var ceiling = FreezeCeiling.proposer

  @Option(help: "Why, for those who come across it.")
  var reason: String

  @OptionGroup var state: StateOptions

  func validate() throws {
    if reason.isEmpty { throw ValidationError("--reason: write why") }
  }

  func run() throws {
    let key = try key.map { try StateCommand.key($0) }
    let event = Event.froze(
      key: key, ceiling: ceiling.level, by: StateCommand.caller(), reason: reason)
    _ = try StateCommand.record([event], in: state.folder())
    try Console.output("frozen at \(ceiling.rawValue): \(key?.description ?? "everything")\n")
  }
}

/// `sentinel autonomy thaw`: ends a freeze.
struct ThawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thaw", abstract: "Ends a freeze of everything or of one key.",
    discussion: """
      Example:
        sentinel autonomy thaw

      Exit codes: 0 done; 2 usage; 3 the state cannot be written or is not what was signed; 4 there \
      was no such freeze.
      """)

  @Argument(help: "A key, as status shows it; the freeze of everything without one.")
  var key: String?

  @OptionGroup var state: StateOptions

  func run() throws {
    let key = try key.map { try StateCommand.key($0) }
    let folder = try state.folder()
    let freezes = try StateCommand.run {
      try AutonomyState.controller(of: folder).freezes
    }
    guard freezes.contains(where: { $0.key == key }) else {
      throw ExitFailure(
        code: 4, message: "there is no freeze of \(key?.description ?? "everything")")
    }
    _ = try StateCommand.record(
      [.thawed(key: key, by: StateCommand.caller())], in: folder)
    try Console.output("thawed: \(key?.description ?? "everything")\n")
  }
}
