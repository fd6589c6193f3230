import ArgumentParser
import Audit
import CommandSupport
import Kernel
import State

/// `sentinel audit`: checks, exports and plays back the log.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Checks, exports and replays the signed log of every decision.",
    discussion: """
      The log only grows: each entry is chained to the one before it, and signed with the whole \
      tree of entries so far. Its formats are those of C2SP (signed notes, checkpoints, tiles), \
      which other tools read.

      Examples:
        sentinel audit verify
        sentinel audit export ./log && sentinel audit verify ./log --key "$(cat known.vkey)"
        sentinel audit replay --incident I7

      Exit codes: 0 done, and all is well; 1 something was changed, cut off, forked or signed by \
      another key; 2 usage; 3 a file cannot be read or written; 4 there is no log.
      """,
    subcommands: [
      AuditVerifyCommand.self, AuditExportCommand.self, AuditReplayCommand.self,
      AuditProveCommand.self,
    ])
}

/// The log of a state folder, or an exported one.
enum LogSource {
  case state(StateFolder)
  case export(BytePath)

  /// What a folder that was named holds; the state folder when none was.
  init(folder: String?, state: StateOptions) throws {
    guard let folder else {
      self = .state(try state.folder())
      return
    }
    guard state.state == nil else {
      throw ExitFailure.usage("name a folder or --state, not both")
    }
    let path = BytePath(folder)
    if FileSystem.exists(path.appending("audit")) && !FileSystem.exists(path.appending("tile")) {
      self = .state(try StateFolder(named: folder, environment: .current()))
    } else {
      self = .export(path)
    }
  }

  /// Whether there is anything to check.
  var exists: Bool {
    switch self {
    case .state(let state): state.log.exists
    case .export(let path):
      ["checkpoint", "vkey", "tile"].contains { FileSystem.exists(path.appending($0)) }
    }
  }

  /// Where it is.
  var path: BytePath {
    switch self {
    case .state(let state): state.log.path
    case .export(let path): path
    }
  }

  /// Checks it.
  func report(key: VerifierKey?, anchors: [BytePath]) -> LogCheck.Report {
    switch self {
    case .state(let state): LogCheck.report(on: state.log, key: key, anchors: anchors)
    case .export(let path): TileCheck.report(on: path, key: key, anchors: anchors)
    }
  }

  /// Its entries.
  func entries() throws -> [AuditEntry] {
    switch self {
    case .state(let state): try LogCheck.entries(of: state.log)
    case .export(let path): try TileCheck.entries(in: path)
    }
  }

  /// Ends the program with code 4 when there is nothing.
  func require() throws {
    if !exists { throw ExitFailure(code: 4, message: "there is no log in \(path)") }
  }
}
