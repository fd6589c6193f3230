public import Audit
public import Autonomy
internal import Kernel

/// The state of autonomy on disk: nothing but the audit log, from which all of it follows.
public struct AutonomyLedger: Sendable {
  /// What the events so far have left.
  public private(set) var controller: Controller
  private var log: AuditLog

  /// Opens a state, which is made if there is none.
  public init(
    _ state: StateFolder, clock: @escaping @Sendable () -> Int64 = AuditLog.systemClock
  ) throws {
    log = try AuditLog(state.log, clock: clock)
    controller = try Self.replay(log.entries)
  }

  /// What a state that is only looked at has left; one that is not there leaves nothing.
  public static func controller(
    of state: StateFolder
  ) throws -> Controller {
    guard state.log.exists else { return Controller() }
    return try replay(LogCheck.entries(of: state.log))
  }

  /// Keeps events and takes them; returns the changes of level that follow.
  ///
  /// On return they are on the disk. No other writer's event comes between them.
  public mutating func record(
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

  private static func replay(
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
