import Glibc
import Kernel
import Sandbox

/// Writes what a run left: result document, patch, and a word on standard error.
struct RunOutput {
  let options: RunCommand

  /// Checks the places before anything is started, so that no run is wasted on a bad path.
  init(options: RunCommand) throws {
    self.options = options
    for path in [options.result, options.diff] {
      if let path { try OutputFile.check(path) }
    }
  }

  /// Writes everything and returns the exit code.
  func write(_ outcome: consuming SandboxRun.Outcome, request: RunRequest) -> Int32 {
    let result = outcome.result
    var code = result.exitCode
    do {
      if options.result != nil || options.json {
        let document = try Document.encode(result)
        if let path = options.result {
          try FileSystem.write(document, to: BytePath(path), mode: 0o600)
        }
        if options.json { Console.output(document) }
      }
      if let path = options.diff, result.status != .refused {
        explain(try outcome.writePatch(to: BytePath(path)), path)
      }
    } catch {
      Console.error("sentinel: the result could not be written: \(error)\n")
      code = 70
    }
    outcome.discard()
    explain(result)
    return code
  }

  private func explain(_ omissions: [PatchOmission], _ path: String) {
    for omission in omissions.prefix(5) {
      Console.error(
        "sentinel: not in \(Visible.text(path)): \(omission.path) (\(omission.reason.rawValue))\n")
    }
    if omissions.count > 5 {
      Console.error("sentinel: and \(omissions.count - 5) more that the patch does not carry\n")
    }
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
