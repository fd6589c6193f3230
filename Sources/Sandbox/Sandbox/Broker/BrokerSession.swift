internal import CKernel
internal import Egress
internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Policy

/// One broker process: it gets its configuration, takes the gateway's listeners, and tells in the end
/// what was reached and what was not.
struct BrokerSession: ~Copyable {
  /// What the broker told at its end.
  struct Report {
    var records: [EgressRecord] = []
    var summary: BrokerSummary?
    /// The answer to an order that was still with it.
    var answer: BrokerMessage?
    /// What the credential grants were used for.
    var grants: [GrantUse] = []
    /// Why it ended before it was asked to.
    var failure: String?
  }

  /// What a message of the broker was.
  enum Heard {
    case message(BrokerMessage)
    /// Sockets that the launcher has made for this process, which are the receiver's now.
    case sockets([Int32])
    /// Somebody's conversation, whose it is to be found out.
    case seek(sentinel_seek)
    case end
  }

  /// The launcher's end of the socket over which the listeners come, until it is handed over.
  private var forLauncher: Descriptor?

  private let control: Descriptor
  private let process: ChildProcess
  private var failure: String?
  private var isOver = false

  /// Starts the program with its configuration and its own filter.
  init(
    program: BytePath, configuration: BrokerConfiguration, filter: CompiledFilter
  ) throws {
    let text = try JSONEncoder().encode(configuration)
    let configurationFile = try Handles.sealedFile("configuration", Array(text))
    let filterFile = try Handles.sealedFile("filter", filter.program)
    let own = try Handles.process(getpid())
    let control = try Handles.socketPair()
    let listeners = try Handles.socketPair()
    let null = try Descriptor.open("/dev/null", O_RDWR)
    let process = try ChildProcess.spawn(
      program, arguments: [Array("sentinel-egress".utf8)], environment: [],
      descriptors: [null.number, null.number, 2, control.other.number, own.number])
    let carried = [configurationFile.number, filterFile.number, listeners.own.number]
    guard unsafe sentinel_send_descriptors(control.own.number, carried, carried.count) == 0 else {
      let failure = KernelFailure.last("sendmsg", "broker")
      process.send(SIGKILL)
      _ = try? process.wait()
      throw failure
    }
    self.process = process
    self.control = control.keepOwn()
    forLauncher = listeners.keepOther()
  }

  /// The launcher's end, for ``LauncherSession/begin(_:broker:)``; -1 when it was handed over.
  var launcherNumber: Int32 {
    switch forLauncher {
    case .some(let end): end.number
    case .none: -1
    }
  }

  /// Closes the own copy of it: the broker must see the launcher's end when the launcher is gone.
  mutating func handedOver() { forLauncher = nil }

  /// Readable when the broker has something to say; -1 when it has ended.
  var number: Int32 { isOver ? -1 : control.number }

  /// Takes one message.
  mutating func hear() -> Heard {
    let heard = receive()
    if case .message(let message) = heard, let reason = message.failed { failure = reason }
    if case .end = heard { isOver = true }
    return heard
  }

  /// Sends an order with descriptors, of which the caller keeps its own; false when it cannot be sent
  /// now.
  borrowing func send(_ order: BrokerOrder, carrying descriptors: [Int32] = []) -> Bool {
    guard !isOver, let bytes = try? Array(JSONEncoder().encode(order)) else { return false }
    return unsafe sentinel_send_message(
      control.number, bytes, bytes.count, descriptors, descriptors.count) == 0
  }

  /// Says that the owner of a conversation was looked for; a refusal may wait for that.
  borrowing func didSeek(_ number: UInt32) {
    unsafe withUnsafeBytes(of: number) { bytes in
      _ = unsafe sentinel_send_message(control.number, bytes.baseAddress, bytes.count, nil, 0)
    }
  }

  /// Asks for the records and waits for the end; a broker that does not answer in time is killed.
  consuming func finish() -> Report {
    var report = Report()
    var order = BrokerOrder()
    order.finish = true
    if send(order) {
      while isReadable() {
        let heard = receive()
        if case .end = heard { break }
        guard case .message(let message) = heard else { continue }
        report.records += message.records ?? []
        if message.policy != nil { report.answer = message }
        report.grants += message.grants ?? []
        if let reason = message.failed { failure = reason }
        if let end = message.end {
          report.summary = end
          break
        }
      }
    }
    report.failure = failure ?? (report.summary == nil ? "it ended before the command" : nil)
    if report.summary == nil { process.send(SIGKILL) }
    _ = try? process.wait()
    return report
  }

  /// Ten seconds are more than the longest answer takes.
  private borrowing func isReadable() -> Bool {
    var watched = pollfd(fd: control.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, 10_000) > 0
  }

  /// Ends a broker whose run never began.
  consuming func abandon() {
    let process = process
    process.send(SIGKILL)
    _ = try? process.wait()
  }

  private borrowing func receive() -> Heard {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var fds = [Int32](repeating: -1, count: 16)
    var found = 0
    let count = unsafe sentinel_receive_descriptors(
      control.number, &buffer, buffer.count, &fds, &found)
    guard count > 0 else { return .end }
    if found > 0 { return .sockets(Array(fds.prefix(found))) }
    // JSON starts with a brace, such a record with 0 or 1.
    if count == MemoryLayout<sentinel_seek>.size, buffer[0] != UInt8(ascii: "{") {
      return .seek(
        unsafe buffer.withUnsafeBytes { unsafe $0.loadUnaligned(as: sentinel_seek.self) })
    }
    var message = BrokerMessage()
    message.failed = "it said what nobody understands"
    return .message(
      (try? JSONDecoder().decode(BrokerMessage.self, from: Data(buffer[..<count]))) ?? message)
  }
}
