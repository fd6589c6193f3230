/// What this machine can do for a sandbox: schema `sentinel.doctor/1`.
package struct DoctorReport: Codable, Equatable, Sendable {
  /// The state of one primitive.
  package enum State: String, Codable, Sendable {
    /// It works.
    case works
    /// Something that full isolation needs is missing.
    case missing
    /// Something that only some features need is missing.
    case limited
  }

  /// One thing that a sandbox is made of, such as a namespace, and whether it can be had here.
  package struct Check: Codable, Equatable, Sendable {
    /// Its name in the report, such as `user namespaces`.
    package var name: String
    /// Whether it works, and whether full isolation needs it.
    package var state: State
    /// What was found, and why.
    package var detail: String
    /// A command or setting that would bring it; nil where it works or nothing would.
    package var fix: String?

    /// Describes a primitive; a fix is given only where it does not work.
    package init(_ name: String, _ state: State, _ detail: String, fix: String? = nil) {
      self.name = name
      self.state = state
      self.detail = detail
      self.fix = fix
    }
  }

  /// Always `sentinel.doctor/1`.
  package var schema = "sentinel.doctor/1"
  /// Whether a run with `--isolation full` would be accepted.
  package var canIsolateFully: Bool
  /// What a run with `--isolation contained` is made of here, as one was: absent where full isolation is
  /// possible, and where such a run fails too.
  package var contained: Backend?
  /// Why such a run fails.
  package var containedReason: String?
  /// The primitives, in the order of their use.
  package var checks: [Check]

  /// Makes the report; full isolation is possible when no check is `missing`.
  package init(checks: [Check]) {
    self.checks = checks
    canIsolateFully = checks.allSatisfy { $0.state != .missing }
  }

  /// Notes how a run of nothing with `--isolation contained` ended.
  package mutating func note(_ result: RunResult) {
    contained = result.status == .ok ? result.layers.backend : nil
    containedReason = result.reason
  }
}
