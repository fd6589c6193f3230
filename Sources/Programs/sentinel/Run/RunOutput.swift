import CommandSupport
import Egress
import Glibc
import Kernel
import Sandbox
internal import Text

/// Writes what a run left: result document, patch, and a word on standard error.
struct RunOutput: ~Copyable {
  private let options: RunOptions
  private let result: OutputFile?
  private let diff: OutputFile?

  /// Opens the places before anything is started, so that no run is wasted on a bad path.
  init(options: RunOptions) throws {
    let result = try OutputFile.open(options.result)
    let diff = try OutputFile.open(options.diff)
    self.options = options
    self.result = result
    self.diff = diff
  }

  /// Writes everything and returns the exit code; what cannot be written keeps nothing else back.
  borrowing func write(_ outcome: consuming SandboxRun.Outcome) -> Int32 {
    var document = outcome.result
    var code = document.exitCode
    do {
      if document.status != .refused { document.leftOut = try writePatch(outcome) }
    } catch {
      code = lost("the patch", error)
    }
    do {
      try writeFile(document)
    } catch {
      code = lost("the result", error)
    }
    do {
      if options.json { try Console.output(try Document.encode(document)) }
    } catch {
      code = lost("the result", error)
    }
    outcome.discard()
    explain(document)
    return code
  }

  private func lost(_ what: String, _ error: any Error) -> Int32 {
    let reason = (error as? ExitFailure)?.message ?? "\(what) could not be written: \(error)"
    Console.error("sentinel: \(reason)\n")
    return 70
  }

  private borrowing func writeFile(_ document: RunResult) throws {
    switch result {
    case .some(let file):
      let bytes = try Document.encode(document)
      try file.write(mode: 0o600) { (target) throws(KernelFailure) in try target.writeAll(bytes) }
    case .none: break
    }
  }

  /// Returns what the patch does not carry.
  private borrowing func writePatch(
    _ outcome: borrowing SandboxRun.Outcome
  ) throws -> [PatchOmission] {
    switch diff {
    case .some(let file):
      let omissions = try file.write { (target) throws(KernelFailure) in
        try outcome.writePatch(to: target)
      }
      explain(omissions, options.diff ?? "")
      return omissions
    case .none: return []
    }
  }

  /// What was left out because it is dangerous stands first: whoever misses it has to know why.
  private func explain(_ omissions: [PatchOmission], _ path: String) {
    let isDangerous = { (omission: PatchOmission) in
      [.protected, .linkOutside, .gitFolder].contains(omission.reason)
    }
    let sorted = omissions.filter(isDangerous) + omissions.filter { !isDangerous($0) }
    for omission in sorted.prefix(5) {
      Console.error(
        "sentinel: not in \(VisibleText.escaped(path)): \(omission.path) (\(omission.reason.rawValue))\n"
      )
    }
    if omissions.count > 5 {
      Console.error("sentinel: and \(omissions.count - 5) more that the patch does not carry\n")
    }
    if omissions.contains(where: { $0.reason == .protected }) {
      Console.error(
        "sentinel: names that other programs follow are in the patch only with --include-protected\n"
      )
    }
  }

  private func explain(_ result: RunResult) {
    // A signal is told like a shell tells it, by the exit code, unless there is something to do.
    if let reason = result.reason, result.status != .signal || result.remedy != nil {
      Console.error("sentinel: \(reason)\(result.remedy.map { "; \($0)" } ?? "")\n")
    }
    explain(result.quarantined)
    for workspace in result.unfinished {
      Console.error(
        "sentinel: an earlier run was killed while it made its changes in \(workspace): some are "
          + "there and some are not\n")
    }
    if let first = result.denials.first {
      let more = result.denials.count - 1
      let rest = more > 0 ? " (and \(more) more in the result)" : ""
      let line = first.allowWith.isEmpty ? "" : "; to allow: \(first.allowWith)"
      Console.error("sentinel: denied \(first.text)\(line)\(rest)\n")
    }
    if let report = result.egressReport {
      let indented = report.text.split(separator: "\n").map {
        "sentinel: \(VisibleText.escaped(String($0)))\n"
      }
      Console.error(indented.joined())
    }
    if options.isolation != .full, result.hasRun, !result.missing.isEmpty {
      let names = result.missing.map(\.layer).joined(separator: ", ")
      Console.error("sentinel: \(result.level.rawValue) isolation, without: \(names)\n")
    }
  }

  private func explain(_ held: [RunResult.Quarantined]) {
    for item in held.prefix(12) {
      let place = item.movedTo.map { ", and lies in \($0)" } ?? ""
      let reason = item.reason.map { " (\($0))" } ?? ""
      Console.error(
        "sentinel: held back from the workspace: \(item.path), \(item.class.rawValue)\(place)\(reason)\n"
      )
    }
    if held.count > 12 {
      Console.error("sentinel: and \(held.count - 12) more, which the result names\n")
    }
  }
}
