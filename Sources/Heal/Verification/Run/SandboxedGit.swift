package import Git
internal import Glibc
internal import Kernel
internal import Policy
internal import Sandbox
internal import Text
internal import YAML

/// Git in a sandbox: no network, no variables of the caller, and of the host nothing but the system's
/// own programs and the folders that a call names.
package struct SandboxedGit: ConfinedGit {
  private static let memoryBytes: UInt64 = 4 << 30
  private let machine: TrialMachine

  /// Makes one for a machine, whose profile is tightened further.
  package init(on machine: TrialMachine) { self.machine = machine }

  /// See ``/Git/ConfinedGit/run(_:)``.
  package func run(_ call: ConfinedCall) throws(GitFailure) -> [UInt8] {
    do {
      return try attempt(call)
    } catch let failure as GitFailure {
      throw failure
    } catch {
      throw .file("git could not be confined: \(error)")
    }
  }

  private func attempt(_ call: ConfinedCall) throws -> [UInt8] {
    let input = try Handles.sealedFile("git-in", call.input)
    lseek(input.number, 0, SEEK_SET)
    let output = try Handles.scratchFile("git-out"), errors = try Handles.scratchFile("git-errors")
    var request = request(call)
    request.streams = [input.number, output.number, errors.number]
    let outcome = SandboxRun(host: machine.host).run(request)
    let result = outcome.result
    outcome.discard()
    switch result.status {
    case .ok: break
    case .nonzero:
      lseek(errors.number, 0, SEEK_SET)
      let text = try errors.readAll(limit: 1 << 28)
      throw GitFailure.git(call.task, VisibleText.escaped(Array(text.prefix(500))))
    case .timeout, .cpuLimit, .outputLimit, .oom, .pidsLimit, .diskLimit:
      throw GitFailure.unbounded(call.task)
    default:
      let remedy = result.remedy.map { "; \($0)" } ?? ""
      throw GitFailure.file(
        "git \(call.task) could not be confined: \(result.reason ?? result.status.rawValue)\(remedy)"
      )
    }
    lseek(output.number, 0, SEEK_SET)
    return try output.readAll(limit: call.outputBytes)
  }

  private func request(_ call: ConfinedCall) -> RunRequest {
    var profile = machine.profile
    profile.environment.pass = []
    profile.networkMode = .none
    profile.networkRules = []
    profile.terminal = .none
    // Git is the system's: what the caller's PATH names is not needed.
    profile.filesystem.toolchains = .none
    profile.limits.memory = ByteCount(bytes: Self.memoryBytes)
    profile.limits.output = ByteCount(bytes: UInt64(call.outputBytes) + 1 << 20)
    profile.limits.fileSize = ByteCount(bytes: UInt64(call.fileBytes))
    profile.limits.wall = TimeLimit(milliseconds: UInt64(call.seconds) * 1000)
    profile.limits.cpuTime = TimeLimit(milliseconds: UInt64(call.seconds) * 2000)
    profile.limits.pids = 64
    var request = RunRequest(
      profile: profile, command: (["/usr/bin/git"] + call.arguments).map { Array($0.utf8) })
    request.directory = "/tmp"
    request.isolation = machine.isolation
    request.variables =
      call.variables.filter { !["PATH", "HOME"].contains($0.key) }
      .map { Array("\($0)=\($1)".utf8) }
    let mount = { (path: BytePath, isWritable: Bool) in
      var mount = RunRequest.ExtraMount(
        source: path, target: path, isWritable: isWritable, execute: false)
      mount.isScratch = isWritable
      return mount
    }
    request.extraMounts =
      call.readable.map { mount($0, false) } + call.writable.map { mount($0, true) }
    return request
  }
}
