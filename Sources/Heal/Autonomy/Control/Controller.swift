/// Everything that is known about autonomy: what a list of events leaves, and what may be done now.
///
/// A value without a clock: the same events in the same order give the same state anywhere.
package struct Controller: Sendable {
  /// A limit that somebody has set until it is taken back.
  package struct Freeze: Sendable, Equatable, Codable {
    /// For what; nil for everything.
    package var key: AutonomyKey?
    /// The highest level that anything may have meanwhile, whatever it has earned.
    package var ceiling: Level
    /// The person who froze it, as the log names them.
    package var by: String
    /// Why, in the words of that person; untrusted text.
    package var reason: String
    /// When the freeze was recorded.
    package var since: Moment
  }

  /// Something that was made without a person, or is about to be.
  package struct Act: Sendable, Equatable, Codable {
    /// The name of the patch.
    package var id: String
    /// When it was begun.
    package var at: Moment
  }

  /// How a patch stands that was proposed.
  package enum Standing: Sendable, Equatable {
    /// Nobody has decided; `isActing` when it was begun to be made without a person.
    case open(isActing: Bool)
    /// It is merged and soaks; `due` says whether that it stands is all that is missing.
    case merged(due: Bool)
    /// Its outcome counts already.
    case final
  }

  /// A change of level of one key.
  package struct Change: Sendable, Equatable, Codable {
    /// The key whose level changed.
    package var key: AutonomyKey
    /// From which level to which, why and when.
    package var transition: Transition
  }

  /// What each key has earned.
  package private(set) var records: [AutonomyKey: TrackRecord] = [:]
  /// The freezes in force.
  package private(set) var freezes: [Freeze] = []
  /// When autonomous acts took place, per key, as far back as the budget reaches.
  package private(set) var acts: [AutonomyKey: [Act]] = [:]
  /// The latest moment seen; earlier ones are taken for it.
  package private(set) var now = Moment(milliseconds: .min)
  /// Events that spoke of what is not known or is final already; they changed nothing.
  package private(set) var ignoredEvents = 0

  private var open: [String: OpenProposal] = [:]
  private var final: Set<String> = []
  private var labels: [[String]: [Label]] = [:]
  private var forecasts: [[String]: [Label]] = [:]
  private var versions: [[String]: AutonomyKey] = [:]
  private let rules = Rules.standard

  /// A state without a past.
  ///
  /// No policy has a part in it: what a key has earned must not change when somebody edits a file.
  package init() {}

  /// Takes an event; returns the changes of level that follow from it and from the time that passed.
  package mutating func apply(_ event: Event, at moment: Moment) -> [Change] {
    var changes = advance(to: moment)
    switch event {
    case .proposed(let proposal): propose(proposal)
    case .merged(let id, let by, let edited):
      guard let found = open[id], found.merge == nil else { return ignored(changes) }
      if edited {
        changes += settle(id, success: false, at: now, by: by)
      } else {
        open[id]?.merge = OpenProposal.Merge(at: now, by: by)
      }
    case .closed(let id, let by):
      guard let found = open[id], found.merge == nil else { return ignored(changes) }
      changes += settle(id, success: false, at: now, by: by)
    case .acting(let id):
      guard let found = open[id], found.merge == nil, !found.proposal.acted else {
        return ignored(changes)
      }
      open[id]?.proposal.acted = true
      keepAct(id, found.proposal.key)
    case .refrained(let id):
      guard let found = open[id], found.merge == nil, found.proposal.acted else {
        return ignored(changes)
      }
      open[id]?.proposal.acted = false
      acts[found.proposal.key]?.removeAll { $0.id == id }
    case .stood(let id):
      guard standing(of: id) == .merged(due: true) else { return ignored(changes) }
      changes += settle(id, success: true, at: now, by: open[id]?.merge?.by)
    case .broke(let id, _):
      guard let found = open[id], let merge = found.merge else { return ignored(changes) }
      changes += settle(id, success: false, at: now, by: merge.by)
    case .deployed(let repository): changes += deploy(repository)
    case .judged(let key, let blocked):
      update(key) { record in
        record.judged += 1
        if blocked { record.blocked += 1 }
      }
    case .abstained(let key): update(key) { $0.abstentions += 1 }
    case .severe(let key, _): changes.append(punish(key))
    case .agreed(let key, let by):
      update(key) { $0.optedInBy = by }
      changes += review(key)
    case .withdrew(let key, _): update(key) { $0.optedInBy = nil }
    case .froze(let key, let ceiling, let by, let reason):
      freezes.removeAll { $0.key == key }
      freezes.append(Freeze(key: key, ceiling: ceiling, by: by, reason: reason, since: now))
    case .thawed(let key, _):
      guard freezes.contains(where: { $0.key == key }) else { return ignored(changes) }
      freezes.removeAll { $0.key == key }
    }
    return changes
  }

  /// Lets time pass: soaks end, keys become stale; an earlier moment changes nothing.
  package mutating func advance(to moment: Moment) -> [Change] {
    now = max(now, moment)
    var changes: [Change] = []
    // Of what was made without a person somebody must have looked whether it stands.
    let ripe = open.filter {
      !$0.value.proposal.acted && ($0.value.soakEnd ?? Moment(milliseconds: .max)) <= now
    }
    .sorted { left, right in
      (left.value.soakEnd ?? now, left.key) < (right.value.soakEnd ?? now, right.key)
    }
    for (id, proposal) in ripe {
      changes += settle(
        id, success: true, at: proposal.soakEnd ?? now, by: proposal.merge?.by)
    }
    for key in records.filter({ $0.value.level == .actor }).keys.sorted() {
      if let change = records[key]?.settle(at: now, rules: rules) {
        changes.append(Change(key: key, transition: change))
      }
    }
    return changes
  }

  /// How a patch stands; nil for one that was never heard of.
  package func standing(of id: String) -> Standing? {
    if final.contains(id) { return .final }
    guard let found = open[id] else { return nil }
    guard let end = found.soakEnd else { return .open(isActing: found.proposal.acted) }
    return .merged(due: found.proposal.acted && end <= now)
  }

  /// What a key has earned; nothing yet for one that was never heard of.
  package func record(of key: AutonomyKey) -> TrackRecord {
    records[key]
      ?? TrackRecord(
        riskTier: key.riskTier, predecessor: versions[key.lineage].flatMap { records[$0] },
        rules: rules)
  }

  /// What a raw score is worth in the domain of a key.
  package func calibration(of key: AutonomyKey) -> Calibration {
    Calibration(labels[key.domain] ?? [])
  }

  /// How well confidences have come true in the domain of a key.
  package func reliability(of key: AutonomyKey) -> Reliability {
    Reliability(forecasts[key.domain] ?? [])
  }

  /// The success rate of the other keys in the domain; nil when they have no outcomes.
  func parentRate(of key: AutonomyKey) -> Double? {
    var (successes, failures) = (0.0, 0.0)
    for (other, record) in records where other != key && other.domain == key.domain {
      successes += record.weighted.successes
      failures += record.weighted.failures
    }
    return successes + failures > 0 ? successes / (successes + failures) : nil
  }

  // MARK: Steps

  private mutating func propose(_ proposal: ProposedChange) {
    guard open[proposal.id] == nil, !final.contains(proposal.id) else {
      ignoredEvents += 1
      return
    }
    update(proposal.key) { _ in }
    open[proposal.id] = OpenProposal(proposal: proposal)
    if proposal.acted { keepAct(proposal.id, proposal.key) }
  }

  private mutating func keepAct(_ id: String, _ key: AutonomyKey) {
    let oldest = now.adding(days: -(rules.budget?.days ?? 1))
    acts[key, default: []].removeAll { $0.at <= oldest }
    acts[key, default: []].append(Act(id: id, at: now))
  }

  private mutating func deploy(_ repository: String) -> [Change] {
    var changes: [Change] = []
    for id in open.keys.sorted() {
      guard let found = open[id], found.merge != nil, found.proposal.key.repository == repository
      else { continue }
      open[id]?.deployments += 1
      if found.deployments + 1 >= OpenProposal.soakDeployments {
        changes += settle(id, success: true, at: now, by: found.merge?.by)
      }
    }
    return changes
  }

  /// Makes an outcome final: it counts now, and never again.
  private mutating func settle(
    _ id: String, success: Bool, at moment: Moment, by approver: String?
  ) -> [Change] {
    guard let found = open.removeValue(forKey: id) else { return [] }
    final.insert(id)
    let proposal = found.proposal
    let domain = proposal.key.domain
    if let score = proposal.scoreMillionths {
      labels[domain, default: []].append(Label(score: Double(score) / 1e6, success: success))
    }
    if let confidence = proposal.confidenceMillionths {
      forecasts[domain, default: []].append(
        Label(score: Double(confidence) / 1e6, success: success))
    }
    var change: Transition?
    let rules = rules
    update(proposal.key) { record in
      guard proposal.wouldAct || proposal.acted else {
        record.heldBack += 1
        return
      }
      change = record.count(
        success: success, at: moment, approver: approver, acted: proposal.acted, rules: rules)
    }
    return change.map { [Change(key: proposal.key, transition: $0)] } ?? []
  }

  /// Severity 1: the key begins again, and nobody acts anywhere until a person thaws that.
  private mutating func punish(_ key: AutonomyKey) -> Change {
    var record = record(of: key)
    let transition = record.countSevere(at: now, rules: rules)
    records[key] = record
    versions[key.lineage] = key
    freezes.removeAll { $0.key == nil && $0.ceiling > .proposer }
    if !freezes.contains(where: { $0.key == nil }) {
      freezes.append(
        Freeze(
          key: nil, ceiling: .proposer, by: "controller",
          reason: "an event of severity 1 for \(key.description)", since: now))
    }
    return Change(key: key, transition: transition)
  }

  private mutating func review(_ key: AutonomyKey) -> [Change] {
    guard let change = records[key]?.review(at: now, rules: rules) else { return [] }
    return [Change(key: key, transition: change)]
  }

  private mutating func update(_ key: AutonomyKey, _ body: (inout TrackRecord) -> Void) {
    var record = record(of: key)
    body(&record)
    records[key] = record
    versions[key.lineage] = key
  }

  private mutating func ignored(_ changes: [Change]) -> [Change] {
    ignoredEvents += 1
    return changes
  }
}
