/// The rules by which a family of package managers orders versions.
package enum VersionScheme: String, CaseIterable, Sendable {
  /// Semantic Versioning 2.0, with the leniency of OSV: a leading `v`, missing or surplus numbers.
  case semver
  /// Dart's variant of Semantic Versioning, in which build metadata counts.
  case pub
  /// NuGet's variant of Semantic Versioning: four numbers, letters in any case.
  case nuget
  /// Python's PEP 440; other texts come before all of its versions, as setuptools ordered them.
  case pep440
  /// Maven's version order as its POM reference describes it.
  case maven
  /// RubyGems' `Gem::Version`.
  case rubygems
  /// PHP's `version_compare`; not transitive for versions that contain `#`.
  case packagist
  /// Haskell's lists of numbers.
  case hackage
  /// R's lists of numbers, separated by dots or hyphens.
  case cran
  /// Debian's epoch, upstream version and revision; opam uses the same rules.
  case dpkg
  /// RPM's epoch, version and release.
  case rpm
  /// Alpine's apk-tools 3.
  case apk
  /// FreeBSD's `pkg version`.
  case freebsd

  /// The key of a text without white space; nil when it is no version of the scheme.
  func key(of bytes: [UInt8]) -> VersionKey? {
    switch self {
    case .semver: SemanticVersions.key(of: bytes, dialect: .standard)
    case .pub: SemanticVersions.key(of: bytes, dialect: .pub)
    case .nuget: SemanticVersions.key(of: bytes, dialect: .nuget)
    case .pep440: PythonVersions.key(of: bytes)
    case .maven: MavenVersions.key(of: bytes)
    case .rubygems: GemVersions.key(of: bytes)
    case .packagist: PHPVersions.key(of: bytes)
    case .hackage: NumberLists.key(of: bytes, hyphens: false)
    case .cran: NumberLists.key(of: bytes, hyphens: true)
    case .dpkg: DebianVersions.key(of: bytes)
    case .rpm: RPMVersions.key(of: bytes)
    case .apk: AlpineVersions.key(of: bytes)
    case .freebsd: FreeBSDVersions.key(of: bytes)
    }
  }
}
