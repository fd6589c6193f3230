internal import Advisories
internal import Text

/// `uv.lock`.
enum UVLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(parsingTOML: bytes)
    guard root["version"] != nil, root["requires-python"] != nil || root["package"] != nil else {
      throw PackageFileError("no \"version\" and \"package\", which a uv.lock has")
    }
    return try PackageTables.read(root.list("package"), of: .pypi) { package in
      guard let source = package["source"]?.entries.first else { return .registry }
      switch source.name {
      case "registry": return .registry
      case "editable", "virtual", "workspace": return .own
      default: return .elsewhere("\(source.name) \(source.value.text ?? "")")
      }
    }
  }
}
