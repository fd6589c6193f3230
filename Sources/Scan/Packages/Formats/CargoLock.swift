internal import Advisories
internal import Text

/// `Cargo.lock` of every version.
enum CargoLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(parsingTOML: bytes)
    guard root["package"] != nil || root["version"] != nil else {
      throw PackageFileError("no list \"package\", which a Cargo.lock has")
    }
    return try PackageTables.read(root.list("package"), of: .cratesIO) { package in
      guard let source = package["source"]?.text else { return .own }
      return source.hasPrefix("registry+") || source.hasPrefix("sparse+")
        ? .registry : .elsewhere(source)
    }
  }
}
