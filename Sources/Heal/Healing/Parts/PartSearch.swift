package import Patches

/// Looks for the part of a change that holds where the whole does not.
package protocol PartSearch: Sendable {
  /// Tries parts of a change that failed.
  ///
  /// - Parameters:
  ///   - changes: the whole.
  ///   - report: how it failed: regression, new finding or post-condition.
  ///   - tryOut: tries one part; nil when nothing more may be tried, which ends the search.
  /// - Returns: the largest part that was found to hold, with what was left out; nil when none is.
  func part(
    of changes: ChangeSet, after report: TrialReport,
    tryOut: @Sendable (ChangeSet) async -> TrialReport?
  ) async -> KeptPart?
}

/// The part of a change that holds.
package struct KeptPart: Sendable {
  /// The part.
  package var changes: ChangeSet
  /// Its trial, which accepts it.
  package var report: TrialReport
  /// What was left out and why, a line for each hunk.
  package var dropped: [String]

  /// Makes a part.
  package init(changes: ChangeSet, report: TrialReport, dropped: [String]) {
    self.changes = changes
    self.report = report
    self.dropped = dropped
  }
}
