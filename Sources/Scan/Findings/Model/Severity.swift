/// How bad a finding is, worst first in `allCases`; `<` means "less severe".
package enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
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

  /// Whether the left one is less severe.
  package static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }
}

/// How sure a tool is that the finding is real; `<` means "less sure".
package enum Confidence: String, Codable, Sendable, CaseIterable, Comparable {
  case high, medium, low

  private var rank: Int {
    switch self {
    case .high: 2
    case .medium: 1
    case .low: 0
    }
  }

  /// Whether the left one is less sure.
  package static func < (lhs: Confidence, rhs: Confidence) -> Bool { lhs.rank < rhs.rank }
}
