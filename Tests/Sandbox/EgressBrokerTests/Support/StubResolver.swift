import CKernel
import Egress
import Glibc
import Kernel
import Synchronization

/// A name server of a test, on the host's loopback, over UDP and TCP.
final class StubResolver: Sendable {
  /// What it says about a name: addresses of the kind that was asked for, nil for a name that does
  /// not exist.
  typealias Zone = @Sendable (_ name: String, _ type: UInt16, _ count: Int) -> [String]?

  private let counts = Mutex<[String: Int]>([:])
  private let spellings = Mutex<Set<String>>([])
  private let stream: LocalServer
  private let socket: Wire

  /// As the broker's configuration has it.
  let address: String

  /// How many questions came.
  var questions: Int { counts.withLock { $0.values.reduce(0, +) } }

  /// The spellings in which names came.
  var seenSpellings: Set<String> { spellings.withLock { $0 } }

  /// How many questions of any type came about a name.
  func questions(about name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

  /// With `truncates`, everything must be asked for again over TCP.
  ///
  /// With `lowers` it answers datagrams about names in small letters, as some servers do; addresses
  /// live `seconds`, 0 to 255.
  init(
    truncates: Bool = false, lowers: Bool = false, seconds: UInt8 = 0, _ zone: @escaping Zone
  ) throws {
    let socket = Wire(Descriptor(owning: sentinel_socket(0, 1)), seconds: 3600)
    self.socket = socket
    let box = Box()
    stream = try LocalServer { wire in
      let question = try wire.receive()
      guard let answer = box.answer(Array(question.dropFirst(2)), false) else { return }
      try wire.send([UInt8(answer.count >> 8), UInt8(answer.count & 0xff)] + answer)
    }
    var endpoint = sentinel_endpoint()
    endpoint.port = stream.port
    endpoint.bytes.0 = 127
    endpoint.bytes.3 = 1
    guard unsafe sentinel_listen(socket.number, &endpoint, 0) == 0 else {
      throw KernelFailure.last("bind")
    }
    address = "127.0.0.1:\(stream.port)"
    box.set { [self] in reply(to: $0, truncates: $1, lowers: lowers, seconds: seconds, zone) }
    Background.run {
      while true {
        var from = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = unsafe withUnsafeMutablePointer(to: &from) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe recvfrom(socket.number, &buffer, buffer.count, 0, $0, &size)
          }
        }
        guard count > 0 else { return }
        guard let answer = box.answer(Array(buffer.prefix(count)), truncates) else { continue }
        _ = unsafe withUnsafePointer(to: &from) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe sendto(socket.number, answer, answer.count, 0, $0, size)
          }
        }
      }
    }
  }

  deinit {
    shutdown(socket.number, Int32(SHUT_RDWR))
    stream.stop()
  }

  /// What answers; it is known after the sockets are.
  private final class Box: Sendable {
    typealias Body = @Sendable ([UInt8], Bool) -> [UInt8]?
    private let body = Mutex<Body?>(nil)
    func set(_ body: @escaping Body) { self.body.withLock { $0 = body } }
    func answer(_ question: [UInt8], _ truncates: Bool) -> [UInt8]? {
      body.withLock { $0 }?(question, truncates)
    }
  }

  private func reply(
    to question: [UInt8], truncates: Bool, lowers: Bool, seconds: UInt8, _ zone: Zone
  ) -> [UInt8]? {
    var labels: [String] = []
    var position = 12
    while position < question.count, question[position] > 0 {
      let end = position + 1 + Int(question[position])
      guard end < question.count else { return nil }
      labels.append(String(decoding: question[(position + 1)..<end], as: UTF8.self))
      position = end
    }
    guard position + 5 <= question.count else { return nil }
    let type = UInt16(question[position + 1]) << 8 | UInt16(question[position + 2])
    // Names come in mixed case.
    let spelling = labels.joined(separator: ".")
    let name = spelling.lowercased()
    let echo =
      lowers
      ? question[12..<position].map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        + question[position..<(position + 5)] : Array(question[12..<(position + 5)])
    spellings.withLock { _ = $0.insert(spelling) }
    let count = counts.withLock {
      $0[name, default: 0] += 1
      return $0[name, default: 0]
    }
    let found = truncates ? [] : zone(name, type, count)
    let flags: [UInt8] = truncates ? [0x83, 0x80] : [0x81, found == nil ? 0x83 : 0x80]
    var records: [UInt8] = []
    var number: UInt8 = 0
    for address in (found ?? []).compactMap({ IPAddress(parsing: $0) }) {
      guard (address.family == .v4) == (type == 1) else { continue }
      let bytes = address.bytes
      records += [0xc0, 12, 0, UInt8(type), 0, 1, 0, 0, 0, seconds, 0, UInt8(bytes.count)] + bytes
      number += 1
    }
    return Array(question[..<2]) + flags + [0, 1, 0, number, 0, 0, 0, 0] + echo + records
  }
}
