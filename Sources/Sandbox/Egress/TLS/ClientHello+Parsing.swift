extension ClientHello {
  /// Reads the body of a hello message, all of it.
  init(body: ArraySlice<UInt8>) throws(HelloMistake) {
    var reader = ByteReader(body)
    guard let version = reader.uint16(), reader.take(32) != nil, let session = reader.vector8(),
      session.count <= 32, let suites = reader.vector16(), suites.count >= 2,
      suites.count.isMultiple(of: 2), let compressions = reader.vector8(), compressions.contains(0)
    else { throw .malformed }
    // 0x0300 is SSL 3, which RFC 7568 ends; TLS 1.3 stays at 0x0303 here.
    guard version >= 0x0301, version <= 0x0303 else { throw .oldVersion }
    versions = [version]
    guard !reader.isAtEnd else { return }
    guard let extensions = reader.vector16(), reader.isAtEnd else { throw .malformed }
    try readExtensions(extensions)
  }

  private mutating func readExtensions(_ bytes: ArraySlice<UInt8>) throws(HelloMistake) {
    var reader = ByteReader(bytes)
    var seen: Set<UInt16> = []
    while !reader.isAtEnd {
      guard let type = reader.uint16(), let data = reader.vector16() else { throw .malformed }
      guard seen.insert(type).inserted else { throw .duplicateExtension }
      // A pre-shared key must come last (RFC 8446, section 4.2.11).
      guard !seen.contains(41) || type == 41 else { throw .malformed }
      switch type {
      case 0: serverName = try Self.serverName(data)
      case 16: protocols = try Self.protocols(data)
      case 43: versions = try Self.versions(data)
      case 42: offersEarlyData = true
      case 0xfe0d, 0xffce: hasEncryptedHello = true
      default: break
      }
    }
  }

  /// The one name of type 0; an extension with none, several or another type is refused.
  private static func serverName(_ data: ArraySlice<UInt8>) throws(HelloMistake) -> HostName {
    var reader = ByteReader(data)
    guard let list = reader.vector16(), reader.isAtEnd else { throw .malformed }
    var entry = ByteReader(list)
    guard let type = entry.byte(), let name = entry.vector16() else { throw .serverNameList }
    guard type == 0, entry.isAtEnd else { throw .serverNameList }
    // RFC 6066 allows no dot at the end, so it is none of the forms that clients send.
    guard name.last != UInt8(ascii: "."), let host = try? HostName(parsing: name) else {
      throw .serverName
    }
    return host
  }

  private static func protocols(_ data: ArraySlice<UInt8>) throws(HelloMistake) -> [[UInt8]] {
    var reader = ByteReader(data)
    guard let list = reader.vector16(), reader.isAtEnd, !list.isEmpty else { throw .malformed }
    var names: [[UInt8]] = []
    var entries = ByteReader(list)
    while !entries.isAtEnd {
      guard let name = entries.vector8(), !name.isEmpty else { throw .malformed }
      names.append(Array(name))
    }
    return names
  }

  private static func versions(_ data: ArraySlice<UInt8>) throws(HelloMistake) -> [UInt16] {
    var reader = ByteReader(data)
    guard let list = reader.vector8(), reader.isAtEnd, !list.isEmpty, list.count.isMultiple(of: 2)
    else { throw .malformed }
    var entries = ByteReader(list)
    var versions: [UInt16] = []
    while let version = entries.uint16() { versions.append(version) }
    return versions
  }
}
