/// A server from which an installer may get packages.
package struct PackageHost: Hashable, Sendable {
  /// The name or address, as it is written in a URL.
  package var name: String
  /// The port of TCP, 443 for an index.
  package var port: UInt16
  /// Whether it passes requests on to others, so that what it is told is no request to itself.
  package var isProxy: Bool

  /// Names a server.
  package init(name: String, port: UInt16 = 443, isProxy: Bool = false) {
    self.name = name
    self.port = port
    self.isProxy = isProxy
  }

  /// What pip runs to say which index and which store of files are built into it; nothing where the
  /// machine's configuration names another index, or none.
  ///
  /// It reads its configuration as it does for an installation. The names are in pip's own modules only.
  static let probe = """
    from pip._internal.commands import create_command
    from pip._internal.models.index import PyPI
    options, _ = create_command("install").parse_args([])
    if options.index_url == PyPI.simple_url and not options.no_index:
        print(PyPI.simple_url)
        print("https://" + PyPI.file_storage_domain)
    """

  /// Reads what the probe printed: addresses, one in a line; nil for anything else.
  static func probed(_ output: [UInt8]) -> [PackageHost]? {
    guard let text = String(validating: output, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    let found = lines.compactMap { host(of: $0, isProxy: false) }
    return lines.count == found.count && found.count <= 2 ? found : nil
  }

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
