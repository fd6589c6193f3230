/// One change of the rules while a run went on, as it stands in a result's `egressChanges`.
///
/// The property names are the JSON keys.
package struct PolicyChange: Hashable, Sendable, Codable {
  /// Which state of the policy it has brought about; 1 is the first change.
  package var generation: Int
  /// When, in UTC, RFC 3339.
  package var at: String
  /// The rule that was added, with its verdict.
  package var rule: RuleDescription
  /// Connections that it has cut.
  package var cut: Int
  /// The process that ordered it, by its number on the host.
  package var pid: Int32
  /// Whose process that was.
  package var uid: UInt32

  /// Notes a change that is in force already, with what it has cut.
  package init(
    generation: Int, at: String, rule: RuleDescription, cut: Int, pid: Int32, uid: UInt32
  ) {
    self.generation = generation
    self.at = at
    self.rule = rule
    self.cut = cut
    self.pid = pid
    self.uid = uid
  }
}
