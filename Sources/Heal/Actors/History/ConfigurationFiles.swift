internal import Patches

/// Which files are settings of a program, by their names.
enum ConfigurationFiles {
  private static let ends = [
    ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".config", ".properties", ".json", ".json5",
    ".env", ".plist", ".hcl", ".tfvars", ".xml",
  ]
  /// Lists of packages and their locks: what they change is code of others, not a setting.
  private static let dependencies: Set<String> = [
    "package.json", "package-lock.json", "composer.json", "composer.lock", "pyproject.toml",
    "poetry.lock", "pipfile", "cargo.toml", "cargo.lock", "pom.xml", "package.resolved",
  ]

  /// Whether a file holds settings and nothing that runs.
  static func holds(_ path: PatchPath) -> Bool {
    let name = path.name.lowercased()
    return ends.contains(where: name.hasSuffix) && !dependencies.contains(name)
  }
}
