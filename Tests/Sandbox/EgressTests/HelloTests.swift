import EgressTestKit
import Testing

@testable import Egress

@Suite struct HelloTests {
  private func outcome(_ bytes: [UInt8], in pieces: Int = .max) -> ClientHelloReader.Outcome {
    var reader = ClientHelloReader()
    var outcome = ClientHelloReader.Outcome.needMore
    for start in stride(from: 0, to: bytes.count, by: min(pieces, max(1, bytes.count))) {
      outcome = reader.append(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))])
    }
    return outcome
  }

  private func refusal(_ change: (inout HelloBytes) -> Void) -> ClientHelloReader.Outcome {
    var hello = HelloBytes()
    change(&hello)
    return outcome(hello.records())
  }

  private func rule(_ leniency: EgressRule.Leniency = []) throws -> EgressRule {
    EgressRule(
      id: RuleID("r"), target: try EgressRule.Target(parsing: "allowed.test"), leniency: leniency)
  }

  private func hello(_ bytes: [UInt8]) throws -> ClientHello {
    guard case .hello(let hello) = outcome(bytes) else { throw HelloMistake.notHello }
    return hello
  }

  @Test(arguments: [1, 2, 5, 40, 97, 16_384])
  func `probe 44 a hello is the same in records and pieces of any size`(size: Int) throws {
    let whole = try hello(HelloBytes().records())
    #expect(whole.serverName?.text == "allowed.test")
    #expect(whole.protocols == [Array("h2".utf8), Array("http/1.1".utf8)] && whole.offersHTTP2)
    #expect(whole.versions == [0x0304, 0x0303] && !whole.hasEncryptedHello)
    let bytes = HelloBytes().records(of: size)
    for pieces in [1, 3, 40, bytes.count] {
      #expect(outcome(bytes, in: pieces) == .hello(whole))
    }
    for count in 0..<bytes.count {
      #expect(outcome(Array(bytes.prefix(count))) == .needMore)
    }
  }

  @Test func `what was judged is what is sent on`() {
    let bytes = HelloBytes().records(of: 50) + [20, 3, 3, 0, 1, 1]
    var reader = ClientHelloReader()
    for byte in bytes { _ = reader.append([byte]) }
    #expect(reader.received == bytes)
    #expect(outcome(bytes) == outcome(HelloBytes().records()))
  }

  @Test func `probe 42 another name is refused by an alert`() throws {
    let rule = try rule()
    let expected = try HostName(parsing: "allowed.test")
    #expect(
      ServerNameCheck.check(try hello(HelloBytes().records()), expected: expected, rule: rule)
        == nil)
    for name in ["evil.test", "x.allowed.test", "allowed.testx", "test"] {
      let verdict = ServerNameCheck.check(
        try hello(HelloBytes(name).records()), expected: expected, rule: rule)
      #expect(verdict?.refusal.code == .serverNameMismatch)
      #expect(verdict?.alert.bytes == [21, 3, 3, 0, 2, 2, 112])
    }
    #expect(TLSAlert.accessDenied.bytes.last == 49)
    #expect(try hello(HelloBytes("ALLOWED.test").records()).serverName == expected)
  }

  @Test func `probes 43 and 53 a hello without a name is refused each time`() throws {
    let expected = try HostName(parsing: "allowed.test")
    var bare = HelloBytes(nil)
    for _ in 0..<2 {
      let verdict = ServerNameCheck.check(
        try hello(bare.records()), expected: expected, rule: try rule())
      #expect(verdict?.refusal.code == .serverNameMissing)
      // Resumption by ticket and key changes nothing.
      bare.extensions.append((35, Array(repeating: 1, count: 64)))
      bare.extensions.append((41, Array(repeating: 1, count: 64)))
    }
  }

  @Test func `probe 45 lists of names that are not one host name are refused`() {
    let name = Array("allowed.test".utf8)
    let entry = [0] + HelloBytes.vector16(name)
    #expect(
      refusal { $0.extensions.append((0, HelloBytes.serverName(name))) }
        == .refused(.duplicateExtension))
    #expect(
      refusal { $0.extensions.append(($0.extensions[1].type, [])) } == .refused(.duplicateExtension)
    )
    #expect(
      refusal { $0.extensions[0].data = HelloBytes.serverName(name, type: 1) }
        == .refused(.serverNameList))
    #expect(
      refusal { $0.extensions[0].data = HelloBytes.vector16(entry + entry) }
        == .refused(.serverNameList))
    #expect(
      refusal { $0.extensions[0].data = HelloBytes.vector16([]) } == .refused(.serverNameList))
    #expect(refusal { $0.extensions[0].data = [] } == .refused(.malformed))
    #expect(refusal { $0.extensions[0].data.append(0) } == .refused(.malformed))
    #expect(refusal { $0.extensions[0].data[1] += 1 } == .refused(.malformed))
    #expect(refusal { $0.extensions[0].data[1] -= 1 } == .refused(.malformed))
    #expect(refusal { $0.extensions[0].data[4] += 1 } == .refused(.serverNameList))
    #expect(refusal { $0.extensions[0].data[4] -= 1 } == .refused(.serverNameList))
  }

  @Test(arguments: [
    "allowed.test\u{0}", "allowed.test\u{0}.evil.test", "allowed test", "allowed.test.", "",
    "*.test",
    "127.0.0.1", "::1", "аllowed.test", "allowed.test\r\n", "a..test", "2130706433",
    "allowed.test:443",
  ])
  func `probe 46 a server name that is no name is refused`(name: String) {
    #expect(outcome(HelloBytes(name).records()) == .refused(.serverName))
  }

  @Test func `probe 47 empty records, SSL 2 and large hellos are refused`() {
    let records = HelloBytes().records(of: 40)
    #expect(outcome([22, 3, 1, 0, 0] + records) == .refused(.recordLength))
    #expect(outcome(Array(records.prefix(45)) + [22, 3, 1, 0, 0]) == .refused(.recordLength))
    #expect(outcome([22, 3, 1, 0x40, 1]) == .refused(.recordLength))
    #expect(outcome([0x80, 0x2e, 1, 0, 2]) == .refused(.oldVersion))
    #expect(outcome([22, 2, 0]) == .refused(.oldVersion))
    #expect(outcome([22, 3, 9]) == .refused(.oldVersion))
    #expect(refusal { $0.version = 0x0300 } == .refused(.oldVersion))
    #expect(refusal { $0.version = 0x0304 } == .refused(.oldVersion))
    let padding = Array(repeating: UInt8(0), count: 16_384)
    #expect(refusal { $0.extensions.append((21, padding)) } == .refused(.tooLarge))
    #expect(
      refusal { $0.extensions.append((21, Array(padding.prefix(15_000)))) } != .refused(.tooLarge))
    #expect(outcome([22, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff]) == .refused(.tooLarge))
  }

  @Test func `an endless hello ends at its limit, however small its records`() {
    var reader = ClientHelloReader()
    var message: [UInt8] = [1, 0, 0x3f, 0xfc]
    message += Array(repeating: 0, count: 100_000)
    var sent = 0
    for start in message.indices {
      sent += 1
      if case .refused = reader.append([22, 3, 1, 0, 1, message[start]]) { break }
      #expect(reader.received.count <= 6 * 16_384)
    }
    #expect(sent <= 16_384)
  }

  @Test func `probe 48 and 54 what is not TLS is refused at its first byte`() {
    for text in ["SSH-2.0-x\r\n", "GET / HTTP/1.1\r\n", "EHLO x\r\n", "\u{0}", "PRI * HTTP/2.0"] {
      #expect(outcome(Array(text.utf8.prefix(1))) == .refused(.notTLS))
    }
    #expect(outcome([21, 3, 3, 0, 2, 2, 40]) == .refused(.notTLS))
    #expect(outcome([22, 3, 1, 0, 1, 2]) == .refused(.notHello))
  }

  @Test func `nothing rides along in the hello`() {
    var message = HelloBytes().message
    message += [16, 0, 0, 0]
    #expect(outcome(HelloBytes.records(message, of: 16_384)) == .refused(.malformed))
    #expect(outcome(HelloBytes.records(message, of: 40)) == .refused(.malformed))
    var bytes = HelloBytes().records(of: 40)
    bytes.insert(contentsOf: [23, 3, 3, 0, 1, 0], at: 45)
    #expect(outcome(bytes) == .refused(.interleaved))
    #expect(refusal { $0.suites = [0x13] } == .refused(.malformed))
    #expect(refusal { $0.suites = [] } == .refused(.malformed))
    #expect(refusal { $0.compressions = [1] } == .refused(.malformed))
    #expect(refusal { $0.session = Array(repeating: 1, count: 33) } == .refused(.malformed))
    #expect(refusal { $0.extensions[1].data = [3, 3, 4, 3] } == .refused(.malformed))
    #expect(refusal { $0.extensions[2].data = [0, 1, 0] } == .refused(.malformed))
    #expect(refusal { $0.extensions.insert((41, []), at: 0) } == .refused(.malformed))
  }

  @Test(arguments: [0xfe0d, 0xffce] as [UInt16])
  func `probe 49 an encrypted hello passes only where a rule says so`(type: UInt16) throws {
    // The second is what a browser sends without meaning it; both look alike.
    for data in [[0, 0, 1, 0, 1, 9, 0, 32], Array(repeating: 0xab, count: 180)] as [[UInt8]] {
      var bytes = HelloBytes()
      bytes.extensions.append((type, data))
      let hello = try hello(bytes.records())
      let expected = try HostName(parsing: "allowed.test")
      let strict = ServerNameCheck.check(hello, expected: expected, rule: try rule())
      #expect(strict?.refusal.code == .encryptedHello && strict?.alert == .accessDenied)
      let lenient = try rule(.encryptedHello)
      #expect(ServerNameCheck.check(hello, expected: expected, rule: lenient) == nil)
    }
  }

  @Test func `probes 50 and 51 a rule that cannot see requests says so`() throws {
    var bytes = HelloBytes()
    bytes.extensions.append((42, []))
    #expect(try hello(bytes.records()).offersEarlyData)
    #expect(EgressMode.tls.assurance == .sni && EgressMode.tlsUp.assurance == .l7)
    #expect(EgressMode.allCases.filter { $0.assurance == .l7 } == [.http, .tlsUp])
    #expect(Assurance.name < .sni && Assurance.sni < .l7)
  }

  @Test(arguments: [
    ("", FirstBytes.needMore), ("G", .needMore), ("GET", .needMore), ("GET ", .http),
    ("EHLO x", .other), ("MKCOL ", .needMore), ("MKCOL /", .http),
    ("SSH-", .needMore),
    ("SSH-2.0-x", .ssh), ("SSH-1.99\r\n", .other), (" GET", .other), ("\u{16}", .needMore),
    ("\u{16}\u{3}", .tls), ("\u{16}\u{2}", .other), ("PRI * HTTP/2.0", .http), ("{\"a\"", .other),
    ("AAAAAAAAAAAAAAAAAAAAAAAA ", .other), ("\u{0}\u{1}", .other), ("GET\r\n", .other),
  ])
  func `the first bytes tell what a client speaks`(text: String, kind: FirstBytes) {
    #expect(FirstBytes(Array(text.utf8)) == kind)
  }
}
