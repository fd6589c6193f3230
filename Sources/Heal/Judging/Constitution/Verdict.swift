/// What the judge says of a patch; the worst article decides.
package enum Verdict: String, Sendable, Comparable {
  /// No article is broken.
  case accept
  /// A person has to look: the articles alone cannot tell.
  case escalate
  /// An article is broken.
  case reject

  /// Orders by severity.
  package static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .accept: 0
    case .escalate: 1
    case .reject: 2
    }
  }
}
