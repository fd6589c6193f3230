import EgressTestKit
import Testing

@testable import Egress

/// The steps of a connection in their order, as the broker will take them.
@Suite struct ConnectionTests {
  private let now = MonotonicTime(nanoseconds: 0)

  private func resolver(_ rules: [EgressRule]) -> DNSResolver {
    DNSResolver(
      policy: EgressPolicy(profile: "p", rules: rules), limits: EgressLimits(), at: now)
  }

  /// Asks for a name and gives the last four bytes of the answer as an address.
  private func lookUp(_ name: String, _ resolver: inout DNSResolver) throws -> IPAddress {
    let reply = resolver.answer(DNSBytes(name).bytes, at: now)
    let bytes = try #require(reply.bytes)
    return try #require(IPAddress(bytes: bytes.suffix(4)))
  }

  @Test func `a TLS connection goes from question to record by what was judged alone`() throws {
    var resolver = resolver([try EgressRule(allowing: "*.w.test")])
    var budget = EgressBudget(limits: EgressLimits(), at: now)
    let address = try lookUp("a.w.test", &resolver)
    let admission = try ConnectionGate.admit(
      address, port: 443, policy: resolver.policy, table: resolver.table, ownAddresses: [])
    guard case .name(let name) = admission.host else {
      Issue.record("no name")
      return
    }
    var clock = ConnectionClock(limits: EgressLimits(), at: now)
    var reader = ClientHelloReader()
    let bytes = HelloBytes(name.text).records(of: 60)
    #expect(
      try admission.rule.mode.settled(by: FirstBytes(bytes), host: name.text) == .tls)
    guard case .hello(let hello) = reader.append(bytes) else {
      Issue.record("no hello")
      return
    }
    #expect(ServerNameCheck.check(hello, expected: name, rule: admission.rule) == nil)
    try budget.open(name, rule: admission.rule, at: now)
    clock.enter(.connect, at: now)
    let query = UpstreamQuery(name, type: .a, id: 7, caseBits: 0x5555)
    let upstream = UpstreamAnswer(answer(to: query, [[10, 0, 0, 1], [9, 9, 9, 9]]), to: query)
    let found = UpstreamCache.combined(first: .noAddress, second: upstream)
    guard case .addresses(let addresses) = found?.finding else {
      Issue.record("no addresses")
      return
    }
    let filter = AddressFilter(exemptions: admission.rule.addresses, ownAddresses: [])
    let dialled = try #require(filter.sort(addresses).permitted.first)
    #expect(dialled.description == "9.9.9.9")
    clock.enter(.relay, at: now)
    try budget.send(reader.received.count, to: name.text)
    budget.close()
    var record = EgressRecord(name: Array(name.text.utf8), port: 443, address: dialled)
    record.assurance = admission.rule.mode.assurance
    record.bytesUp = UInt64(reader.received.count)
    #expect(
      record.verdict == .allowed && record.assurance == .sni
        && record.bytesUp == UInt64(bytes.count))
    #expect(budget.leakCeilingBytes == UInt64(bytes.count + name.text.utf8.count + 8))
  }

  @Test func `a request under a grant goes out with its credential and comes back without`() throws
  {
    let rule = EgressRule(
      id: RuleID("r"), target: try EgressRule.Target(parsing: "api.test"), ports: PortSet(80),
      mode: .tlsUp, grant: "api")
    var resolver = resolver([rule])
    let admission = try ConnectionGate.admit(
      try lookUp("api.test", &resolver), port: 80, policy: resolver.policy, table: resolver.table,
      ownAddresses: [])
    let host = try HostName(parsing: "api.test")
    let secret = try #require(Secret(Array("0123456789abcdef".utf8)))
    let grant = try #require(
      CredentialGrant(
        id: "api", hosts: [host], pathPrefixes: [CanonicalPath(Array("/v1".utf8))], secret: secret,
        maxUses: 1))
    let text = "GET /v1/echo HTTP/1.1\r\nHost: api.test\r\n\r\n"
    let head = try #require(RequestReading(text + text).requests.first).head
    #expect(
      HTTPRequestCheck.check(head, expected: admission.host, port: 80, rule: admission.rule) == nil)
    var ledger = GrantUses()
    let sent = try ledger.permit(head, to: host, with: grant, at: now).head
    // The server echoes what it was sent, as chunks that cut the credential in two.
    let echo = Array(sent.bytes.dropLast(4))
    let halves = [Array(echo.prefix(echo.count - 8)), Array(echo.suffix(8))]
    let body = halves.flatMap { HTTPFraming.chunked.wrap($0) } + HTTPFraming.chunked.end
    let response = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) + body
    let read = try #require(ResponseReading(response).responses.first)
    #expect(grant.objection(to: read.head) == nil)
    var scanner = ReflectionScanner(SecretAutomaton(secrets: [secret]))
    guard case .cut(let passed) = scanner.scan(read.body) else {
      Issue.record("not cut")
      return
    }
    #expect(passed == Array(echo.dropLast(16)))
    let second = #expect(throws: EgressRefusal.self) {
      try ledger.permit(head, to: host, with: grant, at: now)
    }
    #expect(second?.code == .grantUses)
  }

  private func answer(to query: UpstreamQuery, _ addresses: [[UInt8]]) -> [UInt8] {
    var message = DNSBytes("")
    message.id = query.id
    message.flags = 0x8180
    message.counts = [1, UInt16(addresses.count), 0, 0]
    message.labels = query.name.labels.map { Array($0.utf8) }
    var bytes = message.bytes
    // The case of the question is repeated.
    let length = query.bytes.count - 12 - 11
    bytes.replaceSubrange(12..<12 + length, with: query.bytes[12..<12 + length])
    return bytes + addresses.flatMap { DNSBytes.record([0xc0, 12], type: 1, data: $0) }
  }
}
