package import Audit
internal import Autonomy
package import Healing
internal import Judging
internal import Patches
internal import Signals
internal import State
internal import Synchronization
internal import Text

/// The signed log of a state folder as the record of one run.
///
/// An entry that the run has written before is not written again, so that a run that was killed and
/// resumed leaves the entries of one that was not. Texts that others wrote enter as their digests.
package final class HealAudit: HealingRecord {
  /// The run's name, part of every entry.
  package let run: String
  private let keys: CaseKeys
  private let log: Mutex<AuditLog>
  private let clock: @Sendable () -> Int64

  /// How a candidate's origin begins when it was made from a prompt, whose digest follows.
  private static let promptOrigin = "prompt "

  /// Opens the log of a folder, which is made when there is none.
  ///
  /// - Parameters:
  ///   - folder: where it lies.
  ///   - run: the run's name.
  ///   - keys: for what attempts count.
  ///   - clock: milliseconds since 1970.
  /// - Throws: ``/Audit/AuditError`` or an error of the kernel.
  package init(
    _ folder: LogFolder, run: String, keys: CaseKeys,
    clock: @escaping @Sendable () -> Int64 = AuditLog.systemClock
  ) throws {
    self.run = run
    self.keys = keys
    self.clock = clock
    log = Mutex(try AuditLog(folder, clock: clock))
  }

  /// See ``/Healing/HealingRecord``.
  package func received(_ healingCase: HealingCase) throws(RecordFailure) {
    let incident = healingCase.incident
    try keep(
      .signal, by: ("run", run), of: healingCase,
      [
        "fingerprint": .text(incident.fingerprint), "kind": .text(incident.kind.rawValue),
        "tool": Self.short(incident.tool), "rule": .text(CaseKeys.rule(of: healingCase)),
        "title": Self.digest(incident.title), "signals": .integer(Int64(incident.signalCount)),
        "tests": Self.digest(healingCase.tests.joined(separator: "\n")),
        "place": incident.place.map { Self.short("\($0.path):\($0.line ?? 0)") } ?? .null,
      ])
  }

  /// See ``/Healing/HealingRecord``.
  package func observed(
    _ baseline: BaselineReport, of cases: [HealingCase]
  ) throws(RecordFailure) {
    let documents = CanonicalJSON.object(Self.digests(of: baseline.documents))
    for healingCase in cases {
      let refusal = baseline.refusals[healingCase.id]
      try keep(
        .verdict, by: ("judge", "baseline"), of: healingCase,
        [
          "reproduced": .boolean(refusal == nil),
          "reason": refusal.map { .text($0.rawValue) } ?? .null,
          "testCount": .integer(Int64(baseline.testCount)),
          "flakyTests": .integer(Int64(baseline.flakyTests.count)), "documents": documents,
        ])
    }
  }

  /// See ``/Healing/HealingRecord``.
  package func asked(
    _ actor: String, version: String, prompt digest: String, attempt: Int,
    for healingCase: HealingCase
  ) throws(RecordFailure) {
    try keep(
      .promptDigest, by: ("actor", actor), of: healingCase,
      [
        "version": Self.short(version), "prompt": Self.short(digest),
        "attempt": .integer(Int64(attempt)),
      ])
  }

  /// See ``/Healing/HealingRecord``.
  package func suggested(
    _ text: ProposedText, by actor: String, version: String, number: Int,
    for healingCase: HealingCase
  ) throws(RecordFailure) {
    // Actors that ask a model say with what: that entry belongs before the answer's.
    if text.origin.hasPrefix(Self.promptOrigin) {
      try asked(
        actor, version: version, prompt: String(text.origin.dropFirst(Self.promptOrigin.count)),
        attempt: number, for: healingCase)
    }
    try keep(
      .candidate, by: ("actor", actor), of: healingCase,
      [
        "version": Self.short(version), "attempt": .integer(Int64(number)),
        "text": .text(SHA256.hex(of: text.text)), "bytes": .integer(Int64(text.text.count)),
        "rationale": text.rationale.map(Self.digest) ?? .null, "origin": Self.short(text.origin),
      ])
  }

  /// See ``/Healing/HealingRecord``.
  package func abstained(
    _ abstention: Abstention, by actor: String, version: String, for healingCase: HealingCase
  ) throws(RecordFailure) {
    let key = keys.key(for: healingCase, actor: actor, version: version)
    try keep(
      .verdict, by: ("actor", actor), of: healingCase,
      [
        "abstained": .boolean(true), "reason": Self.digest(abstention.reason),
        "inspected": Self.digest(abstention.inspected.joined(separator: "\n")),
      ], event: .abstained(key: key))
  }

  /// See ``/Healing/HealingRecord``.
  ///
  /// A candidate that the judge has looked at counts for its actor's rate of cheats.
  package func ended(
    _ attempt: Attempt, report: TrialReport?, for healingCase: HealingCase
  ) throws(RecordFailure) {
    var content: [String: CanonicalJSON] = [
      "attempt": .integer(Int64(attempt.number)), "actor": Self.short(attempt.actor),
      "outcome": .text(attempt.outcome.rawValue), "executed": .boolean(attempt.executed),
      "articles": .array(attempt.articles.prefix(100).map(Self.short)),
      "failingTests": Self.digest(attempt.failingTests.joined(separator: "\n")),
      "change": Self.short(attempt.changeDigest),
    ]
    if let report {
      content["documents"] = .object(Self.digests(of: report.documents))
      content["checks"] = .integer(Int64(report.checks.count))
    }
    var event: Event?
    if let judgement = report?.judgement {
      content["constitution"] = .text(judgement.constitution)
      content["verdict"] = .text(judgement.verdict.rawValue)
      let key = keys.key(
        for: healingCase, actor: attempt.actor, version: attempt.actorVersion)
      event = .judged(key: key, blocked: judgement.verdict != .accept)
    }
    try keep(.verdict, by: ("judge", "trial"), of: healingCase, content, event: event)
  }

  /// See ``/Healing/HealingRecord``.
  package func closed(
    _ healingCase: HealingCase?, reason: ExitReason, explanation: String?
  ) throws(RecordFailure) {
    try keep(
      .verdict, by: ("run", run), of: healingCase,
      [
        "closed": .text(reason.rawValue), "explanation": explanation.map(Self.digest) ?? .null,
      ])
  }

  // MARK: What publishing keeps

  /// Keeps an entry of this run; returns its number in the log.
  @discardableResult
  func keep(
    _ kind: AuditEntry.Kind, by author: (kind: String, id: String), of healingCase: HealingCase?,
    _ content: [String: CanonicalJSON], event: Event? = nil
  ) throws(RecordFailure) -> Int {
    try keep(kind, by: author, incident: healingCase?.id, content, event: event)
  }

  /// The same for an incident of which only the name is known.
  @discardableResult
  func keep(
    _ kind: AuditEntry.Kind, by author: (kind: String, id: String), incident: String?,
    _ content: [String: CanonicalJSON], event: Event? = nil
  ) throws(RecordFailure) -> Int {
    var content = content
    content["run"] = Self.short(run)
    let entry: AuditEntry
    do {
      if let event { content[EventEntry.member] = try EventEntry.content(of: event) }
      entry = AuditEntry(
        kind, at: clock(), by: .init(kind: author.kind, id: author.id), incident: incident, content)
    } catch {
      throw RecordFailure("an entry cannot be written: \(error)")
    }
    return try append(entry)
  }

  /// Appends what is decided in view of every entry so far; no other writer can come between.
  ///
  /// - Parameter decide: sees the entries, and says what is to be added by whom, to which incident.
  /// - Throws: when the log cannot be written.
  func append(
    _ decide: ([AuditEntry]) throws -> (content: [String: CanonicalJSON], event: Event, of: String)?
  ) throws(RecordFailure) {
    let result = log.withLock { log in
      Result {
        try log.append { entries in
          guard let wish = try decide(entries) else { return [] }
          var content = wish.content
          content["run"] = Self.short(run)
          content[EventEntry.member] = try EventEntry.content(of: wish.event)
          return [
            AuditEntry(
              .decision, at: clock(), by: .init(kind: "controller", id: "autonomy"),
              incident: wish.of, content)
          ]
        }
      }
    }
    try Self.value(of: result)
  }

  /// Every entry so far, those of other writers too.
  func entries() throws(RecordFailure) -> [AuditEntry] {
    let result = log.withLock { log in
      Result {
        try log.refresh()
        return log.entries
      }
    }
    return try Self.value(of: result)
  }

  /// Appends unless the same was written before, but for the time.
  private func append(_ entry: AuditEntry) throws(RecordFailure) -> Int {
    let result = log.withLock { log in
      Result {
        var number = 0
        try log.append { entries in
          if let known = entries.lastIndex(where: { Self.isSame($0, entry) }) {
            number = known
            return []
          }
          number = entries.count
          return [entry]
        }
        return number
      }
    }
    return try Self.value(of: result)
  }

  private static func value<Value>(
    of result: Result<Value, any Error>
  ) throws(RecordFailure) -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      throw RecordFailure("the log cannot be written: \(VisibleText.line("\(error)"))")
    }
  }

  private static func isSame(_ left: AuditEntry, _ right: AuditEntry) -> Bool {
    left.kind == right.kind && left.incident == right.incident && left.author == right.author
      && left.content == right.content
  }

  private static func digests(of documents: [EvidenceDocument]) -> [String: CanonicalJSON] {
    let pairs = documents.prefix(100).map {
      (
        String(VisibleText.line($0.name).prefix(100)),
        CanonicalJSON.text(SHA256.hex(of: $0.content))
      )
    }
    return Dictionary(pairs) { first, _ in first }
  }

  static func digest(_ text: String) -> CanonicalJSON { .text(SHA256.hex(of: Array(text.utf8))) }

  static func short(_ text: String) -> CanonicalJSON {
    .text(String(VisibleText.line(text).prefix(200)))
  }
}
