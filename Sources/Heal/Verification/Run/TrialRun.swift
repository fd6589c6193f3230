internal import Glibc
internal import Kernel
package import Patches
internal import Policy
internal import Sandbox
internal import YAML

/// Runs commands on a work copy with a change laid over it, each in a sandbox of its own.
///
/// A command sees the changed tree as its workspace, under the profile `fix`: no network but its own
/// loopback, no variables of the caller, writes to a layer that is thrown away. Neither the work copy
/// nor any other run sees anything of it. Runs wait for their turn when there are as many as the machine bears; cancelling
/// the task ends the command.
package struct TrialRun: Sendable {
  /// What is to be run.
  package struct Request: Sendable {
    /// The command and its arguments; run directly, without a shell.
    package var command: [[UInt8]]
    /// What is laid over the tree; nil for the tree as it is.
    package var changes: ChangeSet?
    /// Further files by path, which replace what is there.
    package var additions: [PatchPath: [UInt8]] = [:]
    /// Files that the command is to write, which are read afterwards.
    package var wanted: [PatchPath] = []
    /// Whether what the command wrote is listed in the result.
    package var wantsChanges = false
    /// The most time; the profile's limit when that is shorter.
    package var milliseconds: Int
    /// Variables beyond the profile's, `NAME=VALUE`.
    package var variables: [String] = []

    /// Asks for a command.
    package init(_ command: [[UInt8]], changes: ChangeSet? = nil, milliseconds: Int) {
      self.command = command
      self.changes = changes
      self.milliseconds = milliseconds
    }
  }

  /// The most bytes of a file that is read afterwards.
  package static let mostFileBytes = 64 << 20

  private let machine: TrialMachine
  private let copy: WorkCopy

  /// Makes a runner for a tree.
  package init(on copy: WorkCopy, machine: TrialMachine) {
    self.machine = machine
    self.copy = copy
  }

  /// Runs a command to its end; failures are part of the record.
  package func run(_ request: Request) async -> RunRecord {
    await machine.slots.enter()
    let record = await started(request)
    await machine.slots.leave()
    return record
  }

  private func started(_ request: Request) async -> RunRecord {
    guard let cancellation = try? CancellationSignal() else {
      return RunRecord(.notRun("no descriptor is left; raise ulimit -n"))
    }
    let runner = self
    return await withTaskCancellationHandler {
      await BlockingThread.run { runner.run(request, cancellation) }
    } onCancel: {
      cancellation.set()
    }
  }

  private func run(_ request: Request, _ cancellation: CancellationSignal) -> RunRecord {
    do {
      let tree = try TrialTree(of: copy, with: request.changes, adding: request.additions)
      let nothing = try Descriptor.open("/dev/null", O_RDONLY)
      let output = try Handles.scratchFile("output"), errors = try Handles.scratchFile("errors")
      var run = sandboxed(request, in: tree.root)
      run.streams = [nothing.number, output.number, errors.number]
      let outcome = SandboxRun(host: machine.host).run(run, cancellation: cancellation.number)
      var record = RunRecord(outcome.result)
      for path in request.wanted {
        let bytes = try? outcome.contents(of: BytePath(path.bytes), limit: Self.mostFileBytes)
        if let bytes { record.files[path] = Self.relative(bytes, to: outcome.place ?? Self.place) }
      }
      let place = outcome.place ?? Self.place
      outcome.discard()
      record.output = Self.relative(try Self.content(of: output), to: place)
      record.errors = Self.relative(try Self.content(of: errors), to: place)
      return record
    } catch {
      return RunRecord(.notRun("\(error)"))
    }
  }

  /// The names that code sees in trials: those of many a machine, so that a candidate cannot behave
  /// for its trial by what a sandbox or Sentinel is called.
  private static let user = "user"
  private static let hostname = "localhost"
  private static let home = "/home/user"
  private static let place: BytePath = "/home/user/project"

  private static func disguise(_ profile: inout EffectiveProfile) {
    let former = profile.environment.set["HOME"]
    profile.identity.user = user
    profile.identity.hostname = hostname
    profile.environment.set["HOME"] = home
    profile.environment.set["USER"] = user
    profile.environment.set["LOGNAME"] = user
    for index in profile.filesystem.temporaries.indices
    where profile.filesystem.temporaries[index].target == former {
      profile.filesystem.temporaries[index].target = home
    }
  }

  private func sandboxed(_ request: Request, in root: BytePath) -> RunRequest {
    var profile = machine.profile
    // A result must not depend on who asks for it.
    profile.environment.pass = []
    profile.terminal = .none
    Self.disguise(&profile)
    let wall = TimeLimit(milliseconds: UInt64(max(1, request.milliseconds)))
    profile.limits.wall = min(profile.limits.wall, wall)
    var run = RunRequest(profile: profile, command: request.command)
    run.workspace = root
    run.workspaceTarget = Self.place
    run.acceptsOtherPlace = true
    run.isolation = machine.isolation
    run.variables = request.variables.map { Array($0.utf8) }
    run.wantsChanges = request.wantsChanges || !request.wanted.isEmpty
    return run
  }

  /// A text in which the files of the tree are named from its root.
  private static func relative(_ text: [UInt8], to root: BytePath) -> [UInt8] {
    let prefix = root.bytes + [UInt8(ascii: "/")]
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == prefix[0], text[index...].starts(with: prefix) {
        index += prefix.count
      } else {
        kept.append(text[index])
        index += 1
      }
    }
    return kept
  }

  private static func content(of file: borrowing Descriptor) throws(KernelFailure) -> [UInt8] {
    lseek(file.number, 0, SEEK_SET)
    return try file.readAll()
  }
}
