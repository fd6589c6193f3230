internal import CKernel
internal import Glibc
internal import Kernel
internal import Policy

/// One start of the launcher: hands it the plan, passes signals on, and takes its result.
struct LauncherSession: ~Copyable {
  /// What the launcher reported.
  struct Report: ~Copyable {
    var result: sentinel_result
    var denials: [sentinel_denial]
    /// The upper layer's folder, for an overlay.
    var upper: Descriptor?
  }

  private let socket: Descriptor
  private let process: ChildProcess

  /// Starts the launcher with its descriptors and the caller's streams; it waits for a plan.
  ///
  /// The kernel refuses a process to send descriptors while its user has more of them in flight than
  /// it may have open itself. What payloads hold of that stays below half of the bound that this
  /// process passes on, so it takes the highest that it can have.
  init(launcher: BytePath, streams: [Int32]) throws(KernelFailure) {
    guard sentinel_allow_descriptors(.max) == 0 else { throw KernelFailure.last("setrlimit") }
    let sockets = try Handles.socketPair()
    let own = try Handles.process(getpid())
    let process = try ChildProcess.spawn(
      launcher, arguments: [Array("sentinel-launch".utf8)], environment: [],
      descriptors: streams + [sockets.other.number, own.number])
    self.process = process
    socket = sockets.keepOwn()
  }

  /// The launcher, below which the sandbox's processes are.
  var launcherProcess: Int32 { process.id }

  /// Hands the plan over, with which the launcher begins; one that is gone has said why, which
  /// ``finish(signals:cancellation:network:)`` tells.
  ///
  /// With egress rules it gets `broker`, a socket to whoever takes the gateway's listeners.
  borrowing func begin(_ plan: LaunchPlan, broker: Int32?) throws(KernelFailure) {
    let planFile = try Handles.sealedFile("plan", plan.json)
    let filterFile = try Handles.sealedFile("filter", plan.filter.program)
    let carried = [planFile.number, filterFile.number] + (broker.map { [$0] } ?? [])
    guard unsafe sentinel_send_descriptors(socket.number, carried, carried.count) == 0 else {
      let failure = KernelFailure.last("sendmsg", "plan")
      if failure.number == EPIPE || failure.number == ECONNRESET { return }
      throw failure
    }
  }

  /// Ends a launcher that got no plan.
  consuming func abandon() {
    let process = process
    _ = consume socket
    _ = try? process.wait()
  }

  /// Waits for the result, passing on what arrives at `signals`; the launcher is gone in any case.
  ///
  /// Readable `cancellation` ends the run.
  /// The network is served meanwhile.
  consuming func finish(
    signals: Int32?, cancellation: Int32?, network: LiveEgress?
  ) throws(KernelFailure) -> Report {
    var report: Report?
    do throws(KernelFailure) {
      report = try receive(
        signalNumber: signals ?? -1, cancellation: cancellation ?? -1, network: network)
    } catch {
      process.send(SIGKILL)
      _ = try? process.wait()
      throw error
    }
    let ending = try? process.wait()
    guard let report else { throw Self.loss(ending) }
    return report
  }

  /// Why a launcher did not report.
  private static func loss(_ ending: ChildProcess.Ending?) -> KernelFailure {
    switch ending {
    case .signalled(SIGALRM): KernelFailure(call: "setting up", number: ETIMEDOUT)
    case .signalled(let signal):
      KernelFailure(call: "supervising, ended by signal \(signal)", number: ECONNRESET)
    // Its exit status is the errno then.
    case .exited(let code) where code != 0: KernelFailure(call: "supervising", number: code)
    default: KernelFailure(call: "supervising", number: ECONNRESET)
    }
  }

  private borrowing func receive(
    signalNumber: Int32, cancellation: Int32, network: LiveEgress?
  ) throws(KernelFailure) -> Report? {
    var isCancelled = false
    while true {
      var watched = [
        pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signalNumber, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isCancelled ? -1 : cancellation, events: Int16(POLLIN), revents: 0),
      ]
      let own = watched.count
      watched += network?.watched ?? []
      let count = unsafe poll(&watched, nfds_t(watched.count), -1)
      if count < 0 && errno != EINTR { throw KernelFailure.last("poll") }
      if watched[0].revents != 0 { return try receiveReport() }
      if watched[1].revents != 0 {
        let number = sentinel_next_signal(signalNumber)
        if number > 0 { order(signal: number) }
      }
      network?.serve(watched[own...])
      if watched[2].revents != 0 {
        isCancelled = true
        order(signal: 0)
      }
    }
  }

  private borrowing func order(signal: Int32) {
    var order = sentinel_order(signal: signal)
    _ = unsafe send(socket.number, &order, MemoryLayout<sentinel_order>.size, Int32(MSG_NOSIGNAL))
  }

  private borrowing func receiveReport() throws(KernelFailure) -> Report? {
    var result = sentinel_result()
    var descriptor: Int32 = -1
    let size = MemoryLayout<sentinel_result>.size
    var count = unsafe sentinel_receive(socket.number, &result, size, &descriptor)
    // A launcher that ended without reading its plan: what it sent before comes after that.
    if count < 0, errno == ECONNRESET {
      count = unsafe sentinel_receive(socket.number, &result, size, &descriptor)
    }
    guard count >= 0 else { throw KernelFailure.last("recvmsg", "result") }
    guard count == size else { return nil }
    let denials = result.denial_count > 0 ? receiveDenials() : []
    // Records that did not arrive are counted like those that had no place.
    result.denials_unrecorded += UInt64(max(0, Int(result.denial_count) - denials.count))
    return Report(
      result: result, denials: denials,
      upper: descriptor >= 0 ? Descriptor(owning: descriptor) : nil)
  }

  private borrowing func receiveDenials() -> [sentinel_denial] {
    var denials = [sentinel_denial](repeating: sentinel_denial(), count: Int(SENTINEL_DENIALS))
    var none: Int32 = -1
    let bytes = unsafe denials.withUnsafeMutableBytes {
      guard let base = $0.baseAddress else { return 0 }
      return unsafe sentinel_receive(socket.number, base, $0.count, &none)
    }
    return Array(denials.prefix(max(0, bytes) / MemoryLayout<sentinel_denial>.size))
  }
}
