internal import Advisories
internal import Text

/// The lists of tables with `name` and `version` that lock files in TOML have in common.
enum PackageTables {
  enum Origin {
    case registry
    case own
    case elsewhere(String)
  }

  static func read(
    _ packages: [DataNode], of ecosystem: EcosystemName, origin: (DataNode) -> Origin,
    isDevelopment: (DataNode) -> Bool = { _ in false }
  ) throws(PackageFileError) -> PackageList {
    var builder = PackageListBuilder()
    for package in packages {
      let line = package["name"]?.line ?? package.line
      guard let name = package["name"]?.text, !name.isEmpty else {
        throw PackageFileError("a package without a name", line: package.line)
      }
      switch origin(package) {
      case .own: break
      case .elsewhere(let source): builder.omit(name, .source(source), line: line)
      case .registry:
        guard let version = package["version"]?.text, !version.isEmpty else {
          throw PackageFileError("\(name) has no version", line: line)
        }
        builder.add(
          LockedPackage(
            ecosystem: Ecosystem(ecosystem), name: name, version: version, line: line,
            isDevelopment: isDevelopment(package)))
      }
    }
    return builder.list
  }
}
