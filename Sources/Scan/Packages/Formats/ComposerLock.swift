internal import Advisories
internal import Text

/// `composer.lock` of PHP.
enum ComposerLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(readingJSON: bytes)
    guard root["packages"] != nil else {
      throw PackageFileError("no list \"packages\", which a composer.lock has")
    }
    var builder = PackageListBuilder()
    for (list, isDevelopment) in [("packages", false), ("packages-dev", true)] {
      for package in try root.list(list) {
        guard let name = package["name"], let text = name.text,
          let version = package["version"]?.text
        else { throw PackageFileError("a package without name or version", line: package.line) }
        guard !version.hasPrefix("dev-") else {
          builder.omit(text, .source(version), line: name.line)
          continue
        }
        builder.add(
          LockedPackage(
            ecosystem: Ecosystem(.packagist), name: text, version: version, line: name.line,
            isDevelopment: isDevelopment))
      }
    }
    return builder.list
  }
}
