internal import Glibc
internal import Kernel

/// What pip needs of the machine: where packages come from is the machine's configuration, and
/// what they are is the lock's.
package struct PackageSource: Equatable, Sendable {
  /// Variables that pip and its transport read, such as those that start with `PIP_`.
  package var environment: [String: String]
  /// Configuration files, certificates and package folders that exist.
  package var readable: [[UInt8]]
  /// Where packages come from by the configuration; what is built into pip is pip's to say.
  package var hosts: [PackageHost]

  /// Makes a source; by default the public index and no configuration.
  package init(
    variables: [String: String] = [:], readable: [[UInt8]] = [],
    hosts: [PackageHost] = []
  ) {
    environment = variables
    self.readable = readable
    self.hosts = hosts
  }

  /// Takes from a user's environment what pip reads, and nothing else.
  package init(environment all: [String: String]) {
    let certificates = ["SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"]
    let proxies = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"]
    var environment = all.filter { name, _ in
      name.hasPrefix("PIP_") || certificates.contains(name) || proxies.contains(name.uppercased())
    }
    var files = ["/etc/pip.conf", "/etc/xdg/pip/pip.conf"]
    if let user = Self.userFile(all) {
      files.append(user)
      // The sandbox has another home folder.
      environment["PIP_CONFIG_FILE"] = environment["PIP_CONFIG_FILE"] ?? user
    }
    let named = environment.values.flatMap { Self.paths(in: $0) }
    let texts = files.compactMap { try? FileSystem.read(BytePath($0)) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    let configured = texts.flatMap { Self.paths(in: $0) }
    let proxy = environment.filter { proxies.contains($0.key.uppercased()) }.values
    let others = environment.filter { !proxies.contains($0.key.uppercased()) }.values
    let found =
      (others + texts).flatMap { PackageHost.hosts(in: $0, isProxy: false) }
      + proxy.flatMap { PackageHost.hosts(in: $0, isProxy: true) }
    hosts = found.reduce(into: []) { hosts, host in
      if !hosts.contains(host) { hosts.append(host) }
    }
    self.environment = environment
    readable = Set(files + named + configured).sorted().filter {
      (try? Descriptor.open(BytePath($0), O_RDONLY | O_NONBLOCK | O_NOCTTY)) != nil
    }.map { Array($0.utf8) }
  }

  private static func userFile(_ environment: [String: String]) -> String? {
    guard let home = environment["HOME"] else { return nil }
    let folder = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
    return ["\(folder)/pip/pip.conf", "\(home)/.pip/pip.conf"].first {
      (try? FileSystem.read(BytePath($0))) != nil
    }
  }

  /// Absolute paths among the words of a setting: certificates and folders of packages.
  private static func paths(in text: String) -> [String] {
    text.split { $0 == "=" || $0.isWhitespace }.map(String.init).filter {
      $0.hasPrefix("/") && $0 != "/" && !$0.contains("..")
    }
  }
}
