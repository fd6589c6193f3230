/// What a TLS client says before anything is encrypted (RFC 8446, section 4.1.2).
package struct ClientHello: Hashable, Sendable {
  /// The server it wants (RFC 6066, section 3); nil when it does not say.
  package var serverName: HostName?

  /// The protocols it offers (RFC 7301), in its order.
  package var protocols: [[UInt8]] = []

  /// The versions it offers; the old field when the extension is absent.
  package var versions: [UInt16] = []

  /// Whether an encrypted hello (0xfe0d) or its forerunner (0xffce) is there.
  ///
  /// Many browsers send one that means nothing (GREASE); nobody but the server can tell.
  package var hasEncryptedHello = false

  /// Whether data may follow before the server has answered.
  package var offersEarlyData = false

  /// Whether HTTP/2 is among the protocols.
  package var offersHTTP2: Bool { protocols.contains(Array("h2".utf8)) }
}

/// Why the first bytes of a connection are no hello that can be judged.
package enum HelloMistake: String, Error, Hashable, Sendable, CaseIterable {
  /// The first byte starts no TLS record.
  case notTLS
  /// A hello of SSL 2, or a record of a version that never was.
  case oldVersion
  /// A record that is empty or too long.
  case recordLength
  /// A record of another kind in the middle of the hello.
  case interleaved
  /// A first message that is no hello.
  case notHello
  /// A hello or its records above their limit.
  case tooLarge
  /// Lengths that do not fit into each other, or bytes behind the end.
  case malformed
  /// An extension that is there twice.
  case duplicateExtension
  /// A list of server names that is not one host name.
  case serverNameList
  /// A server name that is no name.
  case serverName

  /// The mistake as the end of a sentence about the client.
  package var reason: String {
    switch self {
    case .notTLS: "did not start with TLS"
    case .oldVersion: "speaks a version of SSL that nobody may use"
    case .recordLength: "sent a TLS record of a forbidden length"
    case .interleaved: "sent another record in the middle of its TLS hello"
    case .notHello: "did not start with a TLS hello"
    case .tooLarge: "sent a TLS hello above the limit"
    case .malformed: "sent a malformed TLS hello"
    case .duplicateExtension: "sent an extension twice in its TLS hello"
    case .serverNameList: "sent a list of server names that is not one host name"
    case .serverName: "asked for a server name that is not a name"
    }
  }
}
