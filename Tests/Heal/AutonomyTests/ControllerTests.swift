import Testing
import Text

@testable import Autonomy

/// What a list of events leaves, and what may be done then.
@Suite struct ControllerTests {
  private static let day: Int64 = 86_400_000
  private let key = AutonomyKey(
    repository: "shop", signalClass: "finding", rule: "B602", actorKind: "codemod",
    actorVersion: "v1", riskTier: .low)
  /// Somebody is always there, and code may be changed.
  private let policy = AutonomyPolicy(
    classes: [
      AutonomyPolicy.Class(
        name: "code", paths: [PathPattern("src/**")], rules: [], actions: [],
        limits: .init(ceiling: .actor, risk: .low, approvals: 0))
    ],
    owners: [
      Owner(
        name: "ada",
        hours: WorkingHours(
          days: Set(1...7), fromMinute: 0, toMinute: 1_440, offsetMinutes: 0))
    ], actsOn: ["main"])

  private func at(_ days: Double) -> Moment {
    Moment(milliseconds: Int64(days * Double(Self.day)))
  }

  private func proposal(
    _ id: String, _ key: AutonomyKey, wouldAct: Bool = true, acted: Bool = false,
    score: Int? = 900_000
  ) -> Event {
    .proposed(
      proposal: ProposedChange(
        id: id, key: key, scoreMillionths: score, confidenceMillionths: score,
        wouldAct: wouldAct, acted: acted))
  }

  /// A key with merges that have soaked, three a day.
  private func controller(
    merges: Int, key: AutonomyKey? = nil, agreed: Bool = true
  ) -> Controller {
    let key = key ?? self.key
    var state = Controller()
    if agreed { _ = state.apply(.agreed(key: key, by: "owner"), at: at(0)) }
    for index in 0..<merges {
      let time = at(Double(index) / 3)
      _ = state.apply(proposal("P\(index)", key), at: time)
      _ = state.apply(.merged(id: "P\(index)", by: "person \(index % 2)", edited: false), at: time)
    }
    _ = state.advance(to: at(Double(merges) / 3 + 8))
    return state
  }

  private func request(
    _ change: (inout Decision.Request) -> Void = { _ in }
  ) -> Decision.Request {
    var request = Decision.Request(
      key: key, paths: ["src/a.py"], score: 0.99, isJudgeClean: true, draw: 0,
      target: "main", highest: .actor, gaps: [], halt: nil)
    change(&request)
    return request
  }

  // MARK: Outcomes

  @Test func `a merge counts once, when its soak is over`() {
    var state = Controller()
    _ = state.apply(proposal("P", key), at: at(0))
    _ = state.apply(.merged(id: "P", by: "ada", edited: false), at: at(1))
    _ = state.advance(to: at(7.9))
    #expect(state.record(of: key).ownOutcomes == 0)
    _ = state.advance(to: at(8))
    #expect(state.record(of: key).ownSuccesses == 1)
    for event: Event in [
      .broke(id: "P", how: .reverted), .merged(id: "P", by: "ada", edited: true),
      .closed(id: "P", by: "ada"), proposal("P", key),
    ] { _ = state.apply(event, at: at(20)) }
    #expect(state.record(of: key).ownOutcomes == 1 && state.ignoredEvents == 4)
  }

  @Test(arguments: Event.Breakage.allCases)
  func `whatever breaks within the soak makes it a failure`(how: Event.Breakage) {
    var state = Controller()
    _ = state.apply(proposal("P", key), at: at(0))
    _ = state.apply(.merged(id: "P", by: "ada", edited: false), at: at(1))
    _ = state.apply(.broke(id: "P", how: how), at: at(7.5))
    #expect(state.record(of: key).ownOutcomes == 1 && state.record(of: key).ownSuccesses == 0)
  }

  @Test func `edited or closed is a failure at once`() {
    for event: Event in [
      .merged(id: "P", by: "ada", edited: true), .closed(id: "P", by: "ada"),
    ] {
      var state = Controller()
      _ = state.apply(proposal("P", key), at: at(0))
      _ = state.apply(event, at: at(1))
      #expect(state.record(of: key).ownOutcomes == 1 && state.record(of: key).ownSuccesses == 0)
    }
  }

  @Test func `ten deployments are a soak, too`() {
    var state = Controller()
    _ = state.apply(proposal("P", key), at: at(0))
    _ = state.apply(.merged(id: "P", by: "ada", edited: false), at: at(1))
    for _ in 0..<9 { _ = state.apply(.deployed(repository: "shop"), at: at(2)) }
    for _ in 0..<9 { _ = state.apply(.deployed(repository: "other"), at: at(2)) }
    #expect(state.record(of: key).ownOutcomes == 0)
    _ = state.apply(.deployed(repository: "shop"), at: at(2))
    #expect(state.record(of: key).ownSuccesses == 1)
  }

  @Test func `what the judge blocks or the actor declines is no failure`() {
    var state = controller(merges: 20)
    let before = state.record(of: key)
    _ = state.apply(.judged(key: key, blocked: true), at: at(30))
    _ = state.apply(.abstained(key: key), at: at(30))
    let after = state.record(of: key)
    #expect(after.weighted == before.weighted && after.evidence == before.evidence)
    #expect(after.cheatRate == 1 && after.abstentions == 1)
  }

  @Test func `patches that would have been held back are labels, no evidence`() {
    var state = Controller()
    for index in 0..<40 {
      _ = state.apply(proposal("P\(index)", key, wouldAct: false), at: at(0))
      _ = state.apply(.merged(id: "P\(index)", by: "ada", edited: false), at: at(0))
    }
    _ = state.advance(to: at(8))
    #expect(state.record(of: key).heldBack == 40 && state.record(of: key).ownOutcomes == 0)
    #expect(state.calibration(of: key).count == 40)
  }

  // MARK: Decisions

  @Test func `a key that has earned it acts`() {
    let decision = controller(merges: 100).decide(request(), under: policy, at: at(50))
    #expect(decision.action == .act && decision.conditions.allSatisfy(\.holds), "\(decision)")
    #expect(decision.granted == .actor && decision.wouldAct)
    #expect(decision.allowance > 20 && decision.actsInWindow == 0)
  }

  /// What keeps a key that has earned it from acting, and what is done instead.
  @Test(arguments: [
    ("killSwitch", Decision.Action.halt), ("judge", .observe), ("confidence", .propose),
    ("canaryDraw", .propose), ("policyCeiling", .propose), ("optIn", .propose),
    ("freeze", .propose), ("workingHours", .propose), ("canaryActsToday", .propose),
    ("approvals", .propose), ("target", .propose), ("evidence", .propose), ("author", .propose),
  ])
  func `whatever is missing is named, and less is done`(
    missing: String, action: Decision.Action
  ) {
    var state = controller(merges: 100)
    var policy = policy
    switch missing {
    case "optIn": _ = state.apply(.withdrew(key: key, by: "owner"), at: at(50))
    case "freeze":
      _ = state.apply(
        .froze(key: nil, ceiling: .proposer, by: "owner", reason: "release"), at: at(50))
    case "workingHours": policy.owners = []
    case "approvals": policy.classes[0].limits.approvals = 1
    case "canaryActsToday":
      for index in 0..<3 {
        _ = state.apply(proposal("A\(index)", key, acted: true), at: at(50))
      }
    default: break
    }
    let decision = state.decide(
      request { request in
        switch missing {
        case "killSwitch": request.halt = .file
        case "judge": request.isJudgeClean = false
        case "confidence": request.score = 0.2
        case "canaryDraw": request.draw = 100_000
        case "target": request.target = "release"
        case "evidence": request.gaps = ["no test was run"]
        case "author": request.highest = .proposer
        case "policyCeiling": request.paths.append("ci/deploy.yaml")
        default: break
        }
      }, under: policy, at: at(50))
    #expect(decision.action == action)
    let names = Set(decision.conditions.filter { !$0.holds }.map(\.name))
    #expect(names.contains(missing), "\(names)")
    let implied: Set = missing == "policyCeiling" ? ["riskTier", "approvals"] : []
    #expect(names == implied.union([missing]), "\(names)")
  }

  @Test func `the allowance is the error budget over the bound, and then it is spent`() {
    var state = controller(merges: 200)
    var acts = 0
    var time = 80.0
    while true {
      time += 0.05
      let decision = state.decide(request(), under: policy, at: at(time))
      #expect(decision.actsInWindow == acts)
      guard decision.action == .act else {
        let missing = decision.conditions.filter { !$0.holds }.map(\.name)
        #expect(missing == ["allowance"] && acts == decision.allowance && acts > 40)
        break
      }
      acts += 1
      _ = state.apply(proposal("A\(acts)", key, acted: true), at: decision.at)
    }
  }

  @Test func `nobody acts without a policy, nor where it names no branch, nor on nothing`() {
    let state = controller(merges: 100)
    let decision = state.decide(request(), under: AutonomyPolicy(), at: at(50))
    #expect(decision.action == .propose && decision.granted == .proposer)
    var silent = policy
    silent.actsOn = []
    #expect(state.decide(request(), under: silent, at: at(50)).action == .propose)
    let folder = request { $0.target = nil }
    #expect(state.decide(folder, under: policy, at: at(50)).action == .propose)
  }

  // MARK: Acts

  private func acted(_ state: inout Controller, _ id: String, at time: Moment) {
    _ = state.apply(proposal(id, key), at: time)
    _ = state.apply(.acting(id: id), at: time)
    _ = state.apply(.merged(id: id, by: nil, edited: false), at: time)
  }

  @Test func `an act that was only begun counts as one, and its own patch may go on`() {
    var state = controller(merges: 100)
    for id in ["A", "B", "C"] {
      _ = state.apply(proposal(id, key), at: at(50))
      _ = state.apply(.acting(id: id), at: at(50))
      #expect(state.standing(of: id) == .open(isActing: true))
    }
    let other = state.decide(request { $0.id = "D" }, under: policy, at: at(50))
    #expect(other.action == .propose && other.actsInWindow == 3)
    let own = state.decide(request { $0.id = "C" }, under: policy, at: at(50))
    #expect(own.action == .act && own.actsInWindow == 2)
    _ = state.apply(.refrained(id: "A"), at: at(50))
    #expect(state.standing(of: "A") == .open(isActing: false))
    #expect(state.decide(request(), under: policy, at: at(50)).action == .act)
    // What was done, or not even proposed, cannot be begun or taken back.
    _ = state.apply(.merged(id: "B", by: nil, edited: false), at: at(50))
    let ignored = state.ignoredEvents
    for event: Event in [
      .acting(id: "B"), .refrained(id: "B"), .refrained(id: "A"), .acting(id: "Z"),
    ] { _ = state.apply(event, at: at(50)) }
    #expect(state.ignoredEvents == ignored + 4)
  }

  @Test func `what was made without a person is no success before somebody saw that it stands`() {
    var state = controller(merges: 100)
    let before = state.record(of: key).ownOutcomes
    acted(&state, "A", at: at(50))
    _ = state.apply(.stood(id: "A"), at: at(56))
    _ = state.advance(to: at(80))
    #expect(state.standing(of: "A") == .merged(due: true))
    #expect(state.record(of: key).ownOutcomes == before)
    var reverted = state
    _ = reverted.apply(.broke(id: "A", how: .reverted), at: at(80))
    #expect(reverted.record(of: key).failedActs == [at(80)])
    _ = state.apply(.stood(id: "A"), at: at(80))
    #expect(state.record(of: key).ownOutcomes == before + 1 && state.standing(of: "A") == .final)
    #expect(state.record(of: key).failedActs.isEmpty)
  }

  @Test func `two acts that were taken back end acting`() {
    var state = controller(merges: 100)
    acted(&state, "A", at: at(50))
    acted(&state, "B", at: at(50))
    _ = state.apply(.broke(id: "A", how: .reverted), at: at(51))
    #expect(state.decide(request(), under: policy, at: at(51)).granted == .actor)
    _ = state.apply(.broke(id: "B", how: .reverted), at: at(51))
    let decision = state.decide(request(), under: policy, at: at(51))
    #expect(decision.action == .propose && decision.earned == .proposer)
  }

  @Test func `a severe event stops acting everywhere until a person thaws it`() {
    var state = controller(merges: 100)
    var other = key
    other.rule = "B605"
    _ = state.apply(.severe(key: other, what: .secretLeak), at: at(50))
    #expect(state.decide(request(), under: policy, at: at(50)).action == .propose)
    #expect(state.record(of: other).level == .observer)
    _ = state.apply(.thawed(key: nil, by: "owner"), at: at(51))
    #expect(state.decide(request(), under: policy, at: at(51)).action == .act)
    _ = state.apply(.severe(key: key, what: .sandboxEscape), at: at(52))
    _ = state.apply(.thawed(key: nil, by: "owner"), at: at(53))
    #expect(state.decide(request(), under: policy, at: at(53)).action == .observe)
  }

  @Test func `silence of ninety days ends acting, by the clock of the decision alone`() {
    let state = controller(merges: 100)
    #expect(state.decide(request(), under: policy, at: at(100)).action == .act)
    #expect(state.decide(request(), under: policy, at: at(200)).granted == .proposer)
    #expect(state.record(of: key).level == .actor, "deciding changes nothing")
  }

  @Test func `a new version of an actor inherits a fifth and must earn the rest`() {
    var state = controller(merges: 100)
    var new = key
    new.actorVersion = "v2"
    _ = state.apply(.agreed(key: new, by: "owner"), at: at(50))
    let record = state.record(of: new)
    #expect(record.level == .observer && record.evidence.value == 1)
    #expect(abs(record.weighted.successes - state.record(of: key).weighted.successes / 5) < 1e-9)
  }

  @Test func `evidence of one key is none for another`() {
    var other = key
    other.rule = "B605"
    let state = controller(merges: 100)
    let decision = state.decide(
      request { $0.key = other }, under: policy, at: at(50))
    #expect(decision.action == .observe && decision.outcomes == 0)
  }

  /// Random lives of several keys: the same events give the same state, and nothing acts unearned.
  @Test(arguments: 0..<6)
  func `no list of events lets anything act that has not earned it`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed), stream: 9)
    var (state, twin) = (Controller(), Controller())
    let keys = (0..<3).map { index in
      var key = key
      key.rule = "R\(index)"
      key.riskTier = index == 2 ? .high : .low
      return key
    }
    var time = 0.0
    for step in 0..<500 {
      time += Double.random(in: 0...0.8, using: &generator)
      let key = keys[Int.random(in: 0..<3, using: &generator)]
      let draw = Int.random(in: 0..<250_000, using: &generator)
      let asked = request { request in
        request.key = key
        request.draw = draw
      }
      #expect(state.advance(to: at(time)) == twin.advance(to: at(time)))
      let decision = state.decide(asked, under: policy, at: at(time))
      var events: [Event] = [
        .proposed(
          proposal: ProposedChange(
            id: "\(step)", key: key, scoreMillionths: 950_000, confidenceMillionths: nil,
            wouldAct: decision.wouldAct, acted: decision.action == .act)),
        .merged(
          id: "\(step)", by: "person \(step % 2)", edited: generator.isTrue(probability: 0.01)),
      ]
      if decision.action == .act, generator.isTrue(probability: 0.3) {
        events.append(
          generator.isTrue(probability: 0.5)
            ? .refrained(id: "\(step)") : .broke(id: "\(step - 1)", how: .reverted))
      }
      if generator.isTrue(probability: 0.003) { events.append(.severe(key: key, what: .dataLoss)) }
      if generator.isTrue(probability: 0.05) { events.append(.agreed(key: key, by: "owner")) }
      if generator.isTrue(probability: 0.02) { events.append(.thawed(key: nil, by: "owner")) }
      if decision.action == .act {
        let record = state.record(of: key)
        #expect(record.level == .actor && record.severeEvents == 0 && key.riskTier == .low)
        #expect(state.freezes.isEmpty && (decision.confidence ?? 0) > 0.95)
        #expect(decision.conditions.filter { !$0.holds }.isEmpty)
      } else {
        #expect(!decision.conditions.filter { !$0.holds }.isEmpty)
      }
      for event in events {
        let changes = state.apply(event, at: at(time))
        #expect(twin.apply(event, at: at(time)) == changes)
      }
    }
    #expect(state.records == twin.records && state.freezes == twin.freezes)
  }
}
