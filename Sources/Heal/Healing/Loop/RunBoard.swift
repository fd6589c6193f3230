internal import Synchronization

/// What a run knows of itself at any moment, so that it can be told even when work does not end.
final class RunBoard: Sendable {
  private struct State {
    var progress: [String: CaseProgress]
    var baseline: (refusals: [String: ExitReason], explanations: [String: String])?
    var stop: (reason: ExitReason, message: String)?
    var latched: [Int: (ExitReason, String)] = [:]
    var closed: [ClosedProposal] = []
    var overhead = Spending()
  }

  private let state: Mutex<State>
  private let journal: any RecordLog
  private let observe: @Sendable (HealEvent) -> Void

  /// Takes up a run where its records have left it.
  init(
    _ cases: [HealingCase], records: [JournalRecord], journal: any RecordLog,
    observe: @escaping @Sendable (HealEvent) -> Void
  ) {
    var state = State(
      progress: Dictionary(cases.map { ($0.id, CaseProgress()) }, uniquingKeysWith: { $1 }))
    for record in records {
      if case .baseline(let refusals, let explanations, let spent) = record {
        state.baseline = (refusals, explanations)
        state.overhead = spent
      } else if let incident = record.incident {
        state.progress[incident]?.take(record)
      }
    }
    self.state = Mutex(state)
    self.journal = journal
    self.observe = observe
  }

  /// How far a case is.
  func progress(of incident: String) -> CaseProgress {
    state.withLock { $0.progress[incident] } ?? CaseProgress()
  }

  /// What the base has shown, if that was recorded.
  var baseline: (refusals: [String: ExitReason], explanations: [String: String])? {
    state.withLock { $0.baseline }
  }

  /// Why no further step may be taken.
  var stop: (reason: ExitReason, message: String)? { state.withLock { $0.stop } }

  /// Stops the run; the first reason stays.
  func stop(_ reason: ExitReason, _ message: String) {
    state.withLock { if $0.stop == nil { $0.stop = (reason, message) } }
  }

  /// Stops the run because the machine is at fault, and says so.
  func end(_ message: String) {
    stop(.environment, message)
    observe(.warning(message))
  }

  /// Writes a record down, then takes it; a record that cannot be written stops the run.
  func record(_ record: JournalRecord) -> Bool {
    do { try journal.append(try record.encoded()) } catch {
      end("the journal cannot be written: \(error)")
      return false
    }
    state.withLock { state in
      if case .baseline(let refusals, let explanations, let spent) = record {
        state.baseline = (refusals, explanations)
        state.overhead = spent
      } else if let incident = record.incident {
        state.progress[incident]?.take(record)
      }
    }
    return true
  }

  /// Tells of a step; one that cannot be kept stops the run.
  func tell(_ step: () throws(RecordFailure) -> Void) -> Bool {
    do throws(RecordFailure) { try step() } catch {
      end("a step cannot be kept: \(error.message)")
      return false
    }
    return true
  }

  /// What stands in the way of an actor for the rest of the run.
  func latch(of actor: Int) -> (ExitReason, String)? { state.withLock { $0.latched[actor] } }

  /// Lets nobody ask an actor again in this run.
  func latch(_ actor: Int, _ reason: ExitReason, _ message: String) {
    state.withLock { $0.latched[actor] = (reason, message) }
  }

  /// What was closed on the forge.
  var closed: [ClosedProposal] {
    get { state.withLock { $0.closed } }
    set { state.withLock { $0.closed = newValue } }
  }
}

extension JournalRecord {
  /// The incident that a record is of.
  var incident: String? {
    switch self {
    case .baseline: nil
    case .answered(let incident, _, _), .tried(let incident, _, _, _, _),
      .published(let incident, _, _), .refused(let incident, _, _, _),
      .closed(let incident, _, _, _):
      incident
    }
  }

  /// What the run had spent when the record was written.
  package static func carried(
    by records: [JournalRecord]
  ) -> (spent: Spending, wallMilliseconds: Int) {
    var cases: [String: Spending] = [:]
    var overhead = Spending()
    var wall = 0
    for record in records {
      switch record {
      case .baseline(_, _, let spent): overhead = spent
      case .answered(let incident, _, let books), .tried(let incident, _, _, _, let books),
        .published(let incident, _, let books), .refused(let incident, _, _, let books),
        .closed(let incident, _, _, let books):
        cases[incident] = books.spent
        wall = max(wall, books.wallMilliseconds)
      }
    }
    return (cases.values.reduce(overhead, +), wall)
  }
}
