import EgressTestKit
import Testing

@testable import Egress

@Suite struct UpstreamTests {
  private let root: [UInt8] = [0xc0, 12]

  private func query(_ name: String = "a.test", caseBits: UInt64? = nil) throws -> UpstreamQuery {
    UpstreamQuery(try HostName(parsing: name), type: .a, id: 0x1234, caseBits: caseBits)
  }

  private func answer(_ records: [UInt8]..., flags: UInt16 = 0x8180, count: Int? = nil) -> [UInt8] {
    var message = DNSBytes("a.test")
    message.flags = flags
    message.counts = [1, UInt16(count ?? records.count), 0, 0]
    message.rest = records.flatMap { $0 }
    return message.bytes
  }

  private func address(_ owner: [UInt8]? = nil, _ last: UInt8 = 1) -> [UInt8] {
    DNSBytes.record(owner ?? root, type: 1, data: [1, 2, 3, last])
  }

  @Test func `a question is what a resolver reads`() throws {
    let query = try query(caseBits: 0b10101)
    guard case .question(let read) = DNSReading(query.bytes) else {
      Issue.record("not a question")
      return
    }
    #expect(read.labels == [Array("A".utf8), Array("tEsT".utf8)])
    #expect(read.id == 0x1234 && read.wantsRecursion && read.edns?.payloadBytes == 1232)
  }

  @Test func `addresses are found with their shortest lifetime`() throws {
    let reading = UpstreamAnswer(answer(address(), address(nil, 9)), to: try query())
    #expect(
      reading
        == .addresses(
          [IPAddress(v4: 0x0102_0301), IPAddress(v4: 0x0102_0309)], lifetimeSeconds: 300))
  }

  @Test func `aliases are followed, in any order and case`() throws {
    let alias = DNSBytes.record(root, type: 5, lifetime: 20, data: DNSBytes.name("B.test"))
    let reading = UpstreamAnswer(answer(address(DNSBytes.name("b.TEST")), alias), to: try query())
    #expect(reading == .addresses([IPAddress(v4: 0x0102_0301)], lifetimeSeconds: 20))
    #expect(UpstreamAnswer(answer(alias), to: try query()) == .noAddress)
    #expect(UpstreamAnswer(answer(address(DNSBytes.name("b.test"))), to: try query()) == .noAddress)
  }

  @Test func `aliases that go round or on too long are given up`() throws {
    let ring = DNSBytes.record(root, type: 5, data: root)
    #expect(UpstreamAnswer(answer(ring), to: try query()) == .malformed)
    let chain = (0..<10).map { step in
      DNSBytes.record(
        step == 0 ? root : DNSBytes.name("c\(step)"), type: 5, data: DNSBytes.name("c\(step + 1)"))
    }
    let end = address(DNSBytes.name("c10"))
    let long = answer(chain.flatMap { $0 } + end, count: 11)
    #expect(UpstreamAnswer(long, to: try query()) == .malformed)
  }

  @Test func `probe 12 what does not repeat the question is none of ours`() throws {
    let good = answer(address())
    for index in 0..<24 {
      var bytes = good
      // TC, recursion bits, codes and counts are judged by themselves.
      if (3...11).contains(index) { continue }
      bytes[index] ^= index == 2 ? 0x80 : 0x20
      #expect(UpstreamAnswer(bytes, to: try query()) == .foreign, "\(index)")
    }
    #expect(UpstreamAnswer(good, to: try query(caseBits: 1)) == .foreign)
    #expect(UpstreamAnswer(try query().bytes, to: try query()) == .foreign)
  }

  @Test func `codes and cut answers are told apart`() throws {
    let query = try query()
    #expect(UpstreamAnswer(answer(flags: 0x8183), to: query) == .noName)
    #expect(UpstreamAnswer(answer(flags: 0x8182), to: query) == .failed(code: 2))
    #expect(UpstreamAnswer(answer(flags: 0x8180), to: query) == .noAddress)
    #expect(UpstreamAnswer(answer(flags: 0x8380), to: query) == .truncated)
    let whole = UpstreamAnswer(answer(address(), flags: 0x8380), to: query, overTCP: true)
    #expect(whole == .addresses([IPAddress(v4: 0x0102_0301)], lifetimeSeconds: 300))
    #expect(UpstreamAnswer(answer(address(), count: 2), to: query) == .malformed)
    #expect(UpstreamAnswer(answer(address(), count: 129), to: query) == .malformed)
    let many = (0..<129).flatMap { address(nil, UInt8($0)) }
    #expect(UpstreamAnswer(answer(many, count: 129), to: query) == .malformed)
    let most = UpstreamAnswer(answer(many, count: 128), to: query)
    guard case .addresses(let kept, _) = most else {
      Issue.record("128 records are read")
      return
    }
    #expect(kept.count == 32)
    let short = DNSBytes.record(root, type: 1, data: [1, 2, 3])
    #expect(UpstreamAnswer(answer(short), to: query) == .malformed)
  }

  @Test func `pointers that go forward, round or nowhere are refused`() throws {
    let own = UInt8(12 + DNSBytes.name("a.test").count + 4)
    for pointer in [
      [0xc0, own], [0xc0, own + 2], [0xff, 0xff], [0xc0, 0], [0xc0, 11], [0x80, 1], [0x40],
    ] {
      #expect(UpstreamAnswer(answer(address(pointer)), to: try query()) == .malformed, "\(pointer)")
    }
    let inner = DNSBytes.record(root, type: 5, data: [0xc0, own])
    #expect(UpstreamAnswer(answer(inner), to: try query()) == .malformed)
    let spare = DNSBytes.record(root, type: 5, data: DNSBytes.name("b.test") + [0])
    #expect(UpstreamAnswer(answer(spare), to: try query()) == .malformed)
  }

  @Test func `a stream is cut into the same messages however it arrives`() throws {
    let messages = [
      DNSBytes("a.test").bytes, DNSBytes("b.test").withEDNS().bytes, DNSBytes("").bytes,
    ]
    let stream = messages.flatMap { DNSFrames.frame($0) }
    for size in 1...stream.count {
      var frames = DNSFrames()
      var seen: [[UInt8]] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        seen += try frames.append(stream[start..<min(start + size, stream.count)])
      }
      #expect(seen == messages)
    }
    var frames = DNSFrames()
    #expect(throws: DNSFrames.Failure.tooShort) { try frames.append([0, 11]) }
    #expect(throws: DNSFrames.Failure.tooShort) { try frames.append(stream) }
    var long = DNSFrames()
    #expect(throws: DNSFrames.Failure.tooLong) { try long.append([0xff, 0xff]) }
  }
}

@Suite struct UpstreamCacheTests {
  private func address(_ text: String) throws -> IPAddress {
    try #require(IPAddress(parsing: text))
  }

  @Test func `probe 34 a lifetime of zero does not make a name change at once`() throws {
    let name = try HostName(parsing: "a.test")
    var cache = UpstreamCache()
    let finding = UpstreamCache.Finding.addresses([try address("1.2.3.4")])
    cache.note(finding, of: name, lifetimeSeconds: 0, at: MonotonicTime(nanoseconds: 0))
    #expect(cache.finding(of: name, at: MonotonicTime(nanoseconds: 4_999_999_999)) == finding)
    #expect(cache.finding(of: name, at: MonotonicTime(nanoseconds: 5_000_000_000)) == nil)
    cache.note(finding, of: name, lifetimeSeconds: .max, at: MonotonicTime(nanoseconds: 0))
    #expect(cache.finding(of: name, at: MonotonicTime(nanoseconds: 300_000_000_000)) == nil)
    cache.note(.noName, of: name, lifetimeSeconds: 1000, at: MonotonicTime(nanoseconds: 0))
    #expect(cache.finding(of: name, at: MonotonicTime(nanoseconds: 5_000_000_000)) == nil)
  }

  @Test func `a full cache forgets what ends first`() throws {
    var cache = UpstreamCache(limit: 10)
    for number in 0..<30 as Range<UInt64> {
      let name = HostName(checked: "n\(number).test")
      cache.note(.noAddress, of: name, at: MonotonicTime(nanoseconds: number))
    }
    #expect(cache.count == 10)
    #expect(
      cache.finding(of: HostName(checked: "n29.test"), at: MonotonicTime(nanoseconds: 30))
        == .noAddress)
    #expect(
      cache.finding(of: HostName(checked: "n19.test"), at: MonotonicTime(nanoseconds: 30)) == nil)
  }

  @Test func `both families take turns, and what failed is not kept`() throws {
    let six = try ["2606:4700::1", "2606:4700::2", "2606:4700::3"].map { try address($0) }
    let four = try ["1.1.1.1"].map { try address($0) }
    let both = UpstreamCache.combined(
      first: .addresses(six, lifetimeSeconds: 9), second: .addresses(four, lifetimeSeconds: 7))
    #expect(both?.finding == .addresses([six[0], four[0], six[1], six[2]]))
    #expect(both?.lifetimeSeconds == 7)
    let single = UpstreamCache.combined(
      first: .noAddress, second: .addresses(four, lifetimeSeconds: 7))
    #expect(single?.finding == .addresses(four))
    #expect(UpstreamCache.combined(first: .noName, second: .noName)?.finding == .noName)
    #expect(UpstreamCache.combined(first: .noAddress, second: .noAddress)?.finding == .noAddress)
    #expect(UpstreamCache.combined(first: .noName, second: .failed(code: 2)) == nil)
    #expect(UpstreamCache.combined(first: .truncated, second: .foreign) == nil)
  }
}
