/// Types of records by their number (IANA's DNS parameters).
package struct DNSType: RawRepresentable, Hashable, Sendable {
  /// The number as it stands in messages, in host byte order.
  package let rawValue: UInt16

  /// A type by its number.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A record with an IPv4 address (RFC 1035).
  package static let a = DNSType(rawValue: 1)
  /// Another name for the name.
  package static let cname = DNSType(rawValue: 5)
  /// A record with an IPv6 address (RFC 3596).
  package static let aaaa = DNSType(rawValue: 28)
  /// The options of EDNS (RFC 6891).
  package static let opt = DNSType(rawValue: 41)

  /// Whether the number asks for something else than one kind of data: transfers (IXFR, AXFR), mail
  /// agents, ANY; and what never stands in a question (OPT, TKEY, TSIG).
  var isMeta: Bool { rawValue == 0 || rawValue == 41 || (249...255).contains(rawValue) }
}

/// What an answer says about a question (RFC 1035, section 4.1.1; RFC 6891, section 6.1.3).
package enum DNSCode: UInt16, Sendable {
  /// There is an answer, perhaps without records.
  case noError = 0
  /// The question was no question.
  case formatError = 1
  /// The server failed.
  case serverFailure = 2
  /// The name does not exist.
  case nameError = 3
  /// This kind of message is not served.
  case notImplemented = 4
  /// The server does not want to.
  case refused = 5
  /// The version of EDNS is unknown; its upper bits travel in the OPT record.
  case badVersion = 16
}

/// Numbers that the codecs share.
enum DNSFormat {
  static let headerBytes = 12
  static let classInternet: UInt16 = 1
  /// What a client without EDNS takes over UDP (RFC 1035, section 4.2.1).
  static let plainUDPBytes = 512
  /// What passes everywhere without fragments (DNS flag day 2020).
  static let safeUDPBytes = 1232
}
