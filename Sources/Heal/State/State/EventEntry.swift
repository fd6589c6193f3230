package import Audit
package import Autonomy
internal import FoundationEssentials

/// Events of autonomy as entries of the audit log, and back.
package enum EventEntry {
  /// The member of an entry's content that makes it the entry of an event.
  package static let member = "event"

  /// An event as the value of ``member``; an entry of any kind that has it is taken for the event.
  package static func content(of event: Event) throws -> CanonicalJSON {
    try JSONDecoder().decode(CanonicalJSON.self, from: JSONEncoder().encode(event))
  }

  /// The entry that keeps an event; its kind is what a reader looks for.
  static func entry(
    _ event: Event, at moment: Moment, by author: AuditEntry.Author, of incident: String? = nil
  ) throws -> AuditEntry {
    AuditEntry(
      kind(of: event), at: moment.milliseconds, by: author, incident: incident,
      [member: try content(of: event)])
  }

  /// The entry that says which level changed by an event; it is read by people alone.
  static func entry(_ change: Controller.Change) -> AuditEntry {
    AuditEntry(
      .decision, at: change.transition.at.milliseconds,
      by: .init(kind: "controller", id: "autonomy"),
      [
        "key": .text(change.key.description), "from": .text(change.transition.from.rawValue),
        "to": .text(change.transition.to.rawValue),
        "cause": .text(change.transition.cause.rawValue),
      ])
  }

  /// The event of an entry; nil for entries of other things.
  ///
  /// An event that nobody knows is an error: without it the state would not be the true one.
  package static func event(of entry: AuditEntry) throws -> Event? {
    guard let value = entry.content[member] else { return nil }
    do {
      return try JSONDecoder().decode(Event.self, from: Data(value.bytes))
    } catch {
      throw AuditError(
        .malformed,
        "the log has an event that this version does not know: \(String(decoding: value.bytes, as: UTF8.self))"
      )
    }
  }

  private static func kind(of event: Event) -> AuditEntry.Kind {
    switch event {
    case .proposed: .candidate
    case .judged, .abstained: .verdict
    case .agreed, .withdrew, .froze, .thawed: .approval
    case .acting, .refrained: .decision
    case .merged, .closed, .stood, .broke, .deployed, .severe: .effect
    }
  }
}
