internal import CKernel
internal import Glibc
internal import Kernel
internal import Policy
internal import YAML

/// Tries the ways out of a sandbox that is like the one a command would get, and has nothing else in it.
///
/// The same profile, workspace and limits, a network and a broker of its own: what the probes ask for
/// takes nothing from the command's budgets and does not stand in its records. The launcher's own
/// program tries them, after the last layer is in force; nothing of the sandbox's tools is trusted.
struct EgressSelfTest {
  /// What the probes are to look for outside, which really is there.
  struct Targets {
    /// The name of an abstract socket that listens.
    var abstract: String
    /// A port of the host's loopback on which somebody listens.
    var port: UInt16
    /// Processes of the host.
    var processes: [Int32]

    var json: PlanJSON.Value {
      .object([
        ("abstract", .text(abstract)), ("port", .number(UInt64(port))),
        ("processes", .list(processes.map { .number(UInt64($0)) })),
      ])
    }
  }

  /// Probes take tenths of a second; one that hangs is no pass.
  private static let mostMilliseconds: UInt64 = 20_000

  let host: HostFacts

  /// Runs all probes.
  func run(_ request: RunRequest) -> SelfTestReport {
    var report = SelfTestReport()
    do {
      let abstract = "sentinel-self-test-\(UInt64.random(in: 0 ... .max))"
      let unix = unsafe BytePath(abstract).withPointer { unsafe sentinel_abstract_listen($0) }
      guard unix >= 0 else { throw KernelFailure.last("listen") }
      let listener = Descriptor(owning: unix)
      var port: UInt16 = 0
      let loopback = try Self.listenOnLoopback(&port)
      let output = try Handles.scratchFile("self-test")
      let null = try Descriptor.open("/dev/null", O_RDWR)
      var probe = request
      probe.wantsSelfTest = false
      probe.selfTest = Targets(abstract: abstract, port: port, processes: [getpid(), getppid()])
      probe.control = nil
      probe.wantsChanges = false
      probe.streams = [null.number, output.number, null.number]
      probe.profile.terminal = .none
      let wall = min(request.profile.limits.wall.milliseconds, Self.mostMilliseconds)
      probe.profile.limits.wall = TimeLimit(milliseconds: wall)
      let outcome = SandboxRun(host: host).run(probe)
      let result = outcome.result
      outcome.discard()
      // Until here somebody listened.
      _ = consume listener
      _ = consume loopback
      report.milliseconds = result.wallMilliseconds
      guard result.status == .ok else {
        report.fail(result.reason ?? "its sandbox ended with the status \(result.status.rawValue)")
        return report
      }
      guard lseek(output.number, 0, SEEK_SET) == 0 else { throw KernelFailure.last("lseek") }
      report.read(try output.readAll(limit: 1 << 16))
    } catch {
      report.fail("\(error)")
    }
    return report
  }

  /// Somebody who listens on the host's loopback.
  private static func listenOnLoopback(_ port: inout UInt16) throws(KernelFailure) -> Descriptor {
    let number = sentinel_socket(0, 0)
    guard number >= 0 else { throw KernelFailure.last("socket") }
    let listener = Descriptor(owning: number)
    var place = sentinel_endpoint()
    (place.bytes.0, place.bytes.3) = (127, 1)
    guard unsafe sentinel_listen(number, &place, 16) == 0,
      unsafe sentinel_local_endpoint(number, &place) == 0
    else { throw KernelFailure.last("listen") }
    port = place.port
    return listener
  }
}
