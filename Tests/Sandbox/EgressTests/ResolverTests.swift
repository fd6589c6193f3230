import EgressTestKit
import Testing

@testable import Egress

@Suite struct ResolverTests {
  private let now = MonotonicTime(nanoseconds: 0)

  private func resolver(_ rules: String...) throws -> DNSResolver {
    try DNSResolver(
      policy: EgressPolicy(profile: "p", rules: rules.map { try EgressRule(allowing: $0) }),
      limits: EgressLimits(), at: now)
  }

  private func code(_ reply: DNSResolver.Reply) -> UInt8? {
    reply.bytes.flatMap { $0.count > 3 ? $0[3] & 0x0f : nil }
  }

  private func answers(_ reply: DNSResolver.Reply) -> Int? {
    reply.bytes.map { Int($0[6]) << 8 | Int($0[7]) }
  }

  @Test func `an allowed name has its synthetic address and no other`() throws {
    var resolver = try resolver("pack.test")
    let entry = try #require(resolver.table.entry(of: HostName(parsing: "pack.test")))
    let reply = resolver.answer(DNSBytes("PaCK.test").bytes, at: now)
    let bytes = try #require(reply.bytes)
    #expect(Array(bytes.suffix(4)) == entry.v4.bytes)
    #expect(Array(bytes.prefix(12)) == [0x12, 0x34, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    #expect(
      Array(bytes[12..<31]) == DNSBytes.name([Array("PaCK".utf8), Array("test".utf8)]) + [
        0, 1, 0, 1,
      ] + [0xc0, 12, 0, 1])
    #expect(reply.event?.refusal == nil)
  }

  @Test(arguments: [28, 65, 64, 16, 15, 33, 10, 5, 6, 2] as [UInt16])
  func `probe 9 other types of an allowed name are empty and no error`(type: UInt16) throws {
    var resolver = try resolver("pack.test")
    let reply = resolver.answer(DNSBytes("pack.test", type: type).bytes, at: now)
    #expect(code(reply) == 0 && answers(reply) == 0)
  }

  @Test func `a rule that offers IPv6 answers AAAA`() throws {
    let rule = EgressRule(
      id: RuleID("r"), target: try EgressRule.Target(parsing: "a.test"), leniency: .ipv6)
    var resolver = DNSResolver(
      policy: EgressPolicy(profile: "p", rules: [rule]), limits: EgressLimits(), at: now)
    let reply = resolver.answer(DNSBytes("a.test", type: 28).bytes, at: now)
    let bytes = try #require(reply.bytes)
    let address = try #require(IPAddress(bytes: bytes.suffix(16)))
    #expect(resolver.table.entry(at: address)?.name.text == "a.test")
  }

  @Test(arguments: [
    "evil.test", "evil-allowed.test", "allowed.test.evil.test", "allowedxtest", "test", "w.test",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.data.evil.test",
    "xn--80ak6aa92e.com", "1.0.0.127.in-addr.arpa", "127.0.0.1", "2130706433", "0x7f.1", "0177.1",
    "-a.allowed.test", "evil.allowed.test", "allowed.test.local", "",
  ])
  func `probes 1, 2, 16 to 18, 20 and 23 other names do not exist`(name: String) throws {
    var resolver = try resolver("allowed.test", "*.w.test")
    for type in [1, 28, 16, 10, 5, 65] as [UInt16] {
      let reply = resolver.answer(DNSBytes(name, type: type).withEDNS().bytes, at: now)
      #expect(code(reply) == 3, "\(name) \(type)")
      #expect(reply.event?.refusal != nil)
      #expect(resolver.table.count == 1)
    }
  }

  @Test func `a denial carries the extended error and the line that helps`() throws {
    var resolver = try resolver("allowed.test")
    let plain = resolver.answer(DNSBytes("evil.test").bytes, at: now)
    #expect(plain.bytes?.count == DNSBytes("evil.test").bytes.count)
    let bytes = try #require(resolver.answer(DNSBytes("evil.test").withEDNS().bytes, at: now).bytes)
    let text =
      "blocked by policy: evil.test is not on the allow-list of profile p; add: "
      + "--allow-host evil.test"
    #expect(Array(bytes.suffix(text.utf8.count)) == Array(text.utf8))
    let option = bytes.dropLast(text.utf8.count).suffix(6)
    #expect(Array(option) == [0, 15] + DNSBytes.word(UInt16(text.utf8.count + 2)) + [0, 15])
    #expect(Array(bytes[10..<12]) == [0, 1])
  }

  @Test(arguments: [0, 1, 511, 512, 513, 1232, 4096, 65_535] as [UInt16])
  func `an answer fits what the asker takes`(payload: UInt16) throws {
    var resolver = try resolver("a.test")
    let long = Array(repeating: String(repeating: "x", count: 60), count: 4).joined(separator: ".")
    for name in [long, "a.test"] {
      let query = DNSBytes(name).withEDNS(payload: payload)
      let bytes = try #require(resolver.answer(query.bytes, at: now).bytes)
      #expect(bytes.count <= max(512, min(1232, Int(payload))))
    }
  }

  @Test func `probe 10 unwanted kinds of questions are answered with a code`() throws {
    var resolver = try resolver("a.test")
    for type in [255, 252, 251, 253, 254, 41, 249, 250, 0] as [UInt16] {
      #expect(code(resolver.answer(DNSBytes("a.test", type: type).bytes, at: now)) == 5)
    }
    for number in [3, 4, 254, 255, 0] as [UInt16] {
      var query = DNSBytes("a.test")
      query.classNumber = number
      #expect(code(resolver.answer(query.bytes, at: now)) == 5)
    }
    for opcode in 1..<16 as Range<UInt16> {
      var query = DNSBytes("a.test")
      query.flags = opcode << 11
      let reply = resolver.answer(query.bytes, at: now)
      #expect(code(reply) == 4 && reply.bytes?.count == 12 && reply.event == nil)
    }
    for counts in [[2, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 2]]
      as [[UInt16]]
    {
      var query = DNSBytes("a.test")
      query.counts = counts
      query.rest = DNSBytes.name("b.test") + [0, 1, 0, 1]
      #expect(code(resolver.answer(query.bytes, at: now)) == 1)
    }
    let version = resolver.answer(DNSBytes("a.test").withEDNS(version: 1).bytes, at: now)
    #expect(code(version) == 0 && version.bytes.map { Array($0.suffix(6)) } == [1, 0, 0, 0, 0, 0])
  }

  @Test func `probe 11 broken questions are told so or met with silence`() throws {
    var resolver = try resolver("a.test")
    let good = DNSBytes("a.test").withEDNS(data: [0, 10, 0, 8] + Array(repeating: 7, count: 8))
      .bytes
    #expect(code(resolver.answer(good, at: now)) == 0)
    for count in 0..<good.count {
      let reply = resolver.answer(Array(good.prefix(count)), at: now)
      #expect(count < 12 ? reply.bytes == nil : code(reply) == 1)
    }
    #expect(code(resolver.answer(good + [0], at: now)) == 1)
    var bytes = DNSBytes("").bytes
    bytes.replaceSubrange(12..<13, with: [0xc0, 12])
    #expect(code(resolver.answer(bytes, at: now)) == 1)
    var long = DNSBytes("a.test")
    long.labels = [Array(repeating: 0x61, count: 64)]
    #expect(code(resolver.answer(long.bytes, at: now)) == 1)
    long.labels = Array(repeating: Array(repeating: 0x61, count: 50), count: 5) + [[0x61]]
    #expect(code(resolver.answer(long.bytes, at: now)) == 1)
    var truncated = DNSBytes("a.test")
    truncated.flags = 0x0200
    #expect(code(resolver.answer(truncated.bytes, at: now)) == 1)
  }

  @Test func `probe 6 a question over TCP has the same answer`() throws {
    var resolver = try resolver("a.test")
    for name in ["a.test", "evil.test"] {
      let query = DNSBytes(name).withEDNS().bytes
      var frames = DNSFrames()
      let messages = try frames.append(DNSFrames.frame(query))
      #expect(messages == [query])
      let reply = resolver.answer(query, at: now).bytes
      #expect(reply == messages.first.flatMap { resolver.answer($0, at: now).bytes })
    }
  }

  @Test func `probe 12 an answer from inside is dropped`() throws {
    var resolver = try resolver("a.test")
    var query = DNSBytes("a.test")
    query.flags = 0x8180
    #expect(resolver.answer(query.bytes, at: now).bytes == nil)
  }

  @Test func `probes 13 and 14 case does not matter, two dots at the end do`() throws {
    var resolver = try resolver("Allowed.TEST.")
    let mixed = resolver.answer(DNSBytes("aLLowEd.tESt").bytes, at: now)
    #expect(code(mixed) == 0 && answers(mixed) == 1)
    #expect(throws: RuleMistake.self) { try EgressRule(allowing: "allowed.test..") }
  }

  @Test func `probe 21 names of the own machine lead to the own machine`() throws {
    var resolver = try resolver("a.test")
    for name in ["localhost", "x.localhost", "LOCALHOST"] {
      let reply = resolver.answer(DNSBytes(name).bytes, at: now)
      #expect(reply.bytes.map { Array($0.suffix(4)) } == [127, 0, 0, 1])
    }
    #expect(resolver.table.count == 1)
  }

  @Test func `probe 22 bytes that no name holds are refused, escaped in the record`() throws {
    var resolver = try resolver("*.a.test", "a.test")
    for label in ["x\u{0}y", "x.y", "x\r\ny", "x y", "x\\y", "x%2ey", "é", "ａ"] {
      var query = DNSBytes("a.test")
      query.labels.insert(Array(label.utf8), at: 0)
      let reply = resolver.answer(query.withEDNS().bytes, at: now)
      #expect(code(reply) == 3)
      #expect(reply.event?.refusal?.code == .nameMalformed)
      #expect(reply.event?.name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } == true)
    }
  }

  @Test func `probe 25 a wildcard's names end at their budget, exact names stay`() throws {
    var limits = EgressLimits()
    limits.namesPerWildcard = 100
    limits.questionsPerSecond = 1_000_000
    var resolver = DNSResolver(
      policy: EgressPolicy(
        profile: "p", rules: try ["*.w.test", "a.test"].map { try EgressRule(allowing: $0) }),
      limits: limits, at: now)
    let codes = (0..<1000).map { number in
      code(resolver.answer(DNSBytes("n\(number).w.test").bytes, at: now))
    }
    #expect(codes.filter { $0 == 0 }.count == 100)
    #expect(codes.filter { $0 == 3 }.count == 900)
    #expect(code(resolver.answer(DNSBytes("a.test").bytes, at: now)) == 0)
    #expect(code(resolver.answer(DNSBytes("n5.w.test").bytes, at: now)) == 0)
  }

  @Test func `questions end at their budgets and fail at once`() throws {
    var limits = EgressLimits()
    limits.questions = 10
    limits.questionsPerSecond = 4
    var resolver = DNSResolver(
      policy: EgressPolicy(profile: "p", rules: [try EgressRule(allowing: "a.test")]),
      limits: limits, at: now)
    var refusals: [EgressRefusal.Code?] = []
    for second in 0..<3 as Range<UInt64> {
      for _ in 0..<9 {
        let reply = resolver.answer(
          DNSBytes("a.test").bytes, at: MonotonicTime(nanoseconds: second * 500_000_000))
        refusals.append(reply.event?.refusal?.code)
      }
    }
    #expect(refusals.filter { $0 == nil }.count == 10)
    #expect(refusals[8] == .questionsPerSecond && refusals[26] == .questions)
  }

  @Test func `a name that does not exist outside does not look alive`() throws {
    var resolver = try resolver("gone.test", "a.test")
    resolver.absentNames = [try HostName(parsing: "gone.test")]
    let reply = resolver.answer(DNSBytes("gone.test").bytes, at: now)
    #expect(code(reply) == 3 && reply.event?.refusal?.code == .nameUnknown)
  }
}
