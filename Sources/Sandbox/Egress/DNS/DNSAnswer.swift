/// Writes the resolver's answers.
package enum DNSAnswer {
  /// How long a program may keep an address; names keep theirs for the whole run.
  static let lifetimeSeconds: UInt32 = 60

  /// The code "Blocked" of extended errors (RFC 8914, section 4.16): policy of the operator.
  static let blocked: UInt16 = 15

  /// An answer of a code alone, to what was no question.
  package static func fault(id: UInt16, opcode: UInt8, code: DNSCode) -> [UInt8] {
    header(
      id: id, flags: 0x8000 | UInt16(opcode & 0x0f) << 11 | code.rawValue & 0x0f, counts: [0, 0, 0])
  }

  /// An answer to a question: its addresses, none of them, or a code with the reason.
  ///
  /// Addresses must be of the family that was asked for. The reason travels as an extended error, to
  /// askers with EDNS only, cut so that the whole fits a datagram. There is no SOA record, so nobody
  /// keeps a refusal that a live change may lift.
  package static func answer(
    to question: DNSQuestion, code: DNSCode = .noError, addresses: [IPAddress] = [],
    blockedBecause reason: String? = nil
  ) -> [UInt8] {
    let echo = question.bytes
    let wanted = addresses.filter { question.type == ($0.family == .v4 ? .a : .aaaa) }
    var records: [UInt8] = []
    for address in wanted.prefix(4) {
      // The name of the question, by a pointer to its place behind the header.
      records += [0xc0, UInt8(DNSFormat.headerBytes)]
      records.append(big: question.type.rawValue)
      records.append(big: DNSFormat.classInternet)
      records.append(big: lifetimeSeconds)
      records.append(big: UInt16(address.bytes.count))
      records += address.bytes
    }
    let used = DNSFormat.headerBytes + echo.count + records.count
    let options = question.edns.map { edns in
      self.options(code: code, reason: reason, room: edns.payloadBytes - used)
    }
    // An answer, with recursion wanted as asked, and available.
    let flags = 0x8080 | (question.wantsRecursion ? 0x0100 : 0) | code.rawValue & 0x0f
    let counts: [UInt16] = [1, UInt16(wanted.prefix(4).count), options == nil ? 0 : 1]
    return header(id: question.id, flags: flags, counts: counts) + echo + records + (options ?? [])
  }

  private static func header(id: UInt16, flags: UInt16, counts: [UInt16]) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in [id, flags, counts[0], counts[1], 0, counts[2]] { bytes.append(big: word) }
    return bytes
  }

  /// An OPT record, with the reason as far as there is room.
  private static func options(code: DNSCode, reason: String?, room: Int) -> [UInt8] {
    var data: [UInt8] = []
    // Eleven bytes of the record, four of the option, two of the code.
    let space = room - 17
    if let reason, space >= 0 {
      let text = CappedText.visible(Array(reason.utf8), limit: min(400, max(0, space - 3))).utf8
      data.append(big: blockedOption)
      data.append(big: UInt16(2 + min(text.count, space)))
      data.append(big: blocked)
      data += text.prefix(space)
    }
    var bytes: [UInt8] = [0]
    bytes.append(big: DNSType.opt.rawValue)
    bytes.append(big: UInt16(DNSFormat.safeUDPBytes))
    bytes += [UInt8(code.rawValue >> 4), 0, 0, 0]
    bytes.append(big: UInt16(data.count))
    return bytes + data
  }

  /// The option of extended errors (RFC 8914, section 2).
  private static let blockedOption: UInt16 = 15
}
