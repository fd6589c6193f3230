/// Turns raw scores into probabilities by a logistic curve: what few labels allow.
///
/// Platt (1999) with his smoothed targets, and a light prior towards leaving the score as it is, so
/// that thirty labels do not make anything certain.
package struct PlattScaling: Sendable, Equatable {
  /// How steep the curve is over the score's log-odds.
  package private(set) var slope = 1.0
  /// The log-odds of success of a patch whose own score is one half.
  package private(set) var offset = 0.0

  /// What the prior weighs: as much as one deviation of 1 in either number.
  private static let priorWeight = 1.0

  /// Fits labels by Newton's method; without labels the score stays what it is.
  package init(_ labels: [Label]) {
    let successes = Double(labels.count { $0.success })
    let failures = Double(labels.count) - successes
    let targets = (
      success: (successes + 1) / (successes + 2), failure: 1 / (failures + 2)
    )
    for _ in 0..<50 {
      var gradient = (Self.priorWeight * (slope - 1), Self.priorWeight * offset)
      var hessian = (Self.priorWeight, 0.0, Self.priorWeight)
      for label in labels {
        let x = Self.logOdds(label.score)
        let p = Self.logistic(slope * x + offset)
        let error = p - (label.success ? targets.success : targets.failure)
        let weight = p * (1 - p)
        gradient = (gradient.0 + error * x, gradient.1 + error)
        hessian = (hessian.0 + weight * x * x, hessian.1 + weight * x, hessian.2 + weight)
      }
      let determinant = hessian.0 * hessian.2 - hessian.1 * hessian.1
      let step = (
        (hessian.2 * gradient.0 - hessian.1 * gradient.1) / determinant,
        (hessian.0 * gradient.1 - hessian.1 * gradient.0) / determinant
      )
      slope -= max(-1, min(1, step.0))
      offset -= max(-1, min(1, step.1))
      if abs(step.0) + abs(step.1) < 1e-10 { break }
    }
    // A score that predicts its own opposite is no score: then all there is, is the base rate.
    if slope < 0 {
      slope = 0
      offset = Self.logOdds((successes + 1) / (Double(labels.count) + 2))
    }
  }

  /// The probability that a patch with this score succeeds.
  package func probability(of score: Double) -> Double {
    Self.logistic(slope * Self.logOdds(score) + offset)
  }

  /// Scores of 0 and 1 are taken for one in a thousand.
  private static func logOdds(_ score: Double) -> Double {
    let bounded = min(0.999, max(0.001, score.isNaN ? 0 : score))
    return Logarithm.natural(bounded / (1 - bounded))
  }

  private static func logistic(_ value: Double) -> Double {
    1 / (1 + Logarithm.exponential(-value))
  }
}
