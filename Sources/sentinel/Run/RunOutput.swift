import Glibc
import Kernel
import Sandbox

/// Writes what a run left: result document, patch, and a word on standard error.
struct RunOutput {
  let options: RunCommand

  /// Checks the places before anything is started, so that no run is wasted on a bad path.
  init(options: RunCommand) throws {
    self.options = options
    for path in [options.result, options.diff].compactMap({ $0 }) {
      let target = BytePath(path)
      let folder = target.parent.bytes.isEmpty ? BytePath(".") : target.parent
      guard FileSystem.isAccessible(folder, W_OK) else {
        throw ExitFailure.usage("\(target): its folder does not exist or cannot be written")
      }
      if let status = try? FileStatus.of(target), status.kind != .regular {
        throw ExitFailure.usage("\(target): is there and is no regular file; remove it first")
      }
    }
  }

  /// Writes everything and returns the exit code.
  func write(_ outcome: consuming SandboxRun.Outcome, request: RunRequest) -> Int32 {
    let result = outcome.result
    var code = result.exitCode
    do {
      let document = try Document.encode(result)
      if let path = options.result { try FileSystem.write(document, to: BytePath(path), mode: 0o600) }
      if options.json { Console.output(document) }
    } catch {
      Console.error("sentinel: the result could not be written: \(error)\n")
      code = 70
    }
    outcome.discard()
    explain(result)
    return code
  }

  private func explain(_ result: RunResult) {
    if let reason = result.reason, result.status != .signal {
      Console.error("sentinel: \(reason)\(result.remedy.map { "; \($0)" } ?? "")\n")
    }
    for item in result.quarantined {
      Console.error("sentinel: moved \(item.path) out of the workspace, to \(item.movedTo)\n")
    }
    if let first = result.denials.first {
      let more = result.denials.count - 1
      let rest = more > 0 ? " (and \(more) more in the result)" : ""
      let line = first.allowWith.isEmpty ? "" : "; to allow: \(first.allowWith)"
      Console.error("sentinel: denied \(first.text)\(line)\(rest)\n")
    }
    if result.level == .reduced && options.isolation == .available && !result.missing.isEmpty {
      let names = result.missing.map(\.layer).joined(separator: ", ")
      Console.error("sentinel: ran without: \(names)\n")
    }
  }
}
