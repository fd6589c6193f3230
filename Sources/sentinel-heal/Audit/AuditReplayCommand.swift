import ArgumentParser
import Audit
import FoundationEssentials
import Kernel
import Terminal

/// `sentinel audit replay`: what happened, step by step.
struct AuditReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Plays a log back step by step, all of it or one incident.",
    discussion: """
      The log is checked first; of one that is not what was signed nothing is shown.

      Examples:
        sentinel audit replay
        sentinel audit replay ./exported --incident I7 --json

      Exit codes: 0 done; 1 the log is not what was signed; 2 usage; 3 a file cannot be read; 4 there \
      is no log, or nothing of that incident.
      """)

  /// One step.
  struct Step: Codable {
    var sequence: Int
    var kind: AuditEntry.Kind
    var milliseconds: Int64
    var author: String
    var incident: String?
    var content: CanonicalJSON
  }

  /// The document.
  struct Replay: Codable {
    var schema = "sentinel.audit-replay/1"
    var verified = true
    var entries: Int
    var steps: [Step]
  }

  @Argument(help: "An exported log, or a state folder.")
  var folder: String?

  @Option(help: "Only what belongs to this incident: its id, fingerprint or branch.")
  var incident: String?

  @OptionGroup var state: StateOptions

  @Flag(help: "Print the steps as JSON.")
  var json = false

  func run() throws {
    let source = try LogSource(folder: folder, state: state)
    try source.require()
    let entries = try AuditFailure.run {
      if let problem = source.report(key: nil, anchors: []).problem { throw problem }
      return try source.entries()
    }
    // Entries have the first 16 digits of a fingerprint, which branches and folders are named after.
    let name = incident.map { text in
      text.split(separator: "/").last.map { String($0.count == 64 ? $0.prefix(16) : $0) } ?? text
    }
    let steps = entries.enumerated().map { sequence, entry in
      Step(
        sequence: sequence, kind: entry.kind, milliseconds: entry.milliseconds,
        author: "\(entry.author.kind) \(entry.author.id)", incident: entry.incident,
        content: .object(entry.content))
    }.filter { incident == nil || $0.incident == name }
    if let incident, steps.isEmpty {
      throw ExitFailure(code: 4, message: "the log has nothing of \(Visible.text(incident))")
    }
    if json {
      return try Console.output(
        Document.encode(Replay(entries: entries.count, steps: steps)))
    }
    for step in steps { try Console.output(Self.line(step)) }
  }

  private static func line(_ step: Step) -> String {
    let date = Date(timeIntervalSince1970: Double(step.milliseconds) / 1_000)
      .formatted(.iso8601)
    let content = String(decoding: step.content.bytes, as: UTF8.self)
    let incident = step.incident.map { " [\(Visible.text($0))]" } ?? ""
    return
      "\(step.sequence)  \(date)  \(step.kind.rawValue)\(incident)  \(Visible.text(step.author))  "
      + "\(Visible.text(content))\n"
  }
}
