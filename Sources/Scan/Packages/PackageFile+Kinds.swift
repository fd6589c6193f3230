extension PackageFile {
  /// Every kind of file that can be read.
  package static let all: [PackageFile] = [
    PackageFile(format: "requirements.txt", matches: isRequirements) {
      (bytes) throws(PackageFileError) in try Requirements.read(bytes, isDevelopment: false)
    },
    PackageFile(format: "requirements.txt for developing", matches: isDevelopmentRequirements) {
      (bytes) throws(PackageFileError) in try Requirements.read(bytes, isDevelopment: true)
    },
    PackageFile(format: "pylock.toml", matches: isPyLock, read: PyLock.read),
    PackageFile(named: "poetry.lock", read: PoetryLock.read),
    PackageFile(named: "uv.lock", read: UVLock.read),
    PackageFile(named: "pdm.lock", read: PDMLock.read),
    PackageFile(named: "Pipfile.lock", read: PipfileLock.read),
    PackageFile(named: "package-lock.json", read: PackageLock.read),
    PackageFile(named: "npm-shrinkwrap.json", read: PackageLock.read),
    PackageFile(named: "yarn.lock", read: YarnLock.read),
    PackageFile(named: "pnpm-lock.yaml", read: PnpmLock.read),
    PackageFile(named: "Cargo.lock", read: CargoLock.read),
    PackageFile(named: "go.mod", read: GoModule.read),
    PackageFile(named: "Gemfile.lock", read: GemfileLock.read),
    PackageFile(named: "gems.locked", read: GemfileLock.read),
    PackageFile(named: "composer.lock", read: ComposerLock.read),
    PackageFile(named: "packages.lock.json", read: NuGetLock.read),
  ]

  /// Finds the kind of a file; nil for a file that names no packages.
  ///
  /// - Parameter path: The path below the scanned tree, as bytes.
  /// - Returns: The first kind that the path fits.
  package static func kind(of path: [UInt8]) -> PackageFile? {
    let parts = String(decoding: path, as: UTF8.self).split(separator: "/")
    return all.first { $0.matches(parts) }
  }

  private static func isRequirements(_ path: [Substring]) -> Bool {
    namesRequirements(path) && !namesDevelopment(path)
  }

  private static func isDevelopmentRequirements(_ path: [Substring]) -> Bool {
    namesRequirements(path) && namesDevelopment(path)
  }

  /// The names that pip's documentation and its users have for such files.
  private static func namesRequirements(_ path: [Substring]) -> Bool {
    guard let name = path.last, name.hasSuffix(".txt") else { return false }
    return ["requirements.", "requirements-", "requirements_"].contains { name.hasPrefix($0) }
      || name.hasSuffix("requirements.txt")
      || path.dropLast().last == "requirements"
  }

  private static func namesDevelopment(_ path: [Substring]) -> Bool {
    let words = (path.last ?? "").split { "-_.".contains($0) }
    return words.contains { ["dev", "develop", "test", "tests", "docs", "lint"].contains($0) }
  }

  private static func isPyLock(_ path: [Substring]) -> Bool {
    guard let name = path.last else { return false }
    return name == "pylock.toml" || name.hasPrefix("pylock.") && name.hasSuffix(".toml")
  }
}
