internal import Advisories
internal import Text

/// `package-lock.json` and `npm-shrinkwrap.json` of the versions 1 to 3.
enum PackageLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(readingJSON: bytes)
    guard let version = root["lockfileVersion"]?.text else {
      throw PackageFileError("no \"lockfileVersion\", which a package-lock.json has")
    }
    guard ["1", "2", "3"].contains(version) else {
      throw PackageFileError("lockfileVersion \(version) is not known; 1 to 3 are")
    }
    var builder = PackageListBuilder()
    if root["packages"] != nil {
      try add(packages: root.entries("packages"), to: &builder)
    } else if version == "3" {
      throw PackageFileError("no \"packages\", which lockfileVersion 3 demands")
    } else {
      try add(dependenciesOf: root, to: &builder)
    }
    return builder.list
  }

  /// The versions 2 and 3: a flat list by the folders of the packages.
  private static func add(
    packages: [DataNode.Mapping.Entry], to builder: inout PackageListBuilder
  ) throws(PackageFileError) {
    let root = packages.first { $0.name.isEmpty }?.value
    let direct = Set(
      ["dependencies", "devDependencies", "optionalDependencies"].flatMap {
        root?[$0]?.entries.map(\.name) ?? []
      })
    for entry in packages where entry.name.contains("node_modules/") {
      let package = entry.value
      if package["link"]?.isTrue == true { continue }
      let folder = name(ofFolder: entry.name)
      let name = package["name"]?.text ?? folder
      let isTop = entry.name == "node_modules/\(folder)"
      try add(
        name, package, to: &builder, isDirect: isTop && direct.contains(folder),
        resolved: package["resolved"])
    }
  }

  /// What follows the last `node_modules/`.
  private static func name(ofFolder path: String) -> String {
    let parts = path.split(separator: "/")
    guard let last = parts.lastIndex(of: "node_modules") else { return path }
    return parts[(last + 1)...].joined(separator: "/")
  }

  /// The version 1: packages within the packages that need them.
  private static func add(
    dependenciesOf node: DataNode, to builder: inout PackageListBuilder
  ) throws(PackageFileError) {
    for entry in try node.entries("dependencies") {
      try add(
        entry.name, entry.value, to: &builder, isDirect: nil, resolved: entry.value["resolved"])
      try add(dependenciesOf: entry.value, to: &builder)
    }
  }

  private static func add(
    _ name: String, _ package: DataNode, to builder: inout PackageListBuilder, isDirect: Bool?,
    resolved: DataNode?
  ) throws(PackageFileError) {
    guard let version = package["version"]?.text, !version.isEmpty else {
      throw PackageFileError("\(name) has no version", line: package.line)
    }
    // An alias of the version 1 names the package that it stands for.
    if version.hasPrefix("npm:") {
      let real = version.dropFirst(4)
      guard let at = real.lastIndex(of: "@"), at != real.startIndex else {
        throw PackageFileError("\(name) stands for no version of a package", line: package.line)
      }
      return builder.add(
        locked(String(real[..<at]), String(real[real.index(after: at)...]), package, isDirect))
    }
    let source = resolved?.text ?? ""
    let isElsewhere =
      ["git+", "git:", "git@", "github:", "file:"].contains {
        source.hasPrefix($0) || version.hasPrefix($0)
      } || version.contains("://")
    guard !isElsewhere else {
      return builder.omit(
        name, .source(source.isEmpty ? version : source), line: package.line)
    }
    builder.add(locked(name, version, package, isDirect))
  }

  private static func locked(
    _ name: String, _ version: String, _ package: DataNode, _ isDirect: Bool?
  ) -> LockedPackage {
    LockedPackage(
      ecosystem: Ecosystem(.npm), name: name, version: version, line: package.line,
      isDevelopment: package["dev"]?.isTrue == true,
      isDirect: isDirect)
  }
}
