/// Wilson's score interval for a success rate: what a person is shown, and the volume's basis.
package enum WilsonInterval {
  /// The normal quantile of a two-sided interval of 95 %.
  package static let twoSided95 = 1.959_963_984_540_054

  /// The lower end; 0 without outcomes.
  ///
  /// Counts may be weighted, so they need not be whole.
  package static func lowerBound(
    successes: Double, failures: Double, z: Double = twoSided95
  ) -> Double {
    let count = successes + failures
    guard count > 0 else { return 0 }
    let rate = successes / count
    let square = z * z
    let centre = rate + square / (2 * count)
    let spread = z * ((rate * (1 - rate) + square / (4 * count)) / count).squareRoot()
    return max(0, (centre - spread) / (1 + square / count))
  }
}
