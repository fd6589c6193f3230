import CKernel
import Egress
import FoundationEssentials
import Glibc
import Kernel
import NetworkSpace
import Synchronization
import TestSupport

/// The real broker, with a network of its own in place of a sandbox and this test in place of the
/// launcher and the command line.
final class RunningBroker: Sendable {
  let home: NetworkHome
  let process: ChildProcess
  let control: Wire
  private let told = Mutex<[BrokerMessage]>([])

  /// Starts it and waits until it serves.
  ///
  /// `ports` get a listener each; the resolver's port always has its two.
  init(
    _ configuration: BrokerConfiguration, ports: [UInt16], caller: Int32 = getpid(),
    filter: [UInt8]? = nil, isIPv6: Bool = false, descriptorLimit: Int? = nil
  ) throws {
    home = try NetworkHome()
    let control = try Handles.socketPair()
    let launcher = try Handles.socketPair()
    let null = try Descriptor.open("/dev/null", O_RDWR)
    let pidfd = try Handles.process(caller)
    let program = Executables.shared.egress.path
    let limit = descriptorLimit.map { ["prlimit", "--nofile=\($0):\($0)", program] }
    process = try ChildProcess.spawn(
      BytePath(limit == nil ? program : "/usr/bin/prlimit"),
      arguments: (limit ?? ["sentinel-egress"]).map { Array($0.utf8) },
      environment: [],
      descriptors: [
        null.number, null.number, 2, control.other.number, pidfd.number,
      ])
    let json = try JSONEncoder().encode(configuration)
    let configurationFile = try Handles.sealedFile("configuration", Array(json))
    let filterProgram = filter ?? (configuration.confine ? BrokerFilter.program : [])
    let filterFile = try Handles.sealedFile("filter", filterProgram)
    let carried = [configurationFile.number, filterFile.number, launcher.other.number]
    guard unsafe sentinel_send_descriptors(control.own.number, carried, carried.count) == 0 else {
      throw KernelFailure.last("sendmsg")
    }
    try? Self.hand(
      .init(SPACE_RESOLVER.rawValue), SENTINEL_LISTENER_RESOLVER_UDP, 53, home, launcher.own, isIPv6
    )
    try? Self.hand(SPACE_LISTENER, SENTINEL_LISTENER_RESOLVER_TCP, 53, home, launcher.own, isIPv6)
    for port in ports {
      try? Self.hand(SPACE_LISTENER, SENTINEL_LISTENER_TCP, port, home, launcher.own, isIPv6)
    }
    var last = sentinel_listener()
    _ = unsafe send(launcher.own.number, &last, MemoryLayout<sentinel_listener>.size, 0)
    self.control = Wire(control.keepOwn())
    let answer = Wire(launcher.keepOwn())
    // One that ends early resets the socket: what was sent to it is unread.
    let ready = try? answer.receive(1)
    guard ready == [UInt8(ascii: "r")] else {
      throw KernelFailure(call: "broker: \(try message()?.failed ?? "nothing")", number: EPROTO)
    }
    let first = try message()
    guard first?.ready == true else { throw KernelFailure(call: "ready", number: EPROTO) }
    told.withLock { $0.append(first ?? BrokerMessage()) }
  }

  deinit {
    kill(process.id, SIGKILL)
    _ = try? process.wait()
  }

  private static func hand(
    _ kind: space_socket, _ listener: sentinel_listener_kind, _ port: UInt16, _ home: NetworkHome,
    _ launcher: borrowing Descriptor, _ isIPv6: Bool
  ) throws {
    for family in isIPv6 ? [false, true] : [false] {
      let socket = try home.socket(kind, port: port, isIPv6: family)
      var record = sentinel_listener(
        kind: UInt32(listener.rawValue), is_ipv6: family ? 1 : 0, port: UInt32(port))
      let size = MemoryLayout<sentinel_listener>.size
      guard unsafe sentinel_send_with_descriptor(launcher.number, &record, size, socket.number) == 0
      else { throw KernelFailure.last("sendmsg") }
    }
  }

  /// The Landlock ABI that it says confines it.
  var landlock: Int? { told.withLock { $0.first?.landlock } }

  /// How many descriptors it has open; nil when only root may know.
  var openDescriptors: Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd").count
  }

  /// The next message of the broker; nil at its end.
  ///
  /// Whose a connection is, is not for this test to say.
  func message() throws -> BrokerMessage? {
    var bytes = try control.receive(1 << 17)
    while bytes.count == MemoryLayout<sentinel_seek>.size, bytes[0] != UInt8(ascii: "{") {
      bytes = try control.receive(1 << 17)
    }
    guard !bytes.isEmpty else { return nil }
    return try JSONDecoder().decode(BrokerMessage.self, from: Data(bytes))
  }

  /// The next message that fulfils a condition; others are dropped.
  func message(where isWanted: (BrokerMessage) -> Bool) throws -> BrokerMessage? {
    try messages(until: isWanted).last
  }

  func order(_ fill: (inout BrokerOrder) -> Void) throws {
    var order = BrokerOrder()
    fill(&order)
    try control.send(JSONEncoder().encode(order))
  }

  /// What it said up to a message that fulfils a condition.
  func messages(until isLast: (BrokerMessage) -> Bool) throws -> [BrokerMessage] {
    var all: [BrokerMessage] = []
    while let next = try message() {
      all.append(next)
      if isLast(next) { return all }
    }
    // What was asked for did not come before the end.
    return []
  }

  /// Ends it; its records and totals.
  func finish() throws -> (records: [EgressRecord], end: BrokerSummary, denied: [String]) {
    try order { $0.finish = true }
    let all = try messages { $0.end != nil }
    return (
      all.flatMap { $0.records ?? [] }, all.last?.end ?? BrokerSummary(), all.compactMap(\.denied)
    )
  }

  /// A connection from inside to an address.
  func connect(_ address: String, _ port: UInt16, isIPv6: Bool = false) throws -> Wire {
    let wire = Wire(try home.socket(SPACE_STREAM, isIPv6: isIPv6))
    try wire.connect(to: address, port)
    return wire
  }

  /// A connection from inside to a name, which is asked for first.
  func connect(name: String, _ port: UInt16) throws -> Wire {
    try connect(try address(of: name), port)
  }

  /// The address of a name; an error when there is none.
  func address(of name: String) throws -> String {
    let answer = try ask(name)
    guard let address = answer.addresses.first else {
      throw KernelFailure(call: "resolve code \(answer.code)", object: name, number: ENOENT)
    }
    return address
  }

  struct Answer {
    var code: UInt8
    var addresses: [String]
    var text: String
  }

  /// Asks the resolver from inside; over UDP a few times, as resolvers do, since datagrams may be lost.
  func ask(
    _ name: String, type: UInt16 = 1, server: String = "198.18.0.53", overTCP: Bool = false
  ) throws -> Answer {
    let wire = Wire(try home.socket(overTCP ? SPACE_STREAM : SPACE_DATAGRAM))
    try wire.connect(to: server, 53)
    var question: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]
    for label in name.split(separator: ".") { question += [UInt8(label.utf8.count)] + label.utf8 }
    question += [0, UInt8(type >> 8), UInt8(type & 0xff), 0, 1]
    question += [0, 0, 41, 0x04, 0xd0, 0, 0, 0, 0, 0, 0]
    var message: [UInt8] = []
    for attempt in 1...3 where message.isEmpty {
      try wire.send(overTCP ? [0, UInt8(question.count)] + question : question)
      do {
        message = try wire.receive()
      } catch let failure as KernelFailure where failure.number == EAGAIN && !overTCP && attempt < 3
      {
      }
    }
    if overTCP { message.removeFirst(2) }
    return Self.parse(message, question: question.count - 11)
  }

  private static func parse(_ message: [UInt8], question: Int) -> Answer {
    var answer = Answer(
      code: message[3] & 0x0f, addresses: [], text: String(decoding: message, as: UTF8.self))
    var position = question
    for _ in 0..<Int(message[7]) where position + 12 <= message.count {
      let length = Int(message[position + 11])
      let data = message[(position + 12)..<(position + 12 + length)]
      if let address = IPAddress(bytes: data) { answer.addresses.append(address.description) }
      position += 12 + length
    }
    return answer
  }
}
