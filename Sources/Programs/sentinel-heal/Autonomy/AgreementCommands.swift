import ArgumentParser
import Autonomy
import CommandSupport

/// What `autonomy agree` and `withdraw` print: `sentinel.autonomy-agreement/1`.
struct AgreementDocument: Codable {
  var schema = "sentinel.autonomy-agreement/1"
  var key: String
  var agreed: Bool
  var by: String
  var changes: [Controller.Change]
}

/// `sentinel autonomy agree`: a person lets one key act once it has earned that.
struct AgreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agree", abstract: "Permits a kind of fix to act once it has earned that.",
    discussion: """
      Examples:
        sentinel autonomy agree shop/finding/B602/codemod/v1/low
        sentinel autonomy agree shop/finding/B602/codemod/v1/low --json

      Exit codes: 0 done; 2 usage; 3 the state cannot be written or is not what was signed.
      """)

  @Argument(help: "The key, as status shows it.")
  var key: String

  @OptionGroup var state: StateOptions

  @Flag(help: "Print what followed as JSON.")
  var json = false

  func run() throws {
    let key = try StateCommand.key(key)
    let caller = StateCommand.caller()
    let event = Event.agreed(key: key, by: caller)
    let changes = try StateCommand.record([event], in: state.folder())
    if json {
      let document = AgreementDocument(
        key: key.description, agreed: true, by: caller, changes: changes)
      return try Console.output(Document.encode(document))
    }
    let level = changes.last.map { "; it is \($0.transition.to.rawValue) now" } ?? ""
    try Console.output("\(key.description) may act once it has earned it\(level)\n")
  }
}

/// `sentinel autonomy withdraw`: takes an agreement back.
struct WithdrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraws the permission of a kind of fix to act.",
    discussion: """
      Example:
        sentinel autonomy withdraw shop/finding/B602/codemod/v1/low

      Exit codes: 0 done; 2 usage; 3 the state cannot be written or is not what was signed.
      """)

  @Argument(help: "The key, as status shows it.")
  var key: String

  @OptionGroup var state: StateOptions

  @Flag(help: "Print what followed as JSON.")
  var json = false

  func run() throws {
    let key = try StateCommand.key(key)
    let caller = StateCommand.caller()
    let changes = try StateCommand.record(
      [.withdrew(key: key, by: caller)], in: state.folder())
    if json {
      let document = AgreementDocument(
        key: key.description, agreed: false, by: caller, changes: changes)
      return try Console.output(Document.encode(document))
    }
    try Console.output("\(key.description) only proposes\n")
  }
}
