package import Advisories

/// Writes package URLs (purl), the names of packages that bills of materials and VEX documents use.
package enum PackageURL {
  /// Gives the package URL of a package, without its version.
  ///
  /// - Parameters:
  ///   - ecosystem: Where the package comes from.
  ///   - name: Its name as OSV spells it.
  /// - Returns: The address, in the form in which all spellings of the name are equal.
  package static func text(ecosystem: Ecosystem, name: String) -> String {
    let normal = PackageNames.normalized(name, in: ecosystem.name)
    let parts: [Substring]
    switch ecosystem.name {
    case .maven: parts = normal.split(separator: ":", omittingEmptySubsequences: false)
    default: parts = normal.split(separator: "/", omittingEmptySubsequences: false)
    }
    let path = parts.map(encoded).joined(separator: "/")
    return "pkg:\(type(of: ecosystem.name))/\(namespace(of: ecosystem.name))\(path)"
  }

  /// The type that the purl specification gives to the ecosystem; the rest are `generic`.
  private static func type(of name: EcosystemName) -> String {
    switch name {
    case .pypi: "pypi"
    case .npm: "npm"
    case .cratesIO: "cargo"
    case .go: "golang"
    case .rubyGems: "gem"
    case .packagist: "composer"
    case .maven: "maven"
    case .nuget: "nuget"
    case .swiftURL: "swift"
    case .pub: "pub"
    case .hex: "hex"
    case .conanCenter: "conan"
    case .cran: "cran"
    case .hackage: "hackage"
    case .gitHubActions: "github"
    case .debian, .ubuntu: "deb"
    case .alpine, .wolfi, .chainguard: "apk"
    case .almaLinux, .rockyLinux, .redHat, .suse, .openSUSE, .mageia, .openEuler: "rpm"
    default: "generic"
    }
  }

  /// The distribution, which packages of one need before their name.
  private static func namespace(of name: EcosystemName) -> String {
    switch name {
    case .debian, .ubuntu, .alpine, .wolfi, .chainguard, .mageia:
      name.rawValue.lowercased() + "/"
    default: ""
    }
  }

  /// Writes every byte but those that a purl shows as they are as `%XX`.
  private static func encoded(_ part: Substring) -> String {
    var text = ""
    for byte in part.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
