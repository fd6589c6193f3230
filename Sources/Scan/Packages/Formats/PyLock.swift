internal import Advisories
internal import Text

/// `pylock.toml`, as PEP 751 defines it.
enum PyLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(parsingTOML: bytes)
    guard root["lock-version"] != nil else {
      throw PackageFileError("no \"lock-version\", which PEP 751 demands")
    }
    return try PackageTables.read(root.list("packages"), of: .pypi) { package in
      for key in ["vcs", "directory", "archive"] where package[key] != nil {
        return .elsewhere(key)
      }
      return .registry
    }
  }
}
