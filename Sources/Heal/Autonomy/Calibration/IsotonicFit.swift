/// Turns raw scores into probabilities by the best non-decreasing steps: what many labels allow.
package struct IsotonicFit: Sendable, Equatable {
  /// From a score on, this probability.
  package struct Step: Sendable, Equatable {
    /// The lowest score of the step.
    package var score: Double
    /// The share of successes among its labels.
    package var probability: Double
  }

  /// The steps, by rising score.
  package let steps: [Step]

  /// Pools adjacent violators (Ayer and others, 1955).
  package init(_ labels: [Label]) {
    var pools: [(score: Double, successes: Double, count: Double)] = []
    for label in labels.sorted(by: { $0.score < $1.score }) {
      var pool = (score: label.score, successes: label.success ? 1.0 : 0.0, count: 1.0)
      while let last = pools.last,
        last.score == pool.score || last.successes * pool.count >= pool.successes * last.count
      {
        pool = (last.score, last.successes + pool.successes, last.count + pool.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    steps = pools.map { Step(score: $0.score, probability: $0.successes / $0.count) }
  }

  /// The probability that a patch with this score succeeds; the lowest step's below all labels.
  package func probability(of score: Double) -> Double {
    (steps.last { $0.score <= score } ?? steps.first)?.probability ?? 0
  }
}
