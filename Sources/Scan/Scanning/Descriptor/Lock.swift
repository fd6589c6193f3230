internal import Text

/// The closure of one tool: every package with its exact version and the digests of its wheels.
package struct Lock: Equatable, Sendable {
  /// One package of the closure.
  package struct Package: Equatable, Sendable {
    /// The name in the package index.
    package let name: String
    /// The one version that may be installed, as the lock spells it.
    package let version: String
    /// The SHA-256 of each wheel that may be installed.
    package let digests: [String]
  }

  /// The packages, in the order of the file.
  package let packages: [Package]
  /// The SHA-256 of the file.
  package let digest: String
  /// The lock's text, which is what pip gets.
  package let bytes: [UInt8]

  /// Reads the requirements format; anything but pinned packages with digests is refused.
  ///
  /// - Throws: `usage` with the line of the first mistake.
  package init(parsing bytes: [UInt8], file: String) throws(ScanError) {
    var packages: [Package] = []
    let text = String(decoding: bytes, as: UTF8.self)
    var logical = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("#") || line.isEmpty { continue }
      logical += line
      if logical.hasSuffix("\\") {
        logical.removeLast()
        continue
      }
      guard let package = Self.package(logical) else {
        throw ScanError(
          .usage, "line \(index + 1) pins no package; write name==version --hash=sha256:…",
          context: file)
      }
      packages.append(package)
      logical = ""
    }
    guard !packages.isEmpty, logical.isEmpty else {
      throw ScanError(.usage, "the lock is empty or ends too early", context: file)
    }
    self.packages = packages
    self.bytes = bytes
    digest = SHA256.hex(of: bytes)
  }

  /// The pinned version of a package; index names ignore case and the kind of dash.
  package func version(of package: String) -> String? {
    packages.first { Self.normal($0.name) == Self.normal(package) }?.version
  }

  private static func normal(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" || $0 == "." ? "-" : $0 })
  }

  private static func package(_ line: String) -> Package? {
    let words = line.split(separator: " ")
    guard let pin = words.first, let equals = pin.firstRange(of: "=="), words.count > 1 else {
      return nil
    }
    let digests = words.dropFirst().compactMap { word -> String? in
      guard word.hasPrefix("--hash=sha256:") else { return nil }
      let digest = word.dropFirst("--hash=sha256:".count)
      return digest.count == 64 && digest.allSatisfy(\.isHexDigit) ? String(digest) : nil
    }
    let name = pin[..<equals.lowerBound]
    let version = pin[equals.upperBound...]
    guard digests.count == words.count - 1, !name.isEmpty, !version.isEmpty else { return nil }
    return Package(name: String(name), version: String(version), digests: digests)
  }
}
