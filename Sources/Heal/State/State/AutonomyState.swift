package import Audit
package import Autonomy
internal import Kernel

/// The state of autonomy on disk: nothing but the audit log, from which all of it follows.
package struct AutonomyState: Sendable {
  /// What the events so far have left.
  package private(set) var controller: Controller
  private var log: AuditLog

  /// Opens a state, which is made if there is none.
  package init(
    _ state: StateFolder, clock: @escaping @Sendable () -> Int64 = AuditLog.systemClock
  ) throws {
    log = try AuditLog(state.log, clock: clock)
    controller = try Self.replay(log.entries)
  }

  /// What a state that is only looked at has left; one that is not there leaves nothing.
  package static func controller(
    of state: StateFolder
  ) throws -> Controller {
    guard state.log.exists else { return Controller() }
    return try replay(LogCheck.entries(of: state.log))
  }

  /// Keeps events and takes them; returns the changes of level that follow.
  ///
  /// On return they are on the disk. No other writer's event comes between them.
  package mutating func record(
    _ events: [Event], at moment: Moment, by author: AuditEntry.Author
  ) throws -> [Controller.Change] {
    var changes: [Controller.Change] = []
    var state = controller
    try log.append { entries in
      state = try Self.replay(entries)
      return try events.flatMap { event in
        let own = state.apply(event, at: moment)
        changes += own
        return [try EventEntry.entry(event, at: moment, by: author)] + own.map(EventEntry.entry)
      }
    }
    controller = state
    return changes
  }

  /// Keeps those of some events that still say something new, each in its turn.
  ///
  /// What others have told meanwhile, or what is final, is left out; no other writer's event comes
  /// between.
  ///
  /// - Parameters:
  ///   - events: what is to be told, each with the incident that it belongs to.
  ///   - moment: when it was found out.
  ///   - author: who tells.
  /// - Returns: the events that were kept, and the changes of level that follow.
  /// - Throws: when the log cannot be read or written.
  package mutating func recordNews(
    _ events: [(event: Event, incident: String)], at moment: Moment, by author: AuditEntry.Author
  ) throws -> (kept: [Event], changes: [Controller.Change]) {
    var kept: [Event] = []
    var changes: [Controller.Change] = []
    var state = controller
    try log.append { entries in
      state = try Self.replay(entries)
      var added: [AuditEntry] = []
      for (event, incident) in events {
        var next = state
        let own = next.apply(event, at: moment)
        guard next.ignoredEvents == state.ignoredEvents else { continue }
        state = next
        kept.append(event)
        changes += own
        added.append(try EventEntry.entry(event, at: moment, by: author, of: incident))
        added += own.map(EventEntry.entry)
      }
      return added
    }
    controller = state
    return (kept, changes)
  }

  /// What the events among entries of a log have left.
  ///
  /// - Parameter entries: from the first on.
  /// - Returns: the state after the last of them.
  /// - Throws: ``/Audit/AuditError`` for an event that this version does not know.
  package static func replay(
    _ entries: [AuditEntry]
  ) throws -> Controller {
    var controller = Controller()
    for entry in entries {
      guard let event = try EventEntry.event(of: entry) else { continue }
      _ = controller.apply(event, at: Moment(milliseconds: entry.milliseconds))
    }
    return controller
  }
}
