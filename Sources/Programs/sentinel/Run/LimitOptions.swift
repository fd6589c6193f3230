import ArgumentParser
internal import Policy
import Sandbox
internal import YAML

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

  @Option(help: "Bytes a second from each disk, and as many to it, such as 50M.")
  var io: ByteCount?

  @Option(help: "Time until the end, such as 60s or 5m.")
  var timeout: TimeLimit?

  @Option(help: "Processor time of all processes, such as 60s.")
  var cpuTime: TimeLimit?

  @Option(help: "Bytes of both output streams, such as 16M.")
  var outputLimit: ByteCount?

  /// The values, apart from how they were read.
  var choices: LimitChoices {
    LimitChoices(
      memory: memory, cpus: cpus, pids: pids, disk: disk, timeout: timeout, cpuTime: cpuTime,
      outputLimit: outputLimit, io: io)
  }

  func validate() throws {
    if let mistake = choices.mistake { throw ValidationError(mistake) }
  }
}

extension ByteCount: ExpressibleByArgument {
  /// Reads a size with its unit.
  package init?(argument: String) {
    guard let value = try? ByteCount(parsing: argument) else { return nil }
    self = value
  }
}

extension TimeLimit: ExpressibleByArgument {
  /// Reads a duration with its unit.
  package init?(argument: String) {
    guard let value = try? TimeLimit(parsing: argument) else { return nil }
    self = value
  }
}

extension WorkspaceMode: ExpressibleByArgument {}
extension NetworkMode: ExpressibleByArgument {}
extension RunRequest.Isolation: ExpressibleByArgument {}
