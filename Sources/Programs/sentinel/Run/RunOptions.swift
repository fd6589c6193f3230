import CommandSupport
import Egress
internal import Policy
import Sandbox
internal import YAML

/// What a command line of `sentinel run` asks for, whichever parser has read it.
struct RunOptions: Equatable {
  var profile = "default"
  var workspace: String?
  var mode: WorkspaceMode?
  var network: NetworkMode?
  var allowHost: [String] = []
  var hosts: String?
  var caBundle: String?
  var upstreamProxy: String?
  var limits = LimitChoices()
  var env: [String] = []
  var result: String?
  var diff: String?
  var egressReport: String?
  var isolation = RunRequest.Isolation.preset
  var control: String?
  var egressSelfTest = false
  var includeProtected = false
  var json = false
  var command: [String] = []

  /// The host and port of the proxy; nil when there is none or it is malformed.
  var proxy: String? {
    guard let upstreamProxy, upstreamProxy.hasPrefix("http://") else { return nil }
    let rest = upstreamProxy.dropFirst(7)
    let place = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard let authority = HTTPAuthority(parsing: Array(place.utf8)), authority.port != nil else {
      return nil
    }
    return authority.description
  }

  /// What is wrong with the combination, and what to write.
  var mistake: String? {
    if diff != nil && mode != nil && mode != .overlay {
      return "--diff needs --mode overlay: other modes keep no difference"
    }
    if command.isEmpty { return "no command: write it after --" }
    for entry in env where entry.isEmpty || entry.hasPrefix("=") || entry.contains("\0") {
      return "--env \"\(entry)\": write NAME or NAME=VALUE"
    }
    if !allowHost.isEmpty, let network, network != .egress {
      return "--allow-host needs --network egress, which it implies: leave --network \(network) out"
    }
    if let upstreamProxy, proxy == nil {
      return "--upstream-proxy \(upstreamProxy): write http://HOST:PORT, without user and path"
    }
    return limits.mistake
  }
}

/// Limits that a command line sets in place of the profile's.
struct LimitChoices: Equatable {
  var memory: ByteCount?
  var cpus: Double?
  var pids: Int?
  var disk: ByteCount?
  var timeout: TimeLimit?
  var cpuTime: TimeLimit?
  var outputLimit: ByteCount?
  var io: ByteCount?

  /// The first value that no run can have, and what to write.
  var mistake: String? {
    if let cpus, !(cpus >= 0.01 && cpus <= 4096) {
      return "--cpus \(cpus): write a number from 0.01 to 4096"
    }
    if let pids, !(1...4_194_304).contains(pids) {
      return "--pids \(pids): write a number from 1 to 4194304"
    }
    if let memory, memory.bytes < 4 << 20 {
      return "--memory \(memory): no program starts in less than 4M"
    }
    return nil
  }

  func apply(to limits: inout Limits) {
    if let memory { limits.memory = memory }
    if let cpus { limits.milliCPUs = max(1, Int(cpus * 1000)) }
    if let pids { limits.pids = pids }
    if let disk { limits.disk = disk }
    if let timeout { limits.wall = timeout }
    if let cpuTime { limits.cpuTime = cpuTime }
    if let outputLimit { limits.output = outputLimit }
    if let io { limits.io = io }
  }
}
