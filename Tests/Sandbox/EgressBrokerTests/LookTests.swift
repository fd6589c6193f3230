import Egress
import EgressTestKit
import Testing

@testable import EgressBroker

/// The parts of the broker that touch no socket.
struct LookTests {
  private static func look(_ mode: EgressMode) throws -> FirstLook {
    let name = try HostName(parsing: "one.test")
    let rule = EgressRule(
      id: RuleID("rules[0]"), target: .names(NamePattern(exact: name)), ports: PortSet(443),
      mode: mode)
    return FirstLook(
      host: .name(name), port: 443, rule: rule, grants: GrantTable(), limits: EgressLimits())
  }

  /// A verdict as text, with what is sent on.
  private static func verdict(_ mode: EgressMode, _ bytes: [UInt8], pieces: Int) throws -> String {
    var look = try look(mode)
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces)
      rest = rest.dropFirst(pieces)
      switch look.append(piece) {
      case .needMore: continue
      case .pass(let assurance, let forward):
        return "pass \(assurance) \(String(decoding: forward + rest, as: UTF8.self))"
      case .refuse(let refusal, _): return "refuse \(refusal.code)"
      case .hello(var watch, var passage):
        var forward = passage.forward
        while !rest.isEmpty, passage.refusal == nil, !passage.isOver {
          passage = watch.take(rest.prefix(pieces))
          rest = rest.dropFirst(pieces)
          forward += passage.forward
        }
        if let refusal = passage.refusal { return "refuse later \(refusal.reason.code)" }
        return "pass sni \(String(decoding: forward + rest, as: UTF8.self))"
      case .requests(var gate, let passage):
        guard passage.refusal == nil else { return "refuse later" }
        var forward = passage.forward
        while !rest.isEmpty {
          let more = gate.take(rest.prefix(pieces))
          rest = rest.dropFirst(pieces)
          forward += more.forward
          if more.refusal != nil { return "refuse later" }
        }
        return "requests \(String(decoding: forward, as: UTF8.self))"
      }
    }
    return "needMore"
  }

  @Test(arguments: [
    (EgressMode.tls, HelloMaker.hello(for: "one.test"), "pass sni"),
    (.tls, HelloMaker.hello(for: "two.test"), "refuse serverNameMismatch"),
    (.tls, HelloMaker.hello(for: nil), "refuse serverNameMissing"),
    (.tls, Array("GET / HTTP/1.1\r\n".utf8), "refuse notTLS"),
    (.auto, HelloMaker.hello(for: "one.test"), "pass sni"),
    (.auto, HelloMaker.hello(for: "two.test"), "refuse serverNameMismatch"),
    (.auto, HelloMaker.hello(for: nil), "pass name"),
    (.auto, Array("GET / HTTP/1.1\r\nHost: one.test:443\r\n\r\n".utf8), "requests GET /"),
    (.auto, Array("GET / HTTP/1.1\r\nHost: two.test\r\n\r\n".utf8), "refuse hostMismatch"),
    (.auto, Array("EHLO one.test\r\n".utf8), "pass name EHLO"),
    (.auto, Array("SSH-2.0-x\r\n".utf8), "pass name SSH"),
    (.ssh, Array("SSH-2.0-x\r\n".utf8), "pass name SSH"),
    (.ssh, Array("SSH-1.5-x\r\n".utf8), "refuse notSSH"),
    (.ssh, HelloMaker.hello(for: "one.test"), "refuse notSSH"),
    (.http, Array("GET / HTTP/1.1\r\nHost: one.test\r\n\r\n".utf8), "requests GET /"),
    (.http, Array("PRI * HTTP/2.0\r\n\r\n".utf8), "refuse requestMalformed"),
    (.http, HelloMaker.hello(for: "one.test"), "refuse notHTTP"),
    (
      .http,
      Array(
        "GET / HTTP/1.1\r\nHost: one.test\r\n\r\nGET / HTTP/1.1\r\nHost: two.test\r\n\r\n".utf8),
      "refuse later"
    ),
    (
      .http, Array("POST / HTTP/1.1\r\nHost: one.test\r\nContent-Length: 3\r\n\r\nabc".utf8),
      "requests POST /"
    ),
  ])
  func `first bytes mean the same in pieces of any size`(
    mode: EgressMode, bytes: [UInt8], expected: String
  ) throws {
    let whole = try Self.verdict(mode, bytes, pieces: .max)
    #expect(whole.hasPrefix(expected), "\(whole)")
    for pieces in [1, 2, 3, 7, 40] {
      #expect(try Self.verdict(mode, bytes, pieces: pieces) == whole, "pieces of \(pieces)")
    }
  }

  @Test(arguments: [
    (between: [22, 3, 3, 0, 0], verdict: "refuse later helloMalformed"),
    ([24, 3, 3, 0, 1, 0], "refuse later helloMalformed"),
    ([20, 3, 3, 0, 1, 1], "refuse later serverNameMismatch"),
    ([20, 3, 3, 0, 0], "refuse later serverNameMismatch"),
    ([21, 3, 3, 0, 2, 1, 0], "refuse later serverNameMismatch"),
    // The control: behind a message of another kind, or data, no server reads a hello.
    ([22, 3, 3, 0, 1, 16], "pass sni"), ([23, 3, 3, 0, 1, 0], "pass sni"),
  ])
  func `a second hello for another name is found behind whatever a server may skip`(
    between: [UInt8], verdict: String
  ) throws {
    let bytes = HelloMaker.hello(for: "one.test") + between + HelloMaker.hello(for: "two.test")
    for pieces in [1, 3, 40, .max] {
      let found = try Self.verdict(.tls, bytes, pieces: pieces)
      #expect(found.hasPrefix(verdict), "pieces of \(pieces): \(found)")
    }
  }

  @Test func `only an upgrade that comes first may open a connection`() throws {
    let name = try HostName(parsing: "one.test")
    let rule = EgressRule(
      id: RuleID("rules[0]"), target: .names(NamePattern(exact: name)), ports: PortSet(80),
      mode: .http, leniency: .upgrade)
    let fresh = RequestGate(
      expected: .name(name), port: 80, rule: rule, grants: GrantTable(), limits: EgressLimits())
    var gate = fresh
    let plain = "GET / HTTP/1.1\r\nHost: one.test\r\n\r\n"
    let upgrade =
      "GET / HTTP/1.1\r\nHost: one.test\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"
    #expect(gate.take(Array(plain.utf8)[...]).refusal == nil)
    #expect(gate.take(Array(upgrade.utf8)[...]).refusal?.reason.code == .upgradeNotAllowed)
    gate = fresh
    let passage = gate.take(Array((upgrade + plain).utf8)[...])
    #expect(passage.heads == 1 && gate.awaitsUpgrade)
    // What follows waits, and is judged when the server does not agree.
    #expect(gate.finishUpgrade(isAccepted: false).isEmpty)
    #expect(gate.take([]).heads == 1)
  }

  @Test func `a refusal waits for its owner, not for ever and not behind a flood`() throws {
    let loop = try EventLoop()
    let owners = OwnerWait(loop)
    var told: [UInt32] = []
    for number in [1, 2] as [UInt32] {
      owners.didAsk(number)
      owners.whenKnown(number) { told.append(number) }
    }
    #expect(told.isEmpty)
    owners.didLearn(2)
    #expect(told == [2])
    for number in [nil, 2, 3] as [UInt32?] { owners.whenKnown(number) { told.append(0) } }
    #expect(told == [2, 0, 0, 0])
    for number in 4..<1000 as Range<UInt32> { owners.didAsk(number) }
    owners.whenKnown(999) { told.append(999) }
    #expect(told.last == 999)
    // Nobody answers any more.
    owners.whenKnown(4) { told.append(4) }
    while told.count < 7 { try loop.turn() }
    #expect(told == [2, 0, 0, 0, 999, 1, 4])
  }

  @Test func `deadlines come up in their order`() {
    var heap = DeadlineHeap()
    var random = SeededRandom(seed: 7)
    for slot in 0..<500 {
      let at = MonotonicTime(nanoseconds: UInt64.random(in: 0..<1000, using: &random))
      heap.insert(DeadlineHeap.Entry(at: at, ticket: Ticket(slot: slot, serial: 0)))
    }
    var times: [MonotonicTime] = []
    while let entry = heap.removeFirst() { times.append(entry.at) }
    #expect(times.count == 500 && times == times.sorted() && heap.count == 0)
  }

  @Test(arguments: [
    ("127.0.0.53", "127.0.0.53", 53), ("127.0.0.1:5353", "127.0.0.1", 5353), ("::1", "::1", 53),
    ("[fd00::1]:54", "fd00::1", 54),
  ])
  func `a name server is an address with or without a port`(
    text: String, address: String, port: Int
  ) {
    let endpoint = Endpoint(parsing: text, defaultPort: 53)
    #expect(endpoint?.address.description == address && endpoint?.port == UInt16(port))
    #expect(Endpoint(parsing: text + "x", defaultPort: 53) == nil)
  }

  private static let change: [UInt8] = [20, 3, 3, 0, 1, 1]
  private static let data: [UInt8] = [23, 3, 3, 0, 3, 1, 2, 3]

  @Test(arguments: [1, 7, 100_000])
  func `a second hello is judged like the first`(pieces: Int) throws {
    let good = HelloMaker.hello(for: "one.test"), bad = HelloMaker.hello(for: "two.test")
    let verdict = { (bytes: [UInt8]) in try Self.verdict(.tls, bytes, pieces: pieces) }
    for middle in [[], Self.change] as [[UInt8]] {
      let whole = good + middle + good + Self.change + Self.data
      #expect(try verdict(whole) == "pass sni \(String(decoding: whole, as: UTF8.self))")
      #expect(try verdict(good + middle + bad) == "refuse later serverNameMismatch")
    }
    // Encrypted records end the watch where no early data was announced: what follows is opaque.
    let opaque = good + Self.change + Self.data + bad
    #expect(try verdict(opaque) == "pass sni \(String(decoding: opaque, as: UTF8.self))")
    #expect(try verdict(good + good + good + good) == "refuse later helloMalformed")
    // A key exchange of TLS 1.2 does too.
    let exchange = good + [22, 3, 3, 0, 5, 16, 0, 0, 1, 9] + Self.data
    #expect(try verdict(exchange) == "pass sni \(String(decoding: exchange, as: UTF8.self))")
  }
}
