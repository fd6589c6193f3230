/// Tells a pushing git why nothing was pushed, in its own protocol, so that it shows the reason.
enum GitAnswer {
  /// A whole answer to a push that was refused; the connection ends after it.
  ///
  /// With `side-band-64k`, which every git since 1.6 asks for, the reason goes to its channel of errors
  /// (gitprotocol-pack, "Packfile Data"); without, it is the line `ERR` (gitprotocol-common).
  static func refused(_ refusal: EgressRefusal, _ push: ReceivePackReader) -> [UInt8] {
    let text = CappedText.visible(refusal.line.utf8, limit: 900)
    let body =
      push.usesSideBand
      ? packet([3] + Array("sentinel: \(text)\n".utf8)) + Array("0000".utf8)
      : packet(Array("ERR sentinel: \(text)".utf8))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/x-git-receive-pack-result\r\n"
      + "Content-Length: \(body.count)\r\nX-Sentinel-Refusal: \(refusal.code.rawValue)\r\n"
      + "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + body
  }

  /// A pkt-line: four hexadecimal digits that count themselves too, and the bytes.
  static func packet(_ bytes: [UInt8]) -> [UInt8] {
    let digits = String(bytes.count + 4, radix: 16)
    return Array((String(repeating: "0", count: 4 - digits.count) + digits).utf8) + bytes
  }
}
