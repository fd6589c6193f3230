internal import Advisories
internal import Text

/// `Pipfile.lock` of pipenv.
enum PipfileLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(readingJSON: bytes)
    guard root["_meta"] != nil else {
      throw PackageFileError("no \"_meta\", which a Pipfile.lock has")
    }
    var builder = PackageListBuilder()
    for group in root.entries where group.name != "_meta" {
      for entry in try root.entries(group.name) {
        let package = entry.value
        let version = package["version"]?.text ?? ""
        guard version.hasPrefix("==") else {
          let source = ["git", "path", "file", "url"].lazy.compactMap { package[$0]?.text }.first
          builder.omit(
            entry.name, source.map { .source($0) } ?? .unpinned(version), line: package.line)
          continue
        }
        builder.add(
          LockedPackage(
            ecosystem: Ecosystem(.pypi), name: entry.name, version: String(version.dropFirst(2)),
            line: package.line, isDevelopment: group.name == "develop"))
      }
    }
    return builder.list
  }
}
