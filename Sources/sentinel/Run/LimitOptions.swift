import ArgumentParser
import Sandbox

/// Limits on the command line, which replace those of the profile.
struct LimitOptions: ParsableArguments {
  @Option(help: "Memory of all processes together, such as 512M.")
  var memory: ByteCount?

  @Option(help: "Processors, such as 1.5.")
  var cpus: Double?

  @Option(help: "Processes and threads.")
  var pids: Int?

  @Option(help: "Bytes of an overlay's layer, such as 1G.")
  var disk: ByteCount?

  @Option(help: "Time until the end, such as 60s or 5m.")
  var timeout: Span?

  @Option(help: "Processor time of all processes, such as 60s.")
  var cpuTime: Span?

  @Option(help: "Bytes of both output streams, such as 16M.")
  var outputLimit: ByteCount?

  func validate() throws {
    if let cpus, !(cpus >= 0.01 && cpus <= 4096) {
      throw ValidationError("--cpus \(cpus): write a number from 0.01 to 4096")
    }
    if let pids, !(1...4_194_304).contains(pids) {
      throw ValidationError("--pids \(pids): write a number from 1 to 4194304")
    }
    if let memory, memory.bytes < 4 << 20 {
      throw ValidationError("--memory \(memory): no program starts in less than 4M")
    }
  }

  func apply(to limits: inout Limits) {
    if let memory { limits.memory = memory }
    if let cpus { limits.milliCPUs = max(1, Int(cpus * 1000)) }
    if let pids { limits.pids = pids }
    if let disk { limits.disk = disk }
    if let timeout { limits.wall = timeout }
    if let cpuTime { limits.cpuTime = cpuTime }
    if let outputLimit { limits.output = outputLimit }
  }
}

extension ByteCount: ExpressibleByArgument {
  /// Reads a size with its unit.
  public init?(argument: String) {
    guard let value = try? ByteCount(parsing: argument) else { return nil }
    self = value
  }
}

extension Span: ExpressibleByArgument {
  /// Reads a duration with its unit.
  public init?(argument: String) {
    guard let value = try? Span(parsing: argument) else { return nil }
    self = value
  }
}

extension WorkspaceMode: ExpressibleByArgument {}
extension NetworkMode: ExpressibleByArgument {}
extension RunRequest.Isolation: ExpressibleByArgument {}
