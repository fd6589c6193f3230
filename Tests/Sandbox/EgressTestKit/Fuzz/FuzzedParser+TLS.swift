internal import Egress

extension FuzzedParser {
  private static func read(_ pieces: [ArraySlice<UInt8>]) -> ClientHelloReader {
    var reader = ClientHelloReader()
    for piece in pieces { _ = reader.append(piece) }
    return reader
  }

  /// Hellos: the verdict is that of the bytes, not of their pieces or records.
  static let hello = FuzzedParser(
    "tls-hello",
    bytes: [
      HelloBytes().records(), HelloBytes().records(of: 40), HelloBytes(nil).records(),
      HelloBytes("evil.test").records(of: 1), HelloBytes().message,
      HelloBytes().records() + [20, 3, 3, 0, 1, 1],
    ],
    tokens: [
      [22, 3, 1], [0, 0], [0xfe, 0x0d, 0, 1, 0], [0, 43, 0, 3, 2, 3, 4], [0, 41, 0, 0], [1, 0, 0],
      HelloBytes.serverName(Array("allowed.test".utf8)), [22, 3, 1, 0, 1],
    ]
  ) { input, random in
    var whole = ClientHelloReader()
    let outcome = whole.append(input)
    var cut = ClientHelloReader()
    var last = ClientHelloReader.Outcome.needMore
    var settled: ClientHelloReader.Outcome?
    for piece in input.pieces(by: &random) {
      last = cut.append(piece)
      if let settled, settled != last { return .broken("an outcome changed") }
      if last != .needMore { settled = last }
    }
    guard input.isEmpty || last == outcome else { return .broken("pieces change the outcome") }
    guard whole.received == cut.received else { return .broken("pieces change what is sent on") }
    switch outcome {
    case .needMore:
      guard whole.received == input, input.count <= 6 << 14 else {
        return .broken("bytes are lost")
      }
      return .fine(behaviour: "more \(input.count / 64)")
    case .refused(let mistake):
      guard whole.received.isEmpty else { return .broken("refused bytes are kept") }
      return .fine(behaviour: "\(mistake) \(input.count / 64)")
    case .hello(let hello):
      guard whole.received == input else { return .broken("bytes are lost") }
      if let name = hello.serverName, (try? HostName(parsing: name.text)) != name {
        return .broken("a name that is none")
      }
      return .fine(
        behaviour: "\(hello.serverName != nil) \(hello.protocols.count) \(hello.versions.count) "
          + "\(hello.hasEncryptedHello) \(hello.offersEarlyData) \(input.count / 64)")
    }
  }

  /// The first bytes: a verdict stands, however much follows.
  static let firstBytes = FuzzedParser(
    "first-bytes",
    seeds: ["GET / HTTP/1.1\r\n", "SSH-2.0-OpenSSH_9", "\u{16}\u{3}\u{1}", "EHLO x\r\n"],
    tokens: ["SSH-2.0-", "GET ", "\u{16}\u{3}", " ", "PRI * HTTP/2.0"]
  ) { input, _ in
    var settled: FirstBytes?
    for count in 0...min(input.count, 40) {
      let kind = FirstBytes(input.prefix(count))
      if let settled, settled != kind { return .broken("a verdict changed") }
      if kind != .needMore { settled = kind }
    }
    if input.count >= 32, settled == nil { return .broken("no verdict after 32 bytes") }
    return .fine(behaviour: "\(String(describing: settled)) \(min(input.count, 40))")
  }
}
