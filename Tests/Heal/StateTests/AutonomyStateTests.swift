import Audit
import Autonomy
import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

@testable import State

/// The state on disk: what was recorded, is.
@Suite struct AutonomyStateTests {
  private let scratch: Scratch
  private let environment: Environment
  private let state: StateFolder
  private let key = AutonomyKey(
    repository: "shop", signalClass: "finding", rule: "B602", actorKind: "codemod",
    actorVersion: "v1", riskTier: .low)

  init() throws {
    scratch = try Scratch("state")
    environment = Environment(entries: [Array("HOME=\(scratch.url.path)".utf8)])
    state = try StateFolder(
      named: scratch.url.appending(path: "state").path, environment: environment)
  }

  private let author = AuditEntry.Author(kind: "person", id: "ada")

  private func record(_ events: [Event], days: Double) throws -> [Controller.Change] {
    var ledger = try AutonomyState(state)
    return try ledger.record(
      events, at: Moment(milliseconds: Int64(days * 86_400_000)), by: author)
  }

  private func proposal(_ id: String) -> Event {
    .proposed(
      proposal: ProposedChange(
        id: id, key: key, scoreMillionths: 900_000, confidenceMillionths: nil, wouldAct: true,
        acted: false))
  }

  private var everyEvent: [Event] {
    [
      .agreed(key: key, by: "ada"), proposal("P"), .merged(id: "P", by: nil, edited: false),
      .broke(id: "P", how: .newFinding), proposal("Q"), .closed(id: "Q", by: "ada"),
      proposal("R"), .acting(id: "R"), .refrained(id: "R"), .acting(id: "R"), .stood(id: "R"),
      proposal("S"), .closed(id: "S", by: nil),
      .deployed(repository: "shop"), .judged(key: key, blocked: true), .abstained(key: key),
      .severe(key: key, what: .judgeBypass), .withdrew(key: key, by: "ada"),
      .froze(key: key, ceiling: .observer, by: "ada", reason: "line\nbreak"),
      .froze(key: nil, ceiling: .proposer, by: "ada", reason: ""), .thawed(key: nil, by: "ada"),
    ]
  }

  @Test func `every event is read as it was written`() throws {
    for event in everyEvent {
      let entry = try EventEntry.entry(event, at: Moment(milliseconds: 5), by: author)
      #expect(try EventEntry.event(of: entry) == event)
      #expect(entry.milliseconds == 5)
    }
  }

  @Test func `the state is what its events leave, for whoever opens it`() throws {
    var controller = Controller()
    for (index, event) in everyEvent.enumerated() {
      let changes = try record([event], days: Double(index))
      #expect(
        changes == controller.apply(event, at: Moment(milliseconds: Int64(index) * 86_400_000)))
    }
    let found = try AutonomyState.controller(of: state)
    #expect(found.records == controller.records && found.freezes == controller.freezes)
    #expect(LogCheck.report(on: state.log).problem == nil)
    let entries = try LogCheck.entries(of: state.log)
    let change = try #require(entries.last { $0.kind == .decision && $0.content["event"] == nil })
    #expect(change.content["cause"]?.text == "severe" && change.content["to"]?.text == "observer")
  }

  @Test func `of what others have told already, nothing is kept again`() throws {
    _ = try record([proposal("P")], days: 0)
    var (first, second) = (try AutonomyState(state), try AutonomyState(state))
    let event = Event.merged(id: "P", by: nil, edited: false)
    let merged = [(event: event, incident: "P")]
    let now = Moment(milliseconds: 5)
    #expect(try first.recordNews(merged, at: now, by: author).kept == [event])
    let count = try LogCheck.entries(of: state.log).count
    #expect(try second.recordNews(merged, at: now, by: author).kept.isEmpty)
    #expect(try LogCheck.entries(of: state.log).count == count)
    #expect(second.controller.ignoredEvents == 0)
  }

  @Test func `an event that this version does not know is an error, not a gap`() throws {
    _ = try record([.agreed(key: key, by: "ada")], days: 0)
    var log = try AuditLog(state.log)
    try log.append([
      AuditEntry(.effect, at: 0, by: author, ["event": .object(["forgiven": .object([:])])])
    ])
    #expect(throws: AuditError.self) { try AutonomyState.controller(of: state) }
    #expect(throws: AuditError.self) { try record([.abstained(key: key)], days: 1) }
  }

  @Test func `a log that is not what was signed gives no state`() throws {
    _ = try record([.froze(key: nil, ceiling: .observer, by: "ada", reason: "stop")], days: 0)
    let entries = state.log.path.appending("entries")
    let text = String(decoding: try FileSystem.read(entries), as: UTF8.self)
    try FileSystem.write(Array(text.replacing("observer", with: "proposer").utf8), to: entries)
    #expect(throws: AuditError.self) { try AutonomyState.controller(of: state) }
    #expect(throws: AuditError.self) { try record([.thawed(key: nil, by: "ada")], days: 1) }
  }

  @Test func `a state that is not there is one where nothing was earned`() throws {
    let controller = try AutonomyState.controller(of: state)
    #expect(controller.records.isEmpty && !FileSystem.exists(state.path))
  }

  @Test func `events of several writers all count`() async throws {
    let state = state, key = key, author = author
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<5 {
            var ledger = try AutonomyState(state)
            _ = try ledger.record(
              [
                .proposed(
                  proposal: ProposedChange(
                    id: "\(writer).\(number)", key: key, scoreMillionths: nil,
                    confidenceMillionths: nil, wouldAct: true, acted: false)),
                .closed(id: "\(writer).\(number)", by: "ada"),
              ], at: Moment(milliseconds: Int64(number)), by: author)
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try AutonomyState.controller(of: state).record(of: key)
    #expect(record.ownOutcomes == 20 && record.ownSuccesses == 0)
  }

  // MARK: Kill switch

  private func halt(_ variable: String? = nil) -> KillSwitch.Reason? {
    let entries = variable.map { [Array("SENTINEL_HALT=\($0)".utf8)] } ?? []
    return KillSwitchReading.verdict(
      state: state, environment: Environment(entries: entries), at: Moment(milliseconds: 0))
  }

  @Test func `a variable or a file stops everything, and so does doubt`() throws {
    #expect(halt() == nil && halt("0") == nil)
    #expect(halt("1") == .environment)
    try scratch.write("", to: "state/halt")
    #expect(halt() == .file)
    try FileManager.default.removeItem(at: scratch.url.appending(path: "state"))
    #expect(halt() == nil)
    // Where the state folder should be lies something else: nobody can tell.
    try scratch.write("", to: "state")
    #expect(halt() == .unreadableFile)
  }
}
