internal import Advisories
internal import Text

/// `packages.lock.json` of NuGet.
enum NuGetLock {
  static func read(_ bytes: [UInt8]) throws(PackageFileError) -> PackageList {
    let root = try DataNode(readingJSON: bytes)
    guard root["version"] != nil, let dependencies = root["dependencies"] else {
      throw PackageFileError("no \"dependencies\", which a packages.lock.json has")
    }
    var builder = PackageListBuilder()
    var packages: [DataNode.Mapping.Entry] = []
    for framework in try root.entries("dependencies") {
      packages += try dependencies.entries(framework.name)
    }
    for package in packages {
      let type = package.value["type"]?.text
      if type == "Project" { continue }
      guard let version = package.value["resolved"]?.text else {
        throw PackageFileError("\(package.name) has no \"resolved\"", line: package.value.line)
      }
      builder.add(
        LockedPackage(
          ecosystem: Ecosystem(.nuget), name: package.name, version: version,
          line: package.value.line, isDirect: type == "Direct"))
    }
    return builder.list
  }
}
