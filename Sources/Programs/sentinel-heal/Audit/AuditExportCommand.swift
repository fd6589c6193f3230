import ArgumentParser
import Audit
import CommandSupport
import Kernel
import State
internal import Text

/// `sentinel audit export`: a folder that a stranger can check.
struct AuditExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the log as a folder that a stranger can check.",
    discussion: """
      The folder has the key, the newest checkpoint, and entries and hashes as tiles; any file server \
      can serve it. The private key stays where it is.

      Example:
        sentinel audit export ./log && sentinel audit verify ./log

      Exit codes: 0 done; 1 the log is not what was signed; 2 usage; 3 a file cannot be written; 4 \
      there is no log.
      """)

  /// The document.
  struct Exported: Codable {
    var schema = "sentinel.audit-export/1"
    var verified = true
    var entries: Int
    var folder: String
  }

  @Argument(help: "The folder to write, which does not exist or is empty.")
  var folder: String

  @OptionGroup var state: StateOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let source = LogSource.state(try state.folder())
    try source.require()
    let checkpoint = try AuditFailure.run {
      try TileExport(try state.folder().log).write(to: BytePath(folder))
    }
    if json {
      return try Console.output(
        Document.encode(Exported(entries: checkpoint.size, folder: folder)))
    }
    try Console.output("\(checkpoint.size) entries written to \(VisibleText.escaped(folder))\n")
  }
}

/// How trouble with a log ends the program.
enum AuditFailure {
  /// Runs `body`; a log that is not what was signed is code 1, a file that fails is code 3.
  static func run<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as AuditError {
      throw ExitFailure(
        code: error.code == .refused ? 2 : 1, message: VisibleText.escaped(error.description))
    } catch let failure as KernelFailure {
      throw ExitFailure(code: 3, message: failure.description)
    }
  }
}
