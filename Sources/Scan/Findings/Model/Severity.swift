/// How bad a finding is, worst first in `allCases`; `<` means "less severe".
public enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  case critical, high, medium, low, info

  private var rank: Int {
    switch self {
    case .critical: 4
    case .high: 3
    case .medium: 2
    case .low: 1
    case .info: 0
    }
  }

  /// Orders by gravity.
  public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}

/// How sure a tool is that the finding is real; `<` means "less sure".
public enum Confidence: String, Codable, Sendable, CaseIterable, Comparable {
  case high, medium, low

  private var rank: Int {
    switch self {
    case .high: 2
    case .medium: 1
    case .low: 0
    }
  }

  /// Orders by certainty.
  public static func < (lhs: Confidence, rhs: Confidence) -> Bool { lhs.rank < rhs.rank }
}
