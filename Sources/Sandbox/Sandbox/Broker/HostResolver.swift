internal import Egress
package import Kernel

/// How the host finds addresses: its name servers and its hosts file, for the broker to use.
package struct HostResolver: Sendable, Equatable {
  /// Name servers in their order, as addresses.
  package var servers: [String]
  /// Addresses by lower-case name, as the hosts file lists them.
  package var hosts: [String: [String]]

  /// Takes what was found.
  package init(servers: [String], hosts: [String: [String]]) {
    self.servers = servers
    self.hosts = hosts
  }

  /// Reads resolv.conf, and the host's hosts file or the one given; a file of the host's that is missing
  /// holds nothing.
  package static func read(hosts: BytePath? = nil) throws(KernelFailure) -> HostResolver {
    let resolver = (try? FileSystem.read("/etc/resolv.conf", limit: 1 << 16)) ?? []
    let names =
      if let hosts { try FileSystem.read(hosts, limit: 1 << 22) } else {
        (try? FileSystem.read("/etc/hosts", limit: 1 << 22)) ?? []
      }
    return HostResolver(servers: Self.servers(resolver), hosts: Self.hosts(names))
  }

  /// The `nameserver` lines of resolv.conf(5); without any, the server of this machine.
  static func servers(_ text: [UInt8]) -> [String] {
    let found = lines(text).compactMap { words -> String? in
      guard words.count >= 2, words[0] == "nameserver", let address = IPAddress(parsing: words[1])
      else { return nil }
      return address.description
    }
    return found.isEmpty ? ["127.0.0.1"] : Array(found.prefix(3))
  }

  /// The lines of hosts(5): an address and its names.
  static func hosts(_ text: [UInt8]) -> [String: [String]] {
    var hosts: [String: [String]] = [:]
    for words in lines(text) {
      guard let first = words.first, let address = IPAddress(parsing: first) else { continue }
      for name in words.dropFirst() {
        guard let name = try? HostName(parsing: name), !name.isLocal else { continue }
        hosts[name.text, default: []].append(address.description)
      }
    }
    return hosts
  }

  private static func lines(_ text: [UInt8]) -> [[Substring]] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      line.prefix { $0 != "#" && $0 != ";" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    }
  }
}
