internal import Advisories
internal import Text

/// `pnpm-lock.yaml` of the versions 5, 6 and 9.
enum PnpmLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(parsingYAML: bytes)
    guard let version = root["lockfileVersion"]?.text else {
      throw PackageFileError("no \"lockfileVersion\", which a pnpm-lock.yaml has")
    }
    guard let major = version.split(separator: ".").first, ["5", "6", "9"].contains(major) else {
      throw PackageFileError("lockfileVersion \(version) is not known; 5, 6 and 9 are")
    }
    var builder = PackageListBuilder()
    for entry in try root.entries("packages") {
      let package = entry.value
      if let (name, version) = names(entry.name, package, isOld: major == "5") {
        builder.add(
          LockedPackage(
            ecosystem: Ecosystem(.npm), name: name, version: version, line: package.line,
            isDevelopment: package["dev"]?.isTrue == true))
      } else {
        builder.omit(
          package["name"]?.text ?? entry.name, .source(entry.name), line: package.line)
      }
    }
    return builder.list
  }

  /// Takes `/name/1.0.0_peers`, `/name@1.0.0(peers)` and `name@1.0.0(peers)` apart; nil for an address.
  private static func names(
    _ key: String, _ package: DataNode, isOld: Bool
  ) -> (name: String, version: String)? {
    if key.contains("://") || key.hasPrefix("file:") || key.hasPrefix("link:") { return nil }
    let slash = key.hasPrefix("/")
    // Older locks name what comes from elsewhere by its host.
    guard !isOld || slash else { return nil }
    let path = slash ? key.dropFirst() : key[...]
    let plain = path.prefix { $0 != "(" }
    let cut = isOld ? plain.lastIndex(of: "/") : plain.dropFirst().firstIndex(of: "@")
    guard let cut, cut != plain.startIndex else { return nil }
    var version = plain[plain.index(after: cut)...]
    if isOld { version = version.prefix { $0 != "_" } }
    guard version.first?.isNumber == true else { return nil }
    return (String(plain[..<cut]), String(version))
  }
}
