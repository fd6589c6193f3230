internal import CKernel
internal import Glibc
internal import Kernel
internal import Text
internal import YAML

/// What the launcher's outcome means to the caller: status, exit code and a sentence.
struct RunExitStatus {
  var status: RunResult.Status
  var exitCode: Int32
  var signal: Int32?
  var reason: String?
  var remedy: String?
  var stage: String?
  var errno: Int32?

  init(_ raw: sentinel_result, plan: LaunchPlan) {
    let limits = Self.limits(raw.limits_hit)
    switch sentinel_outcome(raw.outcome) {
    case SENTINEL_OUTCOME_EXITED: self = Self.exited(raw.exit_code, limits)
    case SENTINEL_OUTCOME_SIGNALED: self = Self.signalled(raw, limits, plan)
    case SENTINEL_OUTCOME_WALL:
      self = Self.ended(.timeout, 124, "the wall-clock limit was reached", "--timeout")
    case SENTINEL_OUTCOME_CPU:
      self = Self.ended(.cpuLimit, 124, "the processor-time limit was reached", "--cpu-time")
    case SENTINEL_OUTCOME_MEMORY:
      self = Self.ended(.oom, 137, "the memory limit was reached", "--memory")
    case SENTINEL_OUTCOME_OUTPUT:
      self = Self.ended(.outputLimit, 123, "the output limit was reached", "--output-limit")
    case SENTINEL_OUTCOME_DISK:
      self = Self.ended(.diskLimit, 123, "the disk limit was reached", "--disk")
    case SENTINEL_OUTCOME_ABANDONED:
      self = RunExitStatus(
        status: .signal, exitCode: 130, signal: 9, reason: "the run was called off")
    case SENTINEL_OUTCOME_STALLED:
      self = RunExitStatus(
        status: .signal, exitCode: 137, signal: 9,
        reason: "the command kept the supervisor from its work for seconds, and was ended",
        remedy: "it changed files or its memory so that whoever looks at them has to wait")
    default: self = Self.failed(raw)
    }
    if status != .setupFailed, raw.error != 0 { loseOutput(raw.error) }
  }

  /// A command that ended well has not, when nobody can read what it said.
  private mutating func loseOutput(_ number: Int32) {
    if exitCode == 0 { exitCode = 70 }
    reason = KernelFailure(call: "writing the command's output", number: number).description
    remedy = "what came after that is lost: make room where the output goes"
  }

  private init(
    status: RunResult.Status, exitCode: Int32, signal: Int32? = nil, reason: String? = nil,
    remedy: String? = nil
  ) {
    self.status = status
    self.exitCode = exitCode
    self.signal = signal
    self.reason = reason
    self.remedy = remedy
  }

  private static func ended(
    _ status: RunResult.Status, _ code: Int32, _ reason: String, _ option: String
  ) -> RunExitStatus {
    RunExitStatus(
      status: status, exitCode: code, signal: 9, reason: reason,
      remedy: "raise it with \(option) or in the profile's limits")
  }

  /// A command that failed after bumping into a limit most likely failed because of it.
  private static func exited(_ code: Int32, _ limits: [RunResult.LimitName]) -> RunExitStatus {
    if code == 0 { return RunExitStatus(status: .ok, exitCode: 0) }
    if limits.contains(.pids) {
      return ended(.pidsLimit, 123, "the command failed after the process limit", "--pids")
    }
    if limits.contains(.disk) {
      return ended(.diskLimit, 123, "the command failed with its disk full", "--disk")
    }
    return RunExitStatus(status: .nonzero, exitCode: code)
  }

  private static func signalled(
    _ raw: sentinel_result, _ limits: [RunResult.LimitName], _ plan: LaunchPlan
  ) -> RunExitStatus {
    let signal = raw.signal
    // Anybody can send the signal; only the time used tells whether the limit did.
    let used = raw.cpu_user_microseconds + raw.cpu_system_microseconds
    let isOutOfTime = used >= plan.cpuTime.milliseconds * 1000
    switch signal {
    case SIGSYS:
      return RunExitStatus(
        status: .deniedKill, exitCode: 128 + signal, signal: signal,
        reason:
          "SIGSYS ended the command: it made a call of a foreign ABI, or sent itself the signal",
        remedy: "32-bit and x32 programs cannot run here; build the program for this machine's ABI")
    case SIGXFSZ:
      return RunExitStatus(
        status: .signal, exitCode: 128 + signal, signal: signal,
        reason: "SIGXFSZ ended the command, as when a file grows past the limit on file sizes",
        remedy: "raise fileSize in the profile's limits")
    case SIGKILL where limits.contains(.memory):
      return ended(.oom, 137, "the memory limit was reached", "--memory")
    case SIGXCPU where isOutOfTime:
      return ended(.cpuLimit, 124, "the processor-time limit was reached", "--cpu-time")
    default:
      if limits.contains(.pids) {
        return ended(.pidsLimit, 123, "the command was ended after the process limit", "--pids")
      }
      return RunExitStatus(
        status: .signal, exitCode: 128 + signal, signal: signal,
        reason: "signal \(signal) ended the command")
    }
  }

  private static func failed(_ raw: sentinel_result) -> RunExitStatus {
    let row = SetupStage(number: raw.stage)
    var detail = raw.detail
    let object = unsafe withUnsafeBytes(of: &detail) {
      unsafe VisibleText.escaped(Array($0.prefix { $0 != 0 }))
    }
    let failure = KernelFailure(call: row?.purpose ?? "set-up", object: object, number: raw.error)
    let isExecute = raw.outcome == SENTINEL_OUTCOME_EXECUTE.rawValue
    let code: Int32 = isExecute ? (raw.error == ENOENT ? 127 : 126) : 125
    var ending = RunExitStatus(
      status: .setupFailed, exitCode: code, reason: failure.description,
      remedy: row?.remedy(errno: raw.error))
    ending.stage = row?.name
    ending.errno = raw.error
    return ending
  }

  /// The names of the launcher's limit bits.
  static func limits(_ bits: UInt32) -> [RunResult.LimitName] {
    let names: [(sentinel_limit, RunResult.LimitName)] = [
      (SENTINEL_LIMIT_WALL, .wall), (SENTINEL_LIMIT_CPU, .cpuTime),
      (SENTINEL_LIMIT_MEMORY, .memory), (SENTINEL_LIMIT_PROCESSES, .pids),
      (SENTINEL_LIMIT_OUTPUT, .output), (SENTINEL_LIMIT_DISK, .disk),
    ]
    return names.filter { bits & $0.0.rawValue != 0 }.map(\.1)
  }
}
