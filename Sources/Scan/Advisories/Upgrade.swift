/// Which later versions mend the defects of a version.
package struct Upgrade: Equatable, Sendable {
  /// The fixed versions above the present one, ascending, each once.
  package var fixedVersions: [String]
  /// The smallest of them that no advisory affects; nil when every one is affected or undecided.
  package var smallestFix: String?

  /// Finds the fixed versions above a version and the smallest one that clears all advisories.
  ///
  /// An advisory that knows no fix offers no version, but can still exclude those of the others.
  /// Costs the number of fixed versions times the number of events, and the sort.
  ///
  /// - Parameters:
  ///   - text: The version in use.
  ///   - advisories: What is known about its package; all entries are of one ecosystem.
  package init(above text: String, clearing advisories: [AffectedVersions]) {
    let scheme = advisories.first.map { $0.ecosystem.scheme ?? .semver } ?? .semver
    guard let current = Version(text, scheme: scheme) else {
      self.init(fixedVersions: [], smallestFix: nil)
      return
    }
    let later = Set(advisories.flatMap(\.fixes))
      .compactMap { Version($0, scheme: scheme) }
      .filter { $0.compare(current) == .greater }
    // Spellings of one version are sorted, so that the same one is kept in every run.
    let ascending = later.sorted { one, other in
      let order = one.compare(other)
      return order == .equal ? one.text < other.text : order == .less
    }
    let distinct = ascending.enumerated().filter { index, version in
      index == 0 || ascending[index - 1].compare(version) != .equal
    }.map(\.element.text)
    self.init(
      fixedVersions: distinct,
      smallestFix: distinct.first { candidate in
        advisories.allSatisfy { $0.status(of: candidate) == .notAffected }
      })
  }

  private init(fixedVersions: [String], smallestFix: String?) {
    self.fixedVersions = fixedVersions
    self.smallestFix = smallestFix
  }
}
