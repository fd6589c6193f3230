/// What may be done with one patch now, with everything that this rests on.
public struct Decision: Sendable, Equatable, Codable {
  /// What is to be done.
  public enum Action: String, Sendable, Codable {
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
  public struct Request: Sendable, Equatable {
    /// For what the patch would count.
    public var key: AutonomyKey
    /// The paths that it changes.
    public var paths: [String]
    /// Its raw score, 0 to 1; nil without one.
    public var score: Double?
    /// Whether the judge has accepted it.
    public var isJudgeClean: Bool
    /// A number from 0 to 999,999 that is always the same for this trouble: whether the canary takes it.
    public var draw: Int
    /// The name by which events speak of the patch; nil for one that only is asked about.
    public var id: String?
    /// The branch that an act would write to; nil where there is nothing to act on.
    public var target: String?
    /// The highest level that the author of the patch declares for it.
    public var highest: Level
    /// What the proof lacks; nothing when it is whole.
    public var gaps: [String]
    /// Why everything must stop; nil when nothing says so.
    public var halt: KillSwitch.Reason?

    /// A question about a patch.
    public init(
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
  public var schema = "sentinel.autonomy-decision/1"
  /// What is to be done.
  public var action: Action
  /// Whether L3 would have done it: what the shadow ledger keeps.
  public var wouldAct: Bool
  /// For what it counts.
  public var key: AutonomyKey
  /// When it was decided.
  public var at: Moment
  /// The level that the key has earned.
  public var earned: Level
  /// The level after every ceiling.
  public var granted: Level
  /// The probability that the patch succeeds; nil without a score or with too few labels.
  public var confidence: Double?
  /// How many labels the confidence rests on.
  public var confidenceLabels: Int
  /// Wilson's lower bound of the key's success rate.
  public var wilsonLowerBound: Double
  /// The 5 % quantile after the record was drawn towards its domain's.
  public var shrunkLowerBound: Double
  /// The evidence for L3.
  public var eValue: Double?
  /// How many outcomes count.
  public var outcomes: Int
  /// How many acts the error budget allows in its window, and how many there were.
  public var allowance: Int
  /// Acts in the window.
  public var actsInWindow: Int
  /// Where the canary stands.
  public var canary: Canary
  /// What the policy says.
  public var policy: AutonomyPolicy.Verdict
  /// Everything that must hold to act, the ceilings among them.
  public var conditions: [Condition]
}
