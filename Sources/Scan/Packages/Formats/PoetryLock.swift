internal import Advisories
internal import Text

/// `poetry.lock` of every version.
enum PoetryLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(parsingTOML: bytes)
    guard root["metadata"] != nil else {
      throw PackageFileError("no table \"metadata\", which a poetry.lock has")
    }
    return try PackageTables.read(root.list("package"), of: .pypi) { package in
      guard let source = package["source"] else { return .registry }
      guard let type = source["type"]?.text, type != "legacy" else { return .registry }
      return .elsewhere("\(type) \(source["url"]?.text ?? "")")
    } isDevelopment: { package in
      if let groups = package["groups"]?.elements, !groups.isEmpty {
        return !groups.contains { $0.text == "main" }
      }
      return package["category"]?.text == "dev"
    }
  }
}
