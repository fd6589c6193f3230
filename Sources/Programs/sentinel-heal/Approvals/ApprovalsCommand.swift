import ArgumentParser
import CommandSupport
import Kernel
import Proposals
internal import Text

/// `sentinel approvals`: what people are asked for.
struct ApprovalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approvals", abstract: "Shows what waits for approval, and what was decided.",
    subcommands: [ApprovalsListCommand.self], defaultSubcommand: ApprovalsListCommand.self)
}

/// `sentinel approvals list`: every request.
struct ApprovalsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the requests, those that wait first.",
    discussion: """
      Examples:
        sentinel approvals list
        sentinel approvals list --json

      Exit codes: 0 done; 2 usage; 3 the state cannot be read, or is not what was signed.
      """)

  @OptionGroup var state: StateOptions

  @Flag(help: "Print the list as JSON.")
  var json = false

  func run() throws {
    let publisher = ApprovalRequests(try state.folder())
    let now = publisher.now
    let requests = try StateCommand.run { try publisher.book().requests }
    let waiting = requests.filter { $0.state(at: now) == .requested }
    let sorted = waiting + requests.filter { $0.state(at: now) != .requested }.reversed()
    if json { return try Console.output(ApprovalDocument.list(sorted, at: now)) }
    if sorted.isEmpty { return try Console.output("nothing was ever asked for\n") }
    for request in sorted { try Console.output(ApprovalDocument.line(request, now)) }
  }
}

/// Requests as documents and lines.
enum ApprovalDocument {
  /// `sentinel.approval/1`.
  static func one(_ request: ApprovalRequest, at now: Int64) -> [UInt8] {
    var members = request.members(at: now)
    members["schema"] = "sentinel.approval/1"
    return JSONValue.object(members).serialized()
  }

  /// `sentinel.approvals/1`.
  static func list(_ requests: [ApprovalRequest], at now: Int64) -> [UInt8] {
    JSONValue.object([
      "schema": "sentinel.approvals/1",
      "requests": .array(requests.map { .object($0.members(at: now)) }),
    ]).serialized()
  }

  /// For a person.
  static func line(_ request: ApprovalRequest, _ now: Int64) -> [UInt8] {
    let given = request.answers.filter { $0.expires > now }.map(\.by)
    let names = given.isEmpty ? "" : " by " + given.joined(separator: ", ")
    let text =
      "\(request.id)  \(request.state(at: now).rawValue)  \(given.count) of \(request.needed)\(names); "
      + "\(request.binding.action) \(request.binding.target), patch \(request.binding.patch.prefix(12)), "
      + "asked by \(request.requester)"
    return Array("\(VisibleText.escaped(text))\n".utf8)
  }
}
