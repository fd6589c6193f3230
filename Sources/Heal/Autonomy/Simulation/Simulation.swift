/// Many imagined histories of one true success rate, run through the very code that decides.
package struct Simulation: Sendable {
  /// The true chance that a change succeeds, 0 to 1.
  package var rate: Double
  /// How many outcomes each history has.
  package var outcomes: Int
  /// How many histories there are.
  package var streams: Int
  /// What makes the histories repeatable.
  package var seed: UInt64

  /// A simulation that runs when it is asked to.
  package init(rate: Double, outcomes: Int, streams: Int, seed: UInt64) {
    self.rate = rate
    self.outcomes = outcomes
    self.streams = streams
    self.seed = seed
  }

  /// Four outcomes a day, by two people in turn: days and approvers never hold a promotion up.
  private static let spacingMilliseconds: Int64 = 6 * 3_600_000
  private static let people = ["first", "second"]

  /// Runs every history; takes about a microsecond an outcome.
  package func run() -> SimulationReport {
    var promotions: [Int?] = []
    var demotions: [[Int?]] = [[], [], []]
    for stream in 0..<UInt64(max(0, streams)) {
      promotions.append(promotion(stream))
      for (index, rules) in Self.demotionRules.enumerated() {
        demotions[index].append(demotion(stream, rules))
      }
    }
    let promoted = promotions.compactMap { $0 }
    return SimulationReport(
      rate: rate, outcomes: outcomes, streams: streams, promoted: promoted.count,
      promotedShare: streams > 0 ? Double(promoted.count) / Double(streams) : 0,
      medianOutcomesToPromotion: Self.median(promoted),
      medianOutcomesToDemotion: SimulationReport.Demotion(
        twoInTwenty: Self.median(demotions[0]), cusum: Self.median(demotions[1]),
        any: Self.median(demotions[2])),
      shortestPromotion: promoted.min())
  }

  /// The standard rules, from L1, with a person who agreed beforehand.
  private func promotion(_ stream: UInt64) -> Int? {
    var record = TrackRecord(riskTier: .low)
    record.optedInBy = Self.people[0]
    return first(&record, stream, rules: .standard) { $0.to == .actor }
  }

  /// From L3, with one rule alone.
  private func demotion(_ stream: UInt64, _ rules: Rules) -> Int? {
    var record = TrackRecord(riskTier: .low, level: .actor, rules: rules)
    // Other histories than those of the promotions, which would share their luck.
    return first(&record, stream ^ (1 << 63), rules: rules) { $0.to < .actor }
  }

  /// Two failures in the last 20, the cumulative sum, and any failure at all.
  private static let demotionRules: [Rules] = {
    var alone = Rules()
    alone.window = nil
    alone.watchesSum = false
    alone.budget = nil
    var (window, sum, any) = (alone, alone, alone)
    window.window = .twoInTwenty
    sum.watchesSum = true
    any.window = FailureWindow(limit: 1, size: 1)
    return [window, sum, any]
  }()

  private func first(
    _ record: inout TrackRecord, _ stream: UInt64, rules: Rules, _ isMeant: (Transition) -> Bool
  ) -> Int? {
    var generator = SeededGenerator(seed: seed, stream: stream)
    var moment = Moment(milliseconds: 0)
    for index in 0..<max(0, outcomes) {
      let change = record.count(
        success: generator.isTrue(probability: rate), at: moment,
        approver: Self.people[index & 1], acted: record.level == .actor, rules: rules)
      if let change, isMeant(change) { return index + 1 }
      moment.milliseconds += Self.spacingMilliseconds
    }
    return nil
  }

  /// The middle value, the lower of two; nil when it lies beyond the end of the histories.
  private static func median(_ values: [Int?]) -> Int? {
    guard !values.isEmpty else { return nil }
    return values.map { $0 ?? .max }.sorted()[(values.count - 1) / 2].finite
  }
}

extension Int {
  /// Nil for the mark of what never came.
  fileprivate var finite: Int? { self == .max ? nil : self }
}
