import Testing

@testable import Autonomy

/// How a level is earned and lost.
@Suite struct TrackRecordTests {
  private static let day: Int64 = 86_400_000

  /// A record after successes, four a day, by two people in turn, with a person's agreement.
  private func record(
    successes: Int, risk: RiskTier = .low, perDay: Int64 = 4,
    with change: (inout TrackRecord) -> Void = { _ in }
  ) -> TrackRecord {
    var record = TrackRecord(riskTier: risk)
    record.optedInBy = "owner"
    change(&record)
    for index in 0..<successes {
      _ = record.count(success: true, at: time(index, perDay), approver: "person \(index % 2)")
    }
    return record
  }

  private func time(_ index: Int, _ perDay: Int64 = 4) -> Moment {
    Moment(milliseconds: Int64(index) * Self.day / perDay)
  }

  @Test func `16 successes on three days make a proposer, 84 on many an actor`() {
    #expect(record(successes: 15).level == .observer)
    #expect(record(successes: 16).level == .proposer)
    #expect(record(successes: 83).level == .proposer)
    #expect(record(successes: 84).level == .actor)
  }

  @Test func `outcomes of one day are not enough for a proposer, however many`() {
    #expect(record(successes: 60, perDay: 100).level == .observer)
  }

  /// What may be missing, with the one condition that then does not hold.
  @Test(arguments: [
    "optIn", "riskTier", "distinctApprovers", "severeEvents", "cheatRate", "distinctDays",
  ])
  func `an actor lacks nothing`(missing: String) throws {
    var found = record(
      successes: 84, risk: missing == "riskTier" ? .medium : .low,
      perDay: missing == "distinctDays" ? 8 : 4
    ) { record in
      switch missing {
      case "optIn": record.optedInBy = nil
      case "severeEvents": record.severeEvents = 1
      case "cheatRate": (record.judged, record.blocked) = (100, 1)
      default: break
      }
    }
    if missing == "distinctApprovers" {
      found = TrackRecord(riskTier: .low)
      found.optedInBy = "owner"
      for index in 0..<84 { _ = found.count(success: true, at: time(index), approver: "one") }
    }
    #expect(found.level == .proposer)
    let conditions = found.conditions(at: try #require(found.lastOutcome))
    #expect(conditions.filter { !$0.holds }.map(\.name) == [missing])
  }

  @Test func `a person's agreement promotes at once when all else holds`() {
    var record = record(successes: 90) { $0.optedInBy = nil }
    #expect(record.level == .proposer)
    record.optedInBy = "owner"
    #expect(record.review(at: time(90))?.to == .actor)
  }

  @Test func `a severe event leaves nothing, and bars the actor level of this version`() {
    var record = record(successes: 200)
    let change = record.countSevere(at: time(200))
    #expect(change.from == .actor && change.to == .observer && change.cause == .severe)
    #expect(record.evidence == EProcess() && record.weighted == DecayedCount())
    for index in 201..<1_000 {
      _ = record.count(success: true, at: time(index), approver: "person \(index % 2)")
    }
    #expect(record.level == .proposer)
  }

  @Test(arguments: [
    (true, Transition.Cause.budgetSpent), (false, .failuresInWindow),
  ])
  func `two failures close together take the actor level`(
    acted: Bool, cause: Transition.Cause
  ) {
    var record = record(successes: 120)
    #expect(record.count(success: false, at: time(120), acted: acted) == nil)
    _ = record.count(success: true, at: time(121))
    let change = record.count(success: false, at: time(122), acted: acted)
    #expect(change?.cause == cause && change?.to == .proposer)
    #expect(record.evidence == EProcess() && record.days == 0 && record.approvers.isEmpty)
  }

  @Test func `the sum takes the actor level when the window does not`() {
    var rules = Rules()
    rules.window = FailureWindow(limit: 3, size: 20)
    rules.budget = nil
    var record = TrackRecord(riskTier: .low, level: .actor, rules: rules)
    #expect(record.count(success: false, at: time(0), rules: rules) == nil)
    #expect(record.count(success: false, at: time(1), rules: rules)?.cause == .cumulativeSum)
  }

  @Test func `failures that were proposed, not acted, are not charged to the budget`() {
    var rules = Rules()
    rules.window = nil
    rules.watchesSum = false
    var record = TrackRecord(riskTier: .low, level: .actor, rules: rules)
    for index in 0..<50 {
      #expect(record.count(success: false, at: time(index), rules: rules) == nil)
    }
    #expect(record.level == .actor)
  }

  @Test func `failed acts leave the budget's window after thirty days`() {
    var rules = Rules()
    rules.window = nil
    rules.watchesSum = false
    var record = TrackRecord(riskTier: .low, level: .actor, rules: rules)
    for month in 0..<5 {
      let at = Moment(milliseconds: 0).adding(days: Int64(month) * 30)
      #expect(record.count(success: false, at: at, acted: true, rules: rules) == nil)
    }
    let soon = Moment(milliseconds: 0).adding(days: 149)
    #expect(record.count(success: false, at: soon, acted: true, rules: rules)?.to == .proposer)
  }

  @Test func `after a demotion the cool-down lasts fourteen days`() {
    var record = record(successes: 120)
    var now = time(120)
    for _ in 0..<2 { _ = record.count(success: false, at: now) }
    #expect(record.level == .proposer)
    let end = now.adding(days: 14)
    for index in 0..<4_000 {
      now.milliseconds += Self.day / 200
      let change = record.count(success: true, at: now, approver: "person \(index % 2)")
      if change?.to == .actor {
        #expect(now >= end)
        return
      }
    }
    Issue.record("never promoted again")
  }

  @Test func `a key that nothing is heard of for ninety days only proposes`() {
    var record = record(successes: 100)
    let last = time(99)
    #expect(!record.isStale(at: Moment(milliseconds: last.adding(days: 90).milliseconds - 1)))
    #expect(record.settle(at: last.adding(days: 90))?.cause == .stale)
    #expect(record.level == .proposer && record.evidence.value == 1)
  }

  @Test func `a new version begins with a fifth of the record and none of the evidence`() {
    let old = record(successes: 300)
    var new = TrackRecord(riskTier: .low, predecessor: old)
    #expect(abs(new.weighted.successes - old.weighted.successes / 5) < 1e-12)
    #expect(new.level == .observer && new.evidence.value == 1 && new.ownOutcomes == 0)
    for index in 0..<9 { _ = new.count(success: true, at: time(300 + index)) }
    #expect(new.level == .proposer, "the past counts for proposing")
    #expect(new.conditions(at: time(400)).contains { $0.name == "eValue" && !$0.holds })
  }

  @Test func `clocks that run backwards make no day and end no cool-down`() {
    var record = TrackRecord(riskTier: .low)
    for index in 0..<40 {
      _ = record.count(success: true, at: Moment(milliseconds: -Int64(index) * Self.day))
    }
    #expect(record.days == 1 && record.level == .observer)
  }

  /// Random lives: what must hold after every single event.
  @Test(arguments: 0..<40)
  func `no history breaks a rule of the levels`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed), stream: 1)
    let risk = RiskTier.allCases[seed % 3]
    var record = TrackRecord(riskTier: risk)
    if seed % 2 == 0 { record.optedInBy = "owner" }
    var now = Moment(milliseconds: 0)
    var lastDemotion: Moment?
    for step in 0..<1_500 {
      now.milliseconds += Int64.random(in: 0...(Self.day / 2), using: &generator)
      let before = record
      let change: Transition?
      if generator.isTrue(probability: 0.0007) {
        change = record.countSevere(at: now)
      } else {
        change = record.count(
          success: generator.isTrue(probability: 0.985), at: now, approver: "person \(step % 3)",
          acted: generator.isTrue(probability: 0.5))
      }
      #expect((change == nil) == (before.level == record.level))
      if let change {
        #expect(change.from == before.level && change.to == record.level)
        if change.to > change.from {
          #expect(change.to.number == change.from.number + 1)
          if let lastDemotion { #expect(now >= lastDemotion.adding(days: 14)) }
        } else {
          lastDemotion = now
          #expect(record.evidence.value == 1)
        }
        if change.to == .actor {
          #expect(before.conditions(at: now).count == 10)
          #expect(record.evidence.value >= 20 && record.evidenceOutcomes >= 84)
        }
      }
      if record.level == .actor {
        #expect(risk == .low && record.optedInBy != nil && record.severeEvents == 0)
      }
    }
  }
}
