internal import CKernel
internal import Egress
internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// The broker as a process: takes what it is handed, confines itself, and serves until it is told to
/// end or its command line is gone.
package enum BrokerProcess {
  /// The descriptors that it is started with.
  private enum Given {
    static let control: Int32 = 3
    static let caller: Int32 = 4
    static let count: Int32 = 5
  }

  /// Why it does not come to serve.
  private struct Failure: Error {
    var reason: String
  }

  /// Runs; never returns.
  ///
  /// With ``AuthorityRequest/argument`` as its one argument it makes a certificate authority, writes
  /// that to its standard output as JSON, and ends.
  package static func run() -> Never {
    sentinel_ignore_broken_pipes()
    if CommandBytes.texts() == [AuthorityRequest.argument] { makeAuthority() }
    do {
      guard sentinel_close_from(Given.count) == 0 else { throw KernelFailure.last("close_range") }
      try serve()
    } catch let failure as Failure {
      report(failure.reason)
    } catch let failure as KernelFailure {
      report(failure.description)
    } catch let mistake as BrokerSetup.Mistake {
      report(mistake.reason)
    } catch {
      report("\(error)")
    }
    exit(1)
  }

  private static func makeAuthority() -> Never {
    guard let carried = try? RunAuthority.make(), let text = try? JSONEncoder().encode(carried),
      case .bytes(text.count) = Socket.write(STDOUT_FILENO, Array(text)[...])
    else { exit(1) }
    exit(0)
  }

  private static func serve() throws {
    let carried = try receiveCarried()
    let setup = try BrokerSetup(configuration(Descriptor(owning: carried[0])))
    let filter = try Descriptor(owning: carried[1]).readFromStart(limit: 1 << 16)
    guard !setup.confine || !filter.isEmpty else {
      throw Failure(reason: "there is no filter to confine the broker with")
    }
    let launcher = Descriptor(owning: carried[2])
    var handed = try receiveListeners(launcher)
    try handed.handOn(to: Given.control)
    guard fcntl(Given.control, F_SETFL, O_NONBLOCK) == 0,
      fcntl(launcher.number, F_SETFL, O_NONBLOCK) == 0
    else { throw KernelFailure.last("fcntl") }
    let own = try Socket.ownAddresses()
    // Two sockets for each connection, pipes for the slow ones, and what else there is.
    let descriptors = setup.limits.connections.clamped(to: 1...100_000) * 6 + 512
    guard sentinel_allow_descriptors(descriptors) == 0,
      sentinel_limit_memory(memoryBytes(setup.limits)) == 0
    else { throw KernelFailure.last("setrlimit") }
    let loop = try EventLoop()
    let pipes = PipePool()
    let abi = setup.confine ? try confine(filter) : 0
    let broker = Broker(setup, loop: loop, ownAddresses: own, pipes: pipes)
    let channel = try ControlChannel(
      socket: Descriptor(owning: Given.control), caller: Descriptor(owning: Given.caller),
      loop: loop)
    let orders = Orders(broker: broker, channel: channel)
    let hasGateway = !handed.all.isEmpty
    try broker.serve(handed)
    guard case .bytes = Socket.write(launcher.number, [UInt8(ascii: "r")][...]) else {
      throw Failure(reason: "the launcher ended before its listeners were served")
    }
    // With a gateway nobody says anything there any more.
    if !hasGateway { try broker.serve(connectionsOf: launcher) }
    var message = BrokerMessage()
    message.ready = true
    message.landlock = Int(abi)
    channel.send(message)
    while true { try withExtendedLifetime(orders) { try loop.turn() } }
  }

  // MARK: What it is handed

  private static func receiveCarried() throws -> [Int32] {
    try wait(for: Given.control)
    var byte = [UInt8](repeating: 0, count: 16)
    let (count, fds) = try receive(Given.control, &byte)
    guard count == 1, fds.count == BrokerCarried.allCases.count else {
      for fd in fds { close(fd) }
      throw Failure(reason: "the first message does not carry what it should")
    }
    return fds
  }

  private static func configuration(_ file: consuming Descriptor) throws -> BrokerConfiguration {
    let bytes = try file.readFromStart(limit: 16 << 20)
    do {
      return try JSONDecoder().decode(BrokerConfiguration.self, from: Data(bytes))
    } catch {
      throw Failure(reason: "the configuration cannot be read: \(error)")
    }
  }

  private static func receiveListeners(_ launcher: borrowing Descriptor) throws -> HandedListeners {
    var handed = HandedListeners()
    while true {
      try wait(for: launcher.number)
      var bytes = [UInt8](repeating: 0, count: MemoryLayout<sentinel_listener>.size)
      let (count, fds) = try receive(launcher.number, &bytes)
      guard count == bytes.count, fds.count <= 1 else {
        throw Failure(reason: "the launcher ended before it handed over its listeners")
      }
      let message = unsafe bytes.withUnsafeBytes { unsafe $0.load(as: sentinel_listener.self) }
      guard try handed.take(message, descriptor: fds.first) else { return handed }
    }
  }

  private static func receive(
    _ socket: Int32, _ bytes: inout [UInt8]
  ) throws(KernelFailure) -> (Int, [Int32]) {
    var fds = [Int32](repeating: -1, count: 16)
    var found = 0
    let count = unsafe sentinel_receive_descriptors(socket, &bytes, bytes.count, &fds, &found)
    guard count >= 0 else { throw KernelFailure.last("recvmsg") }
    return (count, Array(fds.prefix(found)))
  }

  /// Waits until a descriptor can be read, or ends with the command line.
  private static func wait(for fd: Int32) throws(KernelFailure) {
    while true {
      // Of the control socket only its end matters while something else is waited for.
      var list = [
        pollfd(fd: fd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: Given.caller, events: Int16(POLLIN), revents: 0),
        pollfd(fd: Given.control, events: 0, revents: 0),
      ]
      let count = unsafe poll(&list, nfds_t(list.count), -1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw KernelFailure.last("poll") }
      if list[1].revents != 0 { exit(0) }
      if list[0].revents != 0 { return }
      if list[2].revents & Int16(POLLHUP) != 0 { exit(0) }
    }
  }

  // MARK: Confinement

  /// More than the bounds add up to: who gets there has found a fault, and ends the broker by it.
  private static func memoryBytes(_ limits: EgressLimits) -> UInt64 {
    128 << 20 + UInt64(limits.connections.clamped(to: 1...100_000)) << 19
  }

  /// From here on no file can be opened and nothing gained; the filter comes last.
  private static func confine(_ filter: [UInt8]) throws(KernelFailure) -> Int32 {
    guard sentinel_forbid_tracing() == 0, sentinel_drop_privileges() == 0 else {
      throw KernelFailure.last("prctl")
    }
    let abi = sentinel_forbid_files()
    guard abi >= 0 else { throw KernelFailure.last("landlock_restrict_self") }
    guard unsafe sentinel_install_filter(filter, filter.count / 8) == 0 else {
      throw KernelFailure.last("seccomp")
    }
    return abi
  }

  private static func report(_ reason: String) {
    var message = BrokerMessage()
    message.failed = CappedText.visible(Array(reason.utf8), limit: 2000)
    guard let bytes = ControlChannel.encode(message) else { return }
    _ = Socket.write(Given.control, bytes[...])
    // An order that is left unread would reset the socket before the reason is read.
    var buffer = [UInt8](repeating: 0, count: BrokerMessage.limitBytes)
    while case .bytes = Socket.read(Given.control, into: &buffer) {}
  }
}

extension Comparable {
  /// The value, or the end of the range that it is beyond.
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Descriptor {
  /// All bytes of a file, wherever its offset stands: whoever wrote it has left it at the end.
  fileprivate func readFromStart(limit: Int) throws(KernelFailure) -> [UInt8] {
    guard lseek(number, 0, SEEK_SET) == 0 else { throw KernelFailure.last("lseek") }
    return try readAll(limit: limit)
  }
}
