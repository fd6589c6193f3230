/// What came of a simulation, `sentinel.autonomy-simulation/1`.
package struct SimulationReport: Sendable, Equatable, Codable {
  /// Median outcomes until a rule alone takes a key from L3.
  ///
  /// Nil (and absent in JSON as null) when fewer than half of the histories came to it.
  package struct Demotion: Sendable, Equatable, Codable {
    /// Two failures among the last 20 outcomes.
    package var twoInTwenty: Int?
    /// The cumulative sum of 0.98 against 0.90 reaches 2.
    package var cusum: Int?
    /// Any failure: no rule of the product, but the yardstick for the other two.
    package var any: Int?

    /// Writes absent medians as null.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(twoInTwenty, forKey: .twoInTwenty)
      try container.encode(cusum, forKey: .cusum)
      try container.encode(any, forKey: .any)
    }
  }

  /// The document's name and version.
  package var schema = "sentinel.autonomy-simulation/1"
  /// The true success rate.
  package var rate: Double
  /// Outcomes of each history.
  package var outcomes: Int
  /// How many histories were imagined.
  package var streams: Int
  /// Histories that ever reached L3.
  package var promoted: Int
  /// The share of histories that ever reached L3, 0 to 1.
  package var promotedShare: Double
  /// The median number of outcomes among those that reached L3; nil when none did.
  package var medianOutcomesToPromotion: Int?
  /// How soon each rule takes L3 away.
  package var medianOutcomesToDemotion: Demotion
  /// The fewest outcomes that led to L3; nil when none did.
  package var shortestPromotion: Int?

  /// Writes absent numbers as null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(rate, forKey: .rate)
    try container.encode(outcomes, forKey: .outcomes)
    try container.encode(streams, forKey: .streams)
    try container.encode(promoted, forKey: .promoted)
    try container.encode(promotedShare, forKey: .promotedShare)
    try container.encode(medianOutcomesToPromotion, forKey: .medianOutcomesToPromotion)
    try container.encode(medianOutcomesToDemotion, forKey: .medianOutcomesToDemotion)
    try container.encode(shortestPromotion, forKey: .shortestPromotion)
  }
}
