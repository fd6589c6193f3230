/// Why the value of `--allow-host` is no rule, and what to write.
package struct RuleMistake: Error, Hashable, Sendable {
  /// What is wrong, as a sentence without its end; untrusted text in it is escaped.
  package let reason: String
  /// What to write instead, as an imperative.
  package let remedy: String

  /// Names a mistake; whoever calls has escaped what it quotes.
  package init(reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
}

extension EgressRule {
  /// Reads `HOST[:PORTS]`, the value of `--allow-host`.
  ///
  /// HOST is a name, `*.NAME`, `**.NAME`, an address or a block; an IPv6 address takes brackets when
  /// ports follow. PORTS is a port, a range or a list, 443 when absent: TLS is what package indexes and
  /// forges speak, and clear text is left to those who write `:80`. The mode follows from the ports.
  package init(allowing text: String) throws(RuleMistake) {
    let id = RuleID("--allow-host " + CappedText.visible(text.utf8, limit: 80))
    let (host, portText) = try Self.split(text)
    let target = try Target(parsing: host)
    var ports: PortSet?
    if let portText {
      guard let read = PortSet(parsing: portText) else {
        throw RuleMistake(
          reason: "\"\(CappedText.visible(portText.utf8, limit: 40))\" is not a port",
          remedy: "write a port from 1 to 65535, a range such as 8000-8100, or a list")
      }
      ports = read
    }
    self.init(id: id, target: target, ports: ports)
  }

  /// The text that ``init(allowing:)`` reads for one host and port.
  package static func line(host: String, port: UInt16) -> String {
    let host = host.contains(":") ? "[\(host)]" : host
    return port == 443 ? "--allow-host \(host)" : "--allow-host \(host):\(port)"
  }

  /// Cuts off the ports; an address of IPv6 without brackets has none.
  private static func split(_ text: String) throws(RuleMistake) -> (Substring, Substring?) {
    let remedy = "write HOST or HOST:PORT, such as example.com or example.com:8443"
    if text.contains("://") {
      throw RuleMistake(reason: "a URL is more than a host", remedy: remedy)
    }
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else {
        throw RuleMistake(reason: "a bracket is not closed", remedy: "write [ADDRESS]:PORT")
      }
      let host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard host.contains(":"), rest.isEmpty || rest.hasPrefix(":") else {
        throw RuleMistake(
          reason: "brackets hold an IPv6 address, and a port follows them",
          remedy: "write [ADDRESS]:PORT")
      }
      return (host, rest.isEmpty ? nil : rest.dropFirst())
    }
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    // Two colons can only be IPv6; whether they are is for the address to say.
    if parts.count == 3 { return (Substring(text), nil) }
    guard let host = parts.first, !host.isEmpty else {
      throw RuleMistake(reason: "there is no host", remedy: remedy)
    }
    return (host, parts.count == 2 ? parts[1] : nil)
  }
}

extension EgressRule.Target {
  /// Reads a name, a pattern, an address or a block.
  package init(parsing text: some StringProtocol) throws(RuleMistake) {
    if let block = AddressBlock(parsing: text) {
      self = .block(block)
      return
    }
    let shown = CappedText.visible(Array(text.utf8), limit: 80)
    guard !text.contains("/"), !text.contains(":") else {
      throw RuleMistake(
        reason: "\"\(shown)\" is not an address or block",
        remedy:
          "write a block by its first address, such as 10.0.0.0/8, and a host without its path")
    }
    do {
      self = .names(try NamePattern(parsing: text))
    } catch {
      throw RuleMistake(reason: "\"\(shown)\" \(error.reason)", remedy: error.remedy)
    }
  }
}
