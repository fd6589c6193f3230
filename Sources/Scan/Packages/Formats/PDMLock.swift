internal import Advisories
internal import Text

/// `pdm.lock`.
enum PDMLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(parsingTOML: bytes)
    guard root["metadata"]?["lock_version"] != nil || root["metadata"]?["content_hash"] != nil
    else { throw PackageFileError("no \"metadata.lock_version\", which a pdm.lock has") }
    return try PackageTables.read(root.list("package"), of: .pypi) { package in
      for key in ["git", "url", "path"] {
        if let text = package[key]?.text { return .elsewhere("\(key) \(text)") }
      }
      return .registry
    } isDevelopment: { package in
      guard let groups = package["groups"]?.elements, !groups.isEmpty else { return false }
      return !groups.contains { $0.text == "default" }
    }
  }
}
