import ArgumentParser
import Autonomy
import CommandSupport
import FoundationEssentials
import Glibc
import Kernel
import State
internal import Text

/// `sentinel autonomy record`: what became of proposals, told by whoever saw it.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Records what became of proposals: one JSON event a line.",
    discussion: """
      Each line is one event as the audit log keeps it; all of a file are recorded, or none. The time \
      is that of the recording.

      Examples:
        echo '{"merged":{"id":"P17","by":"ada","edited":false}}' | sentinel autonomy record -
        sentinel autonomy record events.jsonl --json

      Events: proposed, merged, closed, stood, broke (reverted, reopened, newFinding, incident), \
      deployed, judged, abstained, severe (securityRegression, dataLoss, secretLeak, judgeBypass, \
      sandboxEscape).

      Exit codes: 0 done; 2 usage, or lines that are not events; 3 the state cannot be written or \
      is not what was signed.
      """)

  /// The document.
  struct Recorded: Codable {
    var schema = "sentinel.autonomy-record/1"
    var events: Int
    var changes: [Controller.Change]
  }

  @Argument(help: "A file of events, or - for standard input.")
  var file: String

  @OptionGroup var state: StateOptions

  @Flag(help: "Print what followed as JSON.")
  var json = false

  func run() throws {
    let events = try read()
    let changes = try StateCommand.record(events, in: state.folder())
    if json {
      return try Console.output(
        Document.encode(Recorded(events: events.count, changes: changes)))
    }
    try Console.output("\(events.count) events recorded\n")
    for change in changes {
      try Console.output(
        "\(change.key.description): \(change.transition.from.rawValue) → "
          + "\(change.transition.to.rawValue) (\(change.transition.cause.rawValue))\n")
    }
  }

  private static let mostBytes = 1 << 26

  /// Every line, or all mistakes at once.
  private func read() throws -> [Event] {
    let bytes: [UInt8]
    do throws(KernelFailure) {
      bytes =
        try file == "-"
        ? Descriptor(owning: fcntl(0, F_DUPFD_CLOEXEC, 3)).readAll(limit: Self.mostBytes)
        : FileSystem.read(BytePath(file), limit: Self.mostBytes)
    } catch {
      throw ExitFailure.usage(error.description)
    }
    var events: [Event] = []
    var mistakes: [String] = []
    for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      switch try? JSONDecoder().decode(Event.self, from: Data(line)) {
      case .agreed, .withdrew, .froze, .thawed:
        mistakes.append("\(file):\(index + 1): has a command of its own")
      case .acting, .refrained:
        mistakes.append("\(file):\(index + 1): only sentinel heal knows that")
      case .some(let event): events.append(event)
      case nil: mistakes.append("\(file):\(index + 1): not an event; see --help")
      }
    }
    guard mistakes.isEmpty else {
      throw ExitFailure.usage(VisibleText.escaped(mistakes.joined(separator: "; ")))
    }
    return events
  }
}
