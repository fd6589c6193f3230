/// Makes the spellings of a package's name equal that its registry takes for the same package.
package enum PackageNames {
  /// Brings a name into the form in which all spellings of one package are equal.
  ///
  /// OSV itself asks only for PEP 503 in PyPI; the others follow what their registries treat as one
  /// name. A name that is already in this form stays as it is.
  ///
  /// - Parameters:
  ///   - name: The name as an advisory, a manifest or a lock file spells it.
  ///   - ecosystem: The ecosystem that it is a name of.
  /// - Returns: The form to compare, not to show.
  package static func normalized(_ name: String, in ecosystem: EcosystemName) -> String {
    switch ecosystem {
    case .pypi:
      name.lowercased().split(whereSeparator: { "-_.".contains($0) }).joined(separator: "-")
    case .cratesIO:
      name.lowercased().split(separator: "_", omittingEmptySubsequences: false)
        .joined(separator: "-")
    case .gitHubActions, .hex, .nuget, .packagist, .vsCode, .wordPress:
      name.lowercased()
    case .swiftURL:
      repository(name.lowercased())
    default:
      name
    }
  }

  /// The address of a repository without its scheme and without `.git` or slashes at the end.
  private static func repository(_ address: String) -> String {
    var rest = address[...]
    for scheme in ["https://", "http://", "ssh://git@", "git@"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
    }
    while rest.hasSuffix("/") { rest = rest.dropLast() }
    return String(rest.hasSuffix(".git") ? rest.dropLast(4) : rest)
  }
}
