/// A question that was read from hostile bytes.
package struct DNSQuestion: Hashable, Sendable {
  /// The number that the answer repeats.
  package let id: UInt16
  /// Whether the asker wants recursion; repeated.
  package let wantsRecursion: Bool
  /// The labels as they came, in their own case, each of 1 to 63 bytes of any value.
  package let labels: [[UInt8]]
  /// What is asked for.
  package let type: DNSType
  /// The class; 1 is the Internet.
  package let classNumber: UInt16
  /// What the asker said by EDNS; nil without it.
  package let edns: EDNS?

  /// The options of EDNS that matter here.
  package struct EDNS: Hashable, Sendable {
    /// What the asker takes over UDP, brought into 512 to 1232.
    package let payloadBytes: Int
    /// The version; only 0 exists.
    package let version: UInt8
  }

  /// The name, when it is one.
  package var name: Result<HostName, NameMistake> {
    do throws(NameMistake) {
      return .success(try HostName(labels: labels))
    } catch {
      return .failure(error)
    }
  }

  /// The question as it is repeated in the answer, byte for byte as it came.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for label in labels { bytes += [UInt8(truncatingIfNeeded: label.count)] + label }
    bytes.append(0)
    bytes.append(big: type.rawValue)
    bytes.append(big: classNumber)
    return bytes
  }
}

/// What bytes at the resolver's port are.
package enum DNSReading: Hashable, Sendable {
  /// A question.
  case question(DNSQuestion)
  /// Something to be answered with a code alone.
  case fault(id: UInt16, opcode: UInt8, DNSCode)
  /// Nothing to be answered: too short, or itself an answer.
  case silence
}

extension DNSReading {
  /// Reads one message: one question, no compression, nothing else but an OPT record, no rest.
  ///
  /// Answers that were sent to the resolver's port are dropped, whatever they hold. Messages above
  /// 4096 bytes are no questions.
  package init(_ message: [UInt8]) {
    var reader = ByteReader(message)
    guard let id = reader.uint16(), let flags = reader.uint16(), let questions = reader.uint16(),
      let answers = reader.uint16(), let authorities = reader.uint16(),
      let additional = reader.uint16(), flags & 0x8000 == 0
    else {
      self = .silence
      return
    }
    let opcode = UInt8(flags >> 11 & 0x0f)
    guard opcode == 0 else {
      self = .fault(id: id, opcode: opcode, .notImplemented)
      return
    }
    // TC and a code belong to answers.
    let isPlain = flags & 0x020f == 0 && questions == 1 && answers == 0 && authorities == 0
    guard isPlain, additional <= 1, message.count <= 4096,
      let labels = Self.labels(&reader), let type = reader.uint16(),
      let classNumber = reader.uint16(), let edns = Self.options(&reader, count: additional),
      reader.isAtEnd
    else {
      self = .fault(id: id, opcode: 0, .formatError)
      return
    }
    self = .question(
      DNSQuestion(
        id: id, wantsRecursion: flags & 0x0100 != 0, labels: labels, type: DNSType(rawValue: type),
        classNumber: classNumber, edns: edns.value))
  }

  /// Labels up to the root; a pointer, a longer label or more than 255 bytes are none.
  private static func labels(_ reader: inout ByteReader) -> [[UInt8]]? {
    var labels: [[UInt8]] = []
    var total = 1
    while let length = reader.byte() {
      if length == 0 { return labels }
      total += Int(length) + 1
      guard length <= 63, total <= 255, let label = reader.take(Int(length)) else { return nil }
      labels.append(Array(label))
    }
    return nil
  }

  private struct Options { var value: DNSQuestion.EDNS? }

  /// The one additional record, which must be OPT of the root with whole options.
  private static func options(_ reader: inout ByteReader, count: UInt16) -> Options? {
    guard count > 0 else { return Options() }
    guard reader.byte() == 0, reader.uint16() == DNSType.opt.rawValue,
      let payload = reader.uint16(), reader.byte() != nil, let version = reader.byte(),
      reader.uint16() != nil, let data = reader.vector16()
    else { return nil }
    var options = ByteReader(data)
    while !options.isAtEnd {
      guard options.uint16() != nil, options.vector16() != nil else { return nil }
    }
    let bytes = min(max(Int(payload), DNSFormat.plainUDPBytes), DNSFormat.safeUDPBytes)
    return Options(value: DNSQuestion.EDNS(payloadBytes: bytes, version: version))
  }
}
