import FoundationEssentials
import Testing

@testable import Egress

@Suite struct BudgetTests {
  private func second(_ number: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: number * 1_000_000_000)
  }

  private func code(_ body: () throws(EgressRefusal) -> Void) -> EgressRefusal.Code? {
    do throws(EgressRefusal) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  private func limits(_ change: (inout EgressLimits) -> Void) -> EgressLimits {
    var limits = EgressLimits()
    change(&limits)
    return limits
  }

  @Test func `probe 89 connections at one time are bounded, and freed`() throws {
    let rule = try EgressRule(allowing: "a.test")
    let name = try HostName(parsing: "a.test")
    var budget = EgressBudget(limits: limits { $0.connections = 2 }, at: second(0))
    try budget.open(name, rule: rule, at: second(0))
    try budget.open(name, rule: rule, at: second(0))
    #expect(
      code { () throws(EgressRefusal) in try budget.open(name, rule: rule, at: second(1)) }
        == .connections)
    budget.close()
    try budget.open(name, rule: rule, at: second(1))
    #expect(budget.open == 2 && budget.opened == 3)
    for _ in 0..<5 { budget.close() }
    #expect(budget.open == 0)
  }

  @Test func `probe 90 new connections per second are bounded`() throws {
    let rule = try EgressRule(allowing: "a.test")
    let name = try HostName(parsing: "a.test")
    var budget = EgressBudget(limits: limits { $0.opensPerSecond = 10 }, at: second(5))
    var opened = 0
    for step in 0..<100 as Range<UInt64> {
      let now = MonotonicTime(nanoseconds: 5_000_000_000 + step * 20_000_000)
      if code({ () throws(EgressRefusal) in try budget.open(name, rule: rule, at: now) }) == nil {
        opened += 1
      }
      budget.close()
    }
    // Ten at once, and ten for each of the nearly two seconds.
    #expect(opened == 29)
  }

  @Test func `probe 3 names contacted under a wildcard are bounded`() throws {
    let wildcard = try EgressRule(allowing: "*.w.test")
    let exact = try EgressRule(allowing: "a.test")
    var budget = EgressBudget(limits: limits { $0.labelsPerWildcard = 3 }, at: second(0))
    var codes: [EgressRefusal.Code?] = []
    for number in 0..<5 {
      let name = try HostName(parsing: "n\(number).w.test")
      codes.append(
        code { () throws(EgressRefusal) in try budget.open(name, rule: wildcard, at: second(0)) })
    }
    #expect(codes == [nil, nil, nil, .labels, .labels])
    let first = try HostName(parsing: "n0.w.test")
    #expect(
      code { () throws(EgressRefusal) in try budget.open(first, rule: wildcard, at: second(0)) }
        == nil)
    let other = try HostName(parsing: "a.test")
    #expect(
      code { () throws(EgressRefusal) in try budget.open(other, rule: exact, at: second(0)) } == nil
    )
    #expect(budget.labelsContacted == 3)
  }

  @Test func `probe 4 the ceiling of what can have left counts names and connections`() throws {
    let wildcard = try EgressRule(allowing: "*.w.test")
    var budget = EgressBudget(limits: EgressLimits(), at: second(0))
    #expect(budget.leakCeilingBytes == 0)
    let name = try HostName(parsing: "secret.w.test")
    try budget.open(name, rule: wildcard, at: second(0))
    try budget.send(100, to: name.text)
    #expect(budget.leakCeilingBytes == 100 + 13 + 8)
  }

  @Test func `bytes end at the budget of the name and of the run`() throws {
    let limits = limits {
      $0.bytesUpPerName = 100
      $0.bytesUp = 150
      $0.bytesDownPerName = 10
    }
    var budget = EgressBudget(limits: limits, at: second(0))
    try budget.send(100, to: "a.test")
    #expect(code { () throws(EgressRefusal) in try budget.send(1, to: "a.test") } == .bytesUp)
    #expect(budget.remainingUp(to: "a.test") == 0 && budget.remainingUp(to: "b.test") == 50)
    #expect(code { () throws(EgressRefusal) in try budget.send(51, to: "b.test") } == .bytesUp)
    try budget.send(50, to: "b.test")
    #expect(code { () throws(EgressRefusal) in try budget.send(.max, to: "c.test") } == .bytesUp)
    try budget.fetch(10, from: "a.test")
    #expect(code { () throws(EgressRefusal) in try budget.fetch(1, from: "a.test") } == .bytesDown)
    try budget.fetch(1, from: "b.test")
    #expect(budget.bytesUp == 150 && budget.bytesDown == 11)
    #expect(budget.uses.map(\.host) == ["a.test", "b.test"])
  }

  @Test func `probe 94 a clock that jumps brings no tokens and loses none`() {
    var bucket = TokenBucket(perSecond: 1, burst: 2, at: second(100))
    let moments: [UInt64] = [100, 50, 50, 100, 101, 101]
    #expect(moments.map { bucket.take(at: second($0)) } == [true, true, false, false, true, false])
    let last = (0..<3).map { _ in bucket.take(at: MonotonicTime(nanoseconds: .max)) }
    #expect(last == [true, true, false])
    var never = TokenBucket(perSecond: -1, burst: -1, at: second(0))
    let taken = never.take(at: second(1000))
    #expect(!taken)
  }

  @Test func `probe 88 a slow hello has as long as a fast one`() {
    let limits = EgressLimits()
    var clock = ConnectionClock(limits: limits, at: second(0))
    for step in 1...9 as ClosedRange<UInt64> {
      clock.didMove(at: second(step))
      #expect(clock.refusal(at: second(step)) == nil)
    }
    #expect(clock.deadline == second(10) && clock.refusal(at: second(10))?.code == .deadline)
    clock.enter(.connect, at: second(9))
    #expect(
      clock.refusal(at: second(23)) == nil && clock.refusal(at: second(24))?.code == .deadline)
    clock.enter(.relay, at: second(20))
    clock.didMove(at: second(100))
    #expect(clock.refusal(at: second(219)) == nil && clock.refusal(at: second(220))?.code == .idle)
    for step in 1...3600 as ClosedRange<UInt64> { clock.didMove(at: second(step)) }
    #expect(clock.refusal(at: second(3600))?.code == .deadline)
    #expect(second(1).advanced(milliseconds: .max) == MonotonicTime(nanoseconds: .max))
    #expect(second(1).milliseconds(since: second(2)) == 0)
  }

  @Test func `refusals are told once and kept within bounds`() throws {
    var log = EgressLog(limit: 3)
    var lines: [String] = []
    for number in 0..<10 {
      for _ in 0..<4 {
        let refusal = EgressRefusal(
          .nameNotAllowed, "n\(number) is out", allowWith: "--allow-host n\(number)")
        let record = EgressRecord(name: Array("n\(number)".utf8), port: 443, refusal: refusal)
        if let line = log.add(record) { lines.append(line) }
      }
    }
    #expect(log.records.map(\.count) == [4, 4, 4] && log.unrecorded == 28)
    #expect(lines.count == 3 && lines[0] == "blocked by policy: n0 is out; add: --allow-host n0")
  }

  @Test(arguments: EgressLimit.allCases)
  func `every limit has a default in its range and is set by its name`(limit: EgressLimit) {
    var limits = EgressLimits()
    #expect(limit.range.contains(limits[limit]))
    let before = limits
    for value in [limit.range.lowerBound, limit.range.upperBound] {
      limits[limit] = value
      #expect(limits[limit] == value)
      // No name leads to the value of another.
      for other in EgressLimit.allCases where other != limit {
        #expect(limits[other] == before[other])
      }
    }
    limits[limit] = .max
    #expect(limits[limit] == limit.range.upperBound)
  }

  @Test func `a flood of refusals takes no room from what was reached`() {
    var log = EgressLog(limit: 3)
    for number in 0..<100 {
      let refusal = EgressRefusal(.nameNotAllowed, "n\(number) is out")
      _ = log.add(EgressRecord(name: Array("n\(number)".utf8), port: nil, refusal: refusal))
    }
    for _ in 0..<10 {
      var record = EgressRecord(name: Array("a.test".utf8), port: 443)
      record.bytesUp = 7
      _ = log.add(record)
    }
    let reached = log.records.filter { $0.verdict == .allowed }
    #expect(reached.count == 4 && reached.reduce(0) { $0 + $1.bytesUp } == 70)
    #expect(reached.reduce(0) { $0 + $1.count } == 10)
  }

  @Test func `probe 95 a record holds no byte that forges another`() throws {
    let hostile = Array("a\"}\r\n{\"name\": \"\u{1b}[2J\u{202e}".utf8) + [0xff, 0x00]
    var record = EgressRecord(
      name: hostile, port: 443, address: IPAddress(v4: 0x0102_0304),
      refusal: EgressRefusal(.nameMalformed, String(decoding: hostile, as: UTF8.self)))
    record.attribute(pid: 7, executable: hostile + Array(repeating: 0x0a, count: 10_000))
    let json = try JSONEncoder().encode(record)
    #expect(json.allSatisfy { $0 >= 0x20 } && json.count < 2000)
    #expect(try JSONDecoder().decode(EgressRecord.self, from: json) == record)
    for text in [record.name, record.reason, record.executable] {
      #expect(try #require(text).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202e}" })
    }
  }
}
