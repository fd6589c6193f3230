import ArgumentParser
import Audit
import CommandSupport
import Findings
import Kernel
import Proposals
import State
internal import Text

/// `sentinel approve`: a person grants what a run has asked for.
struct ApproveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Approves one proposal, as it was proven, for one use.",
    discussion: """
      A policy may ask for approvals before a branch is pushed. An approval is bound to the \
      digests of the change, its base, its evidence, the action and its target. It counts once, \
      until it expires, and whoever asked cannot give it. If the base moves, approvals are asked \
      for again. After approving, run heal again: the next run that finds the approval uses it.

      Nothing verifies the name that you give; your account is recorded beside it. Where that is \
      not enough, let approvers have accounts of their own and let nobody else write to the state.

      Examples:
        sentinel approvals list
        sentinel approve 1f2e3d4c5b6a7988 --as ada
        sentinel approve 1f2e3d4c5b6a7988 --as ada --expires 2h --json

      Exit codes: 0 approved; 1 it cannot be approved, and why; 2 usage; 3 the state cannot be read or \
      written, or is not what was signed; 4 there is no such request.
      """)

  @Argument(help: "The request, as approvals list shows it.")
  var id: String

  @Option(name: .customLong("as"), help: "Who approves; your account's name by default.")
  var name: String?

  @Option(help: "How long the approval counts: 30m, 2h, 1d; at most 30d.")
  var expires = "1d"

  @OptionGroup var state: StateOptions

  @Flag(help: "Print the request as JSON.")
  var json = false

  func validate() throws {
    if ApprovalAnswer.milliseconds(expires) == nil {
      throw ValidationError("--expires \(expires): write a number and m, h or d, at most 30d")
    }
  }

  func run() throws {
    try ApprovalAnswer.give(
      id, agrees: true, by: name, for: ApprovalAnswer.milliseconds(expires) ?? 0,
      in: state.folder(), json: json)
  }
}

/// `sentinel deny`: a person refuses what a run has asked for.
struct DenyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Refuses one proposal; one person is enough.",
    discussion: """
      A denied change is not asked for again while change and base stay the same. An approval that \
      was not used yet is withdrawn.

      Example:
        sentinel deny 1f2e3d4c5b6a7988 --as ada

      Exit codes: 0 denied; 1 it cannot be denied any more, and why; 2 usage; 3 the state cannot be \
      read or written, or is not what was signed; 4 there is no such request.
      """)

  @Argument(help: "The request, as approvals list shows it.")
  var id: String

  @Option(name: .customLong("as"), help: "Who refuses; your account's name by default.")
  var name: String?

  @OptionGroup var state: StateOptions

  @Flag(help: "Print the request as JSON.")
  var json = false

  func run() throws {
    try ApprovalAnswer.give(id, agrees: false, by: name, for: 0, in: state.folder(), json: json)
  }
}

/// What both answers have in common.
enum ApprovalAnswer {
  private static let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]

  /// A time such as `2h`, in milliseconds; nil for what is none, or more than 30 days.
  static func milliseconds(_ text: String) -> Int64? {
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
      count > 0, count <= 30 * 86_400_000 / unit
    else { return nil }
    return count * unit
  }

  /// Takes the answer and shows how the request stands.
  static func give(
    _ id: String, agrees: Bool, by name: String?, for milliseconds: Int64, in state: StateFolder,
    json: Bool
  ) throws {
    let name = name ?? StateCommand.caller()
    let plain = name.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard !plain.isEmpty, name.utf8.count <= 100, VisibleText.escaped(name) == name else {
      throw ExitFailure.usage("--as: a name is 1 to 100 visible characters")
    }
    let publisher = ApprovalRequests(state)
    let request = try StateCommand.run {
      do {
        return try publisher.answer(id, agrees: agrees, by: name, for: milliseconds)
      } catch let refusal as ApprovalRecords.Refusal {
        throw ExitFailure(code: refusal.isUnknown ? 4 : 1, message: refusal.message)
      }
    }
    try Console.output(
      json
        ? ApprovalDocument.one(request, at: publisher.now)
        : ApprovalDocument.line(request, publisher.now))
  }
}
