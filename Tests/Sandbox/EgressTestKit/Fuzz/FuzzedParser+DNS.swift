internal import Egress

extension FuzzedParser {
  private static let names = ["allowed.test", "a.w.test", "evil.test", "localhost", "x"]

  private static let policy = EgressPolicy(
    profile: "fuzz",
    rules: ["allowed.test", "*.w.test"].compactMap { try? EgressRule(allowing: $0) })

  /// Questions to the resolver: whatever comes, the answer is one, fits, and repeats the question.
  static let dnsQuestion = FuzzedParser(
    "dns-question",
    bytes: names.flatMap { name in
      [1, 28, 16, 65, 255].flatMap { type in
        [
          DNSBytes(name, type: type).bytes,
          DNSBytes(name, type: type).withEDNS(data: [0, 10, 0, 2, 1, 2]).bytes,
        ]
      }
    },
    tokens: [
      [0xc0, 12], [0, 41], [0, 0, 1], [63], [7] + Array("allowed".utf8), [4] + Array("test".utf8),
    ]
  ) { input, _ in
    let now = MonotonicTime(nanoseconds: 0)
    var resolver = DNSResolver(policy: policy, limits: EgressLimits(), at: now)
    let reply = resolver.answer(input, at: now)
    guard let bytes = reply.bytes else {
      return input.count >= 12 && input[2] & 0x80 == 0
        ? .broken("silence") : .fine(behaviour: "silence")
    }
    guard bytes.count >= 12, Array(bytes.prefix(2)) == Array(input.prefix(2)), bytes[2] & 0x80 != 0,
      bytes.count <= 1232
    else { return .broken("the answer is none") }
    let code = bytes[3] & 0x0f
    if case .question(let question) = DNSReading(input) {
      let length = question.labels.reduce(1) { $0 + $1.count + 1 } + 4
      guard question.labels.allSatisfy({ (1...63).contains($0.count) }), length <= 259,
        bytes.count >= 12 + length, bytes[12..<12 + length] == input[12..<12 + length]
      else { return .broken("the question is not repeated") }
      guard bytes.count <= max(512, question.edns?.payloadBytes ?? 512) else {
        return .broken("the answer is too long")
      }
      if code == 0, question.type == .a, bytes[7] == 1, question.edns == nil {
        guard let address = IPAddress(bytes: bytes.suffix(4)),
          resolver.table.entry(at: address) != nil || address.addressClass == .loopback
        else { return .broken("an address that is not in the table") }
      }
      let kind = reply.event?.refusal?.code.rawValue ?? "ok"
      return .fine(behaviour: "\(code) \(kind) \(question.edns != nil) \(question.labels.count)")
    }
    return .fine(behaviour: "\(code)")
  }

  private static func answer(_ records: [UInt8]..., flags: UInt16 = 0x8180) -> [UInt8] {
    var message = DNSBytes("allowed.test")
    message.flags = flags
    message.counts = [1, UInt16(records.count), 0, 0]
    message.rest = records.flatMap { $0 }
    return message.bytes
  }

  private static let pointer: [UInt8] = [0xc0, 12]

  /// Answers of the host's resolver: addresses come only from well-formed ones, and few.
  static let dnsAnswer = FuzzedParser(
    "dns-answer",
    bytes: [
      answer(DNSBytes.record(pointer, type: 1, data: [1, 2, 3, 4])),
      answer(
        DNSBytes.record(pointer, type: 5, data: DNSBytes.name("b.test")),
        DNSBytes.record(DNSBytes.name("b.test"), type: 1, data: [1, 2, 3, 4])),
      answer(
        DNSBytes.record(pointer, type: 5, data: [1, 0x62, 0xc0, 20]),
        DNSBytes.record([1, 0x62, 0xc0, 20], type: 1, data: [1, 2, 3, 4])),
      answer(flags: 0x8183), answer(flags: 0x8380), answer(flags: 0x8182),
    ],
    tokens: [
      pointer, [0xc0, 20], [0xc0, 30], [0, 5, 0, 1], [0, 1, 0, 1], [0, 0, 0, 9, 0, 4, 9, 9, 9, 9],
      DNSBytes.record(pointer, type: 5, data: pointer),
    ]
  ) { input, random in
    guard let name = try? HostName(parsing: "allowed.test") else { return .broken("no name") }
    let query = UpstreamQuery(name, type: .a, id: 0x1234)
    let answer = UpstreamAnswer(input, to: query)
    if case .addresses(let addresses, _) = answer {
      guard (1...32).contains(addresses.count), addresses.allSatisfy({ $0.family == .v4 }) else {
        return .broken("addresses of the wrong kind or number")
      }
      let other = UpstreamQuery(name, type: .a, id: 0x1235)
      guard UpstreamAnswer(input, to: other) == .foreign else { return .broken("another number") }
      return .fine(behaviour: "addresses \(addresses.count) \(input.count / 16)")
    }
    return .fine(behaviour: "\(answer) \(input.count / 32)")
  }

  private static func read(
    _ pieces: [ArraySlice<UInt8>]
  ) -> (messages: [[UInt8]], failure: DNSFrames.Failure?) {
    var frames = DNSFrames()
    var messages: [[UInt8]] = []
    for piece in pieces {
      do throws(DNSFrames.Failure) {
        messages += try frames.append(piece)
      } catch {
        return (messages, error)
      }
    }
    return (messages, nil)
  }

  /// DNS over TCP: messages are the same however they arrive.
  static let dnsStream = FuzzedParser(
    "dns-stream",
    bytes: [
      names.flatMap { DNSFrames.frame(DNSBytes($0).bytes) },
      DNSFrames.frame(DNSBytes("a.test").bytes),
    ], tokens: [[0, 12], [0, 0], [0, 30], [16, 0], [0xff, 0xff]]
  ) { input, random in
    let whole = read([input[...]])
    let cut = read(input.pieces(by: &random))
    guard whole.failure == cut.failure else { return .broken("pieces change the end") }
    // A stream fails as a whole: what came in the same piece is dropped with it.
    guard whole.failure != nil || whole.messages == cut.messages else {
      return .broken("pieces change the messages")
    }
    return .fine(behaviour: "\(whole.messages.count) \(String(describing: whole.failure))")
  }
}
