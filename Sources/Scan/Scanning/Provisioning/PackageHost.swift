/// A server from which an installer may get packages.
public struct PackageHost: Hashable, Sendable {
  /// The name or address, as it is written in a URL.
  public var name: String
  /// The port.
  public var port: UInt16
  /// Whether it passes requests on to others, so that what it is told is no request to itself.
  public var isProxy: Bool

  /// Names a server.
  public init(name: String, port: UInt16 = 443, isProxy: Bool = false) {
    self.name = name
    self.port = port
    self.isProxy = isProxy
  }

  /// The public index and its store: built into pip, so that no configuration names them, and the only
  /// place that packages come from on a machine as it is delivered.
  public static let index = [
    PackageHost(name: "pypi.org"), PackageHost(name: "files.pythonhosted.org"),
  ]

  /// The servers of all URLs in a setting, each once, in their order.
  static func hosts(in text: String, isProxy: Bool) -> [PackageHost] {
    let words = text.split { $0 == "=" || $0 == "," || $0.isWhitespace }
    return words.reduce(into: []) { found, word in
      guard let host = host(of: String(word), isProxy: isProxy), !found.contains(host) else {
        return
      }
      found.append(host)
    }
  }

  /// The authority of `SCHEME://[USER@]HOST[:PORT][/…]` (RFC 3986, section 3.2).
  private static func host(of url: String, isProxy: Bool) -> PackageHost? {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[1].isEmpty,
      let standard = ["https:": UInt16(443), "http:": UInt16(80)][parts[0].lowercased()]
    else { return nil }
    let authority = parts[2].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    var name = authority, port = standard
    let afterBracket = authority.lastIndex(of: "]") ?? authority.startIndex
    if let colon = authority[afterBracket...].lastIndex(of: ":") {
      guard let number = UInt16(authority[authority.index(after: colon)...]) else { return nil }
      name = authority[..<colon]
      port = number
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    return name.isEmpty ? nil : PackageHost(name: String(name), port: port, isProxy: isProxy)
  }
}
