/// The ecosystems that OSV defines; raw values are OSV's spelling.
package enum EcosystemName: String, CaseIterable, Sendable {
  case almaLinux = "AlmaLinux"
  case alpaquita = "Alpaquita"
  case alpine = "Alpine"
  case android = "Android"
  case azureLinux = "Azure Linux"
  case bellSoftHardenedContainers = "BellSoft Hardened Containers"
  case bioconductor = "Bioconductor"
  case bitnami = "Bitnami"
  case chainguard = "Chainguard"
  case cleanStart = "CleanStart"
  case conanCenter = "ConanCenter"
  case cran = "CRAN"
  case cratesIO = "crates.io"
  case debian = "Debian"
  case dockerHardenedImages = "Docker Hardened Images"
  case echo = "Echo"
  case freeBSD = "FreeBSD"
  case ghc = "GHC"
  case gitHubActions = "GitHub Actions"
  case go = "Go"
  case hackage = "Hackage"
  case hex = "Hex"
  case julia = "Julia"
  case kubernetes = "Kubernetes"
  case linux = "Linux"
  case mageia = "Mageia"
  case maven = "Maven"
  case minimOS = "MinimOS"
  case npm = "npm"
  case nuget = "NuGet"
  case opam = "opam"
  case openEuler = "openEuler"
  case openSUSE = "openSUSE"
  case ossFuzz = "OSS-Fuzz"
  case packagist = "Packagist"
  case photonOS = "Photon OS"
  case pub = "Pub"
  case pypi = "PyPI"
  case redHat = "Red Hat"
  case rockyLinux = "Rocky Linux"
  case root = "Root"
  case rubyGems = "RubyGems"
  case suse = "SUSE"
  case swiftURL = "SwiftURL"
  case tuxCare = "TuxCare"
  case ubuntu = "Ubuntu"
  case vsCode = "VSCode"
  case wolfi = "Wolfi"
  case wordPress = "WordPress"

  /// Finds a name in any letter case.
  package init?(anyCase text: String) {
    let wanted = text.lowercased()
    guard let name = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted })
    else { return nil }
    self = name
  }

  /// The order of its versions; nil when OSV defines none.
  ///
  /// Android names patch levels and OSS-Fuzz commits, which have no common order; the versions of
  /// Root and TuxCare are those of the ecosystem that their release names.
  package var scheme: VersionScheme? {
    switch self {
    case .bitnami, .conanCenter, .cratesIO, .dockerHardenedImages, .ghc, .gitHubActions, .go, .hex,
      .julia, .kubernetes, .linux, .npm, .swiftURL, .vsCode:
      .semver
    case .pub: .pub
    case .nuget: .nuget
    case .pypi: .pep440
    case .maven: .maven
    case .rubyGems: .rubygems
    case .packagist, .wordPress: .packagist
    case .hackage: .hackage
    case .bioconductor, .cran: .cran
    case .debian, .echo, .opam, .ubuntu: .dpkg
    case .almaLinux, .azureLinux, .mageia, .openEuler, .openSUSE, .photonOS, .redHat, .rockyLinux,
      .suse:
      .rpm
    case .alpaquita, .alpine, .bellSoftHardenedContainers, .chainguard, .cleanStart, .minimOS,
      .wolfi:
      .apk
    case .freeBSD: .freebsd
    case .android, .ossFuzz, .root, .tuxCare: nil
    }
  }
}
