import ArgumentParser
import Audit
import CommandSupport
import Kernel
internal import Text

/// `sentinel audit verify`: whether the log is what was signed, and all of it.
struct AuditVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a log, or an exported one, and says what is wrong with it.",
    discussion: """
      Without --key the log's own key is trusted. If you have seen the log before, pass that key, \
      or a checkpoint of that time as --anchor: nobody can then show you another log or another \
      past.

      Examples:
        sentinel audit verify
        sentinel audit verify ./exported --key "$(cat known.vkey)" --anchor last-month.checkpoint --json

      Exit codes: 0 all is well; 1 it is not; 2 usage; 4 there is no log.
      """)

  @Argument(help: "An exported log, or a state folder.")
  var folder: String?

  @OptionGroup var state: StateOptions

  @Option(help: "The verifier key that you trust: NAME+HEX+BASE64.")
  var key: String?

  @Option(help: "A file with an older checkpoint that the log must contain; repeatable.")
  var anchor: [String] = []

  @Flag(help: "Print the report as JSON.")
  var json = false

  func run() throws {
    let trusted = try key.map { text in
      guard let key = VerifierKey(text) else {
        throw ExitFailure.usage("--key: not a verifier key; write NAME+HEX+BASE64")
      }
      return key
    }
    let anchors = anchor.map { BytePath($0) }
    for path in anchors where !FileSystem.isAccessible(path, 4) {
      throw ExitFailure.usage("\(path): cannot be read")
    }
    let source = try LogSource(folder: folder, state: state)
    try source.require()
    let found = source.report(key: trusted, anchors: anchors)
    let report = AuditReport(found)
    try json ? Console.output(Document.encode(report)) : Console.output(report.text)
    if found.problem != nil { throw ExitCode(1) }
  }
}

/// What checking found, `sentinel.audit/1`.
struct AuditReport: Codable {
  /// The newest checkpoint.
  struct Head: Codable {
    var origin: String
    var size: Int
    var root: String
  }

  var schema = "sentinel.audit/1"
  /// Whether all is well.
  var verified: Bool
  /// Entries that are whole and true.
  var entries: Int
  /// What is wrong, in a sentence; absent when nothing is.
  var problem: String?
  /// The kind of what is wrong.
  var code: AuditError.Code?
  /// The key by which it was checked.
  var key: String?
  /// The newest checkpoint; absent when something is wrong.
  var checkpoint: Head?
  /// Whether it was compared with a checkpoint that is kept elsewhere.
  var anchored: Bool
  /// Bytes of an append that was cut off; the next append puts them aside.
  var tornBytes: Int

  init(_ report: LogCheck.Report) {
    verified = report.problem == nil
    entries = report.entries
    problem = report.problem.map { VisibleText.escaped($0.description) }
    code = report.problem?.code
    key = report.verifier?.description
    checkpoint = report.checkpoint.map {
      Head(origin: $0.origin, size: $0.size, root: $0.root.base64)
    }
    anchored = report.isAnchored
    tornBytes = report.tornBytes
  }

  /// For a person.
  var text: String {
    guard let problem else {
      let torn =
        tornBytes == 0
        ? "" : "the last append was cut off: \(tornBytes) bytes that count for nothing\n"
      return """
        verified: \(entries) entries, each chained and signed
        key: \(key ?? "")
        \(anchored ? "compared" : "not compared") with a checkpoint that is kept elsewhere
        \(torn)
        """
    }
    return "NOT VERIFIED (\(code?.rawValue ?? "")): \(problem)\n"
  }
}
