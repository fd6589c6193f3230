/// How much a raw score is worth in one domain, learnt from its outcomes.
package struct Calibration: Sendable, Equatable {
  /// Fewer labels than this calibrate nothing: then there is no confidence, and nobody acts.
  package static let fewestLabels = 30
  /// From so many labels on steps are used; with fewer they keep their promise too seldom.
  package static let isotonicLabels = 500

  /// The way in which scores are turned into probabilities.
  package enum Method: Sendable, Equatable {
    case none
    case platt(PlattScaling)
    case isotonic(IsotonicFit)
  }

  /// What is in use.
  package let method: Method
  /// How many labels it rests on.
  package let count: Int

  /// Learns from labels; Platt's curve or, with many, isotonic steps.
  package init(_ labels: [Label]) {
    count = labels.count
    method =
      switch labels.count {
      case ..<Self.fewestLabels: .none
      case ..<Self.isotonicLabels: .platt(PlattScaling(labels))
      default: .isotonic(IsotonicFit(labels))
      }
  }

  /// The probability that a patch with this score succeeds; nil while there are too few labels.
  package func confidence(score: Double) -> Double? {
    switch method {
    case .none: nil
    case .platt(let curve): curve.probability(of: score)
    case .isotonic(let steps): steps.probability(of: score)
    }
  }
}
