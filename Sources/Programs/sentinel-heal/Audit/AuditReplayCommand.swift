import ArgumentParser
import Audit
import CommandSupport
import FoundationEssentials
import Kernel
internal import Text

/// `sentinel audit replay`: what happened, step by step.
struct AuditReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Replays a log step by step, all of it or one incident.",
    discussion: """
      The log is checked first. If it is not what was signed, nothing is shown.

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

  @Option(help: "Only this incident: its id, the beginning of its id, or its branch.")
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
    let meant = try incident.map { try Self.meant($0, of: Set(entries.compactMap(\.incident))) }
    let steps = entries.enumerated().map { sequence, entry in
      Step(
        sequence: sequence, kind: entry.kind, milliseconds: entry.milliseconds,
        author: "\(entry.author.kind) \(entry.author.id)", incident: entry.incident,
        content: .object(entry.content))
    }.filter { meant == nil || $0.incident == meant }
    if json {
      return try Console.output(
        Document.encode(Replay(entries: entries.count, steps: steps)))
    }
    for step in steps { try Console.output(Self.line(step)) }
  }

  /// The incident of the log that somebody means; entries have the first 16 digits of a fingerprint,
  /// which branches and folders are named after.
  private static func meant(_ incident: String, of names: Set<String>) throws -> String {
    let last = incident.split(separator: "/").last.map(String.init) ?? incident
    let name = last.count == 64 ? String(last.prefix(16)) : last
    let meant = names.contains(name) ? [name] : names.filter { $0.hasPrefix(name) }.sorted()
    guard let first = meant.first else {
      let shown = VisibleText.escaped(incident)
      throw ExitFailure(code: 4, message: "the log has no incident \(shown)")
    }
    if meant.count > 1 {
      let shown = meant.prefix(5).map { VisibleText.escaped($0) }.joined(separator: ", ")
      throw ExitFailure.usage("--incident fits \(shown); write more of it")
    }
    return first
  }

  private static func line(_ step: Step) -> String {
    let date = Date(timeIntervalSince1970: Double(step.milliseconds) / 1_000)
      .formatted(.iso8601)
    let content = String(decoding: step.content.bytes, as: UTF8.self)
    let incident = step.incident.map { " [\(VisibleText.escaped($0))]" } ?? ""
    return
      "\(step.sequence)  \(date)  \(step.kind.rawValue)\(incident)  \(VisibleText.escaped(step.author))  "
      + "\(VisibleText.escaped(content))\n"
  }
}
