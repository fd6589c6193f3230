/// What may be done with one patch now, with everything that this rests on.
package struct Decision: Sendable, Equatable, Codable {
  /// What is to be done.
  package enum Action: String, Sendable, Codable {
    /// Nothing at all: the kill switch.
    case halt
    /// Note it, and nothing outside.
    case observe
    /// Propose it; a person decides.
    case propose
    /// Do it; a person is told.
    case act
  }

  /// What must be known of a patch.
  package struct Request: Sendable, Equatable {
    /// For what the patch would count.
    package var key: AutonomyKey
    /// The paths that it changes.
    package var paths: [String]
    /// Its raw score, 0 to 1; nil without one.
    package var score: Double?
    /// Whether the judge has accepted it.
    package var isJudgeClean: Bool
    /// A number from 0 to 999,999 that is always the same for this trouble: whether the canary takes it.
    package var draw: Int
    /// The name by which events speak of the patch; nil for one that only is asked about.
    package var id: String?
    /// The branch that an act would write to; nil where there is nothing to act on.
    package var target: String?
    /// The highest level that the author of the patch declares for it.
    package var highest: Level
    /// What the proof lacks; nothing when it is whole.
    package var gaps: [String]
    /// Why everything must stop; nil when nothing says so.
    package var halt: KillSwitch.Reason?

    /// A question about a patch.
    package init(
      key: AutonomyKey, paths: [String], score: Double?, isJudgeClean: Bool, draw: Int,
      id: String? = nil, target: String?, highest: Level, gaps: [String], halt: KillSwitch.Reason?
    ) {
      self.key = key
      self.paths = paths
      self.score = score
      self.isJudgeClean = isJudgeClean
      self.draw = draw
      self.id = id
      self.target = target
      self.highest = highest
      self.gaps = gaps
      self.halt = halt
    }
  }

  /// The document's name and version.
  package var schema = "sentinel.autonomy-decision/1"
  /// What is to be done.
  package var action: Action
  /// Whether L3 would have done it: the shadow decision.
  package var wouldAct: Bool
  /// For what it counts.
  package var key: AutonomyKey
  /// When it was decided.
  package var at: Moment
  /// The level that the key has earned.
  package var earned: Level
  /// The level after every ceiling.
  package var granted: Level
  /// The probability that the patch succeeds; nil without a score or with too few labels.
  package var confidence: Double?
  /// How many labels the confidence rests on.
  package var confidenceLabels: Int
  /// Wilson's lower bound of the key's success rate.
  package var wilsonLowerBound: Double
  /// The 5 % quantile after the record was drawn towards its domain's.
  package var shrunkLowerBound: Double
  /// The evidence for L3.
  package var eValue: Double?
  /// How many outcomes count.
  package var outcomes: Int
  /// How many acts the error budget allows in its window, and how many there were.
  package var allowance: Int
  /// Acts of the last 30 days, failed ones included.
  package var actsInWindow: Int
  /// Where the canary stands.
  package var canary: CanaryStage
  /// What the policy says.
  package var policy: AutonomyPolicy.Verdict
  /// Everything that must hold to act, the ceilings among them.
  package var conditions: [Condition]
}
