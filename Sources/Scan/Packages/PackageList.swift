package import Advisories

/// What a lock file, a manifest, an installation or a bill of materials says about packages.
package struct PackageList: Equatable, Sendable {
  /// The packages whose version is known, in the order of the file.
  package var packages: [LockedPackage] = []
  /// The packages about which no advisory can be asked, in the order of the file.
  package var omissions: [Omission] = []

  /// Makes an empty list.
  package init() {}
}

/// One package in the one version that a file names.
package struct LockedPackage: Hashable, Sendable {
  /// Where the package comes from, in OSV's words.
  package var ecosystem: Ecosystem
  /// The name as OSV spells it, such as `group:artifact` for Maven.
  package var name: String
  /// The version as the file spells it, in the order of the ecosystem.
  package var version: String
  /// The line that names it, from 1.
  package var line: Int
  /// Whether the file says that only developing needs it.
  package var isDevelopment: Bool
  /// Whether the project itself asks for it; nil where the file does not say.
  package var isDirect: Bool?

  /// Makes a package.
  package init(
    ecosystem: Ecosystem, name: String, version: String, line: Int, isDevelopment: Bool = false,
    isDirect: Bool? = nil
  ) {
    self.ecosystem = ecosystem
    self.name = name
    self.version = version
    self.line = line
    self.isDevelopment = isDevelopment
    self.isDirect = isDirect
  }
}

/// A package that a file names without a version that advisories could be asked about.
package struct Omission: Hashable, Sendable {
  /// Why nothing can be asked.
  package enum Reason: Hashable, Sendable {
    /// The file allows several versions, in its own words.
    case unpinned(String)
    /// It comes from a repository, an archive or a folder, in the words of the file.
    case source(String)
    /// A variable or property stands for the version and has no value here.
    case unresolved(String)
  }

  /// The name as the file spells it.
  package var name: String
  /// Why nothing can be asked.
  package var reason: Reason
  /// The line that names it, from 1.
  package var line: Int

  /// Makes an omission.
  package init(name: String, reason: Reason, line: Int) {
    self.name = name
    self.reason = reason
    self.line = line
  }
}
