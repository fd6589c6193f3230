extension UpstreamAnswer {
  /// Reads bytes that arrived for a question.
  ///
  /// Only an answer that repeats number, name, case, type and class counts. Aliases are followed
  /// within the message, eight at most; records of other names are left out. Over TCP, TC is ignored.
  package init(_ message: [UInt8], to query: UpstreamQuery, overTCP: Bool = false) {
    var reader = ByteReader(message)
    guard let id = reader.uint16(), let flags = reader.uint16(), let questions = reader.uint16(),
      let answers = reader.uint16(), reader.take(4) != nil, id == query.id,
      flags & 0xf800 == 0x8000,
      questions == 1, let name = DNSNameReader.name(message, &reader), name == query.labels,
      reader.uint16() == query.type.rawValue, reader.uint16() == DNSFormat.classInternet
    else {
      self = .foreign
      return
    }
    if flags & 0x0200 != 0, !overTCP {
      self = .truncated
      return
    }
    switch UInt8(flags & 0x0f) {
    case 0: break
    case 3:
      self = .noName
      return
    case let code:
      self = .failed(code: code)
      return
    }
    guard let records = Self.records(message, &reader, count: answers) else {
      self = .malformed
      return
    }
    self = Self.follow(query, records) ?? .malformed
  }

  private struct Record {
    var owner: [[UInt8]]
    var type: DNSType
    var lifetime: UInt32
    var address: IPAddress?
    var target: [[UInt8]]?
  }

  /// The records of the answer section; nil when one is cut off or there are more than 128.
  private static func records(
    _ message: [UInt8], _ reader: inout ByteReader, count: UInt16
  ) -> [Record]? {
    guard count <= 128 else { return nil }
    var records: [Record] = []
    for _ in 0..<count {
      guard let owner = DNSNameReader.name(message, &reader), let type = reader.uint16(),
        let classNumber = reader.uint16(), let lifetime = reader.uint32(),
        let length = reader.uint16()
      else { return nil }
      let start = reader.index
      guard let data = reader.take(Int(length)) else { return nil }
      guard classNumber == DNSFormat.classInternet else { continue }
      var record = Record(
        owner: owner.map { ASCII.lower($0) }, type: DNSType(rawValue: type), lifetime: lifetime)
      switch record.type {
      case .a, .aaaa:
        guard data.count == (record.type == .a ? 4 : 16), let address = IPAddress(bytes: data)
        else {
          return nil
        }
        record.address = address
      case .cname:
        var inner = ByteReader(message[start..<start + data.count])
        guard let target = DNSNameReader.name(message, &inner), inner.isAtEnd else { return nil }
        record.target = target.map { ASCII.lower($0) }
      default: continue
      }
      records.append(record)
    }
    return records
  }

  /// Walks the aliases from the question's name; nil when they go round or on for too long.
  private static func follow(_ query: UpstreamQuery, _ records: [Record]) -> UpstreamAnswer? {
    var owner = query.labels.map { ASCII.lower($0) }
    var lifetime = UInt32.max
    for _ in 0...8 {
      let own = records.filter { $0.owner == owner }
      let found = own.filter { $0.type == query.type }
      if !found.isEmpty {
        // The upper bit is never set in an honest lifetime (RFC 2181, section 8).
        let shortest = found.reduce(lifetime) { min($0, $1.lifetime) }
        return .addresses(
          Array(found.compactMap(\.address).prefix(32)),
          lifetimeSeconds: shortest > UInt32(Int32.max) ? 0 : shortest)
      }
      guard let alias = own.first(where: { $0.type == .cname }), let target = alias.target else {
        return .noAddress
      }
      owner = target
      lifetime = min(lifetime, alias.lifetime)
    }
    return nil
  }
}

/// Reads names with compression (RFC 1035, section 4.1.4).
enum DNSNameReader {
  /// The labels of a name; every pointer must lead to an earlier place than the one before.
  static func name(_ message: [UInt8], _ reader: inout ByteReader) -> [[UInt8]]? {
    var labels: [[UInt8]] = []
    var total = 1
    // What starts here may only point to what is before it, so the way has an end.
    var bound = reader.index
    var hasJumped = false
    var inner = reader
    while let length = inner.byte() {
      switch length {
      case 0:
        if !hasJumped { reader = inner }
        return labels
      case 1...63:
        total += Int(length) + 1
        guard total <= 255, let label = inner.take(Int(length)) else { return nil }
        labels.append(Array(label))
      case 0xc0...0xff:
        guard let low = inner.byte() else { return nil }
        let place = Int(length & 0x3f) << 8 | Int(low)
        if !hasJumped { reader = inner }
        guard place >= DNSFormat.headerBytes, place < bound else { return nil }
        (bound, hasJumped) = (place, true)
        inner = ByteReader(message[place...])
      default: return nil
      }
    }
    return nil
  }
}
