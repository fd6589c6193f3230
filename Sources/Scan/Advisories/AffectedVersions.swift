/// The versions of one package that an advisory concerns: OSV's `affected` entry.
package struct AffectedVersions: Sendable {
  /// The ecosystem of the package.
  package let ecosystem: Ecosystem
  private let listed: Set<String>
  private let ranges: [OrderedRange]
  private let hasCommitRange: Bool
  private let hasUnorderedRange: Bool

  /// Parses the events of an entry, once for all later questions.
  ///
  /// - Parameters:
  ///   - ecosystem: The ecosystem of the package.
  ///   - ranges: The ranges of the entry.
  ///   - versions: The versions that the entry lists one by one.
  package init(ecosystem: Ecosystem, ranges: [AffectedRange], versions: [String]) {
    self.ecosystem = ecosystem
    listed = Set(versions)
    var ordered: [OrderedRange] = []
    var isUnordered = false
    for range in ranges where range.kind != .git {
      if let scheme = range.kind == .semver ? .semver : ecosystem.scheme {
        ordered.append(OrderedRange(range, scheme: scheme))
      } else {
        isUnordered = true
      }
    }
    self.ranges = ordered
    hasUnorderedRange = isUnordered
    hasCommitRange = ranges.contains { $0.kind == .git }
  }

  /// Decides whether a version is affected.
  ///
  /// A listed version is affected as it is spelled. Then the ranges are asked, and one that contains
  /// the version outweighs others that cannot be evaluated. A range of commits is skipped where the
  /// entry has versions or other ranges, because OSV demands that these say the same.
  package func status(of text: String) -> AffectedStatus {
    if listed.contains(text) { return .affected }
    var reason: AffectedStatus.Reason?
    var version: Version?
    for range in ranges {
      if version?.scheme != range.scheme { version = Version(text, scheme: range.scheme) }
      if let invalid = range.invalidText {
        reason = reason ?? .invalidEvent(invalid)
      } else if let version {
        if range.contains(version) { return .affected }
      } else {
        reason = reason ?? .invalidVersion
      }
    }
    if isListedInOtherWords(text) { return .affected }
    if hasUnorderedRange { reason = reason ?? .noOrder }
    if hasCommitRange, ranges.isEmpty, listed.isEmpty { reason = reason ?? .commitRange }
    return reason.map { .undecided($0) } ?? .notAffected
  }

  /// Python and NuGet give one version many spellings (`1.0`, `1.0.0`), of which one is listed.
  private func isListedInOtherWords(_ text: String) -> Bool {
    guard let scheme = ecosystem.scheme, scheme == .pep440 || scheme == .nuget, !listed.isEmpty,
      let version = Version(text, scheme: scheme)
    else { return false }
    return listed.contains { Version($0, scheme: scheme)?.compare(version) == .equal }
  }

  /// The versions that fix the defect in some range, in no particular order.
  var fixes: [String] { ranges.flatMap(\.fixes).map(\.text) }
}
