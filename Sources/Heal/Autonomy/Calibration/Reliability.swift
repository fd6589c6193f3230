/// How often patches succeeded of which this was expected: published beside every confidence.
///
/// Each confidence is one that was given before its outcome was known.
package struct Reliability: Sendable, Equatable, Codable {
  /// Confidences between two values.
  package struct Bin: Sendable, Equatable, Codable {
    /// The lowest confidence of the bin.
    package var from: Double
    /// The confidence from which the next bin begins.
    package var to: Double
    /// How many patches had a confidence in this bin.
    package var count: Int
    /// Their mean confidence; nil without patches.
    package var meanConfidence: Double?
    /// The share that succeeded; nil without patches.
    package var successRate: Double?
  }

  /// Ten bins of a tenth, the last one cut at 0.95, above which somebody may act.
  package let bins: [Bin]
  /// The mean squared error of the confidences (Brier, 1950); nil without patches.
  package let brier: Double?
  /// How many patches all bins hold together.
  package let count: Int

  private static let edges = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]

  /// Sorts confidences with their outcomes into bins.
  package init(_ forecasts: [Label]) {
    count = forecasts.count
    brier =
      forecasts.isEmpty
      ? nil
      : forecasts.reduce(0) { sum, forecast in
        let error = forecast.score - (forecast.success ? 1 : 0)
        return sum + error * error
      } / Double(forecasts.count)
    bins = Self.edges.indices.map { index in
      let from = Self.edges[index]
      let isLast = index == Self.edges.count - 1
      let to = isLast ? 1 : Self.edges[index + 1]
      let own = forecasts.filter { $0.score >= from && ($0.score < to || isLast) }
      let size = Double(own.count)
      return Bin(
        from: from, to: to, count: own.count,
        meanConfidence: own.isEmpty ? nil : own.reduce(0) { $0 + $1.score } / size,
        successRate: own.isEmpty ? nil : Double(own.count { $0.success }) / size)
    }
  }
}
