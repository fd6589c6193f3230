/// A question of the broker's own to the host's resolver, and the strict reading of its answer.
package struct UpstreamQuery: Hashable, Sendable {
  /// The number that the answer must repeat; random.
  package let id: UInt16
  /// The name that is looked up, in lower case.
  package let name: HostName
  /// The type asked for, A or AAAA.
  package let type: DNSType
  /// The name's labels as sent, in mixed case when that was asked for.
  let labels: [[UInt8]]

  /// A question with a random number.
  ///
  /// With `caseBits` the letters are made capital where a bit is set, 64 at most, then over again: an
  /// answer must repeat them, which whoever guesses blindly cannot (draft-vixie-dnsext-dns0x20).
  package init(_ name: HostName, type: DNSType, id: UInt16, caseBits: UInt64? = nil) {
    self.name = name
    self.type = type
    self.id = id
    var position: UInt64 = 0
    labels = name.labels.map { label in
      label.utf8.map { byte in
        guard let caseBits, ASCII.isLetter(byte) else { return byte }
        defer { position += 1 }
        return caseBits >> (position % 64) & 1 == 1 ? byte & 0xdf : byte
      }
    }
  }

  /// The message: recursion wanted, EDNS with 1232 bytes, no other option.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for word in [id, 0x0100, 1, 0, 0, 1] as [UInt16] { bytes.append(big: word) }
    for label in labels { bytes += [UInt8(truncatingIfNeeded: label.count)] + label }
    bytes.append(0)
    bytes.append(big: type.rawValue)
    bytes.append(big: DNSFormat.classInternet)
    bytes.append(0)
    bytes.append(big: DNSType.opt.rawValue)
    bytes.append(big: UInt16(DNSFormat.safeUDPBytes))
    bytes.append(big: UInt32(0))
    bytes.append(big: UInt16(0))
    return bytes
  }
}

/// What an answer to a question of the broker's says.
package enum UpstreamAnswer: Hashable, Sendable {
  /// Addresses of the asked-for kind, at most 32, and the shortest lifetime on the way to them.
  case addresses([IPAddress], lifetimeSeconds: UInt32)
  /// The name exists, without an address of the kind.
  case noAddress
  /// The name does not exist.
  case noName
  /// The answer was too long for a datagram: ask again over TCP.
  case truncated
  /// The server said that it failed, with this code.
  case failed(code: UInt8)
  /// Bytes that are no answer to the question: wait on, another may come.
  case foreign
  /// An answer to the question that is not well formed.
  case malformed
}
