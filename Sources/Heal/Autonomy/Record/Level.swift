/// How much may be done without a person.
package enum Level: String, Sendable, Codable, CaseIterable, Comparable {
  /// L1: looks, tries, and notes what it would have done; proposes nothing outside.
  case observer
  /// L2: proposes; a person decides.
  case proposer
  /// L3: acts within its budget; a person is told.
  case actor

  /// The number of the level as people write it: L1, L2 or L3.
  package var number: Int {
    switch self {
    case .observer: 1
    case .proposer: 2
    case .actor: 3
    }
  }

  /// The one with less autonomy first.
  package static func < (left: Level, right: Level) -> Bool { left.number < right.number }
}

/// What a wrong change could do, as the policy classes it; only `low` can ever be acted upon.
package enum RiskTier: String, Sendable, Codable, CaseIterable, Comparable {
  case low, medium, high

  private var rank: Int {
    switch self {
    case .low: 0
    case .medium: 1
    case .high: 2
    }
  }

  /// The lower risk first.
  package static func < (left: RiskTier, right: RiskTier) -> Bool { left.rank < right.rank }
}
