/// One trouble, however many tools, tests and lines of a log tell of it: the unit of healing.
public struct Incident: Equatable, Sendable {
  /// Identifies the trouble across runs, in 64 hexadecimal digits; see ``IncidentBuilder``.
  public var fingerprint: String
  /// Other fingerprints under which the same trouble may have been known or may become known, sorted;
  /// an incident of another run with any of them is this one.
  public var aliases: [String]
  /// What sort of trouble it is: the most telling of its signals.
  public var kind: Signal.Kind
  /// The tool of that signal.
  public var tool: String
  /// Its rule or type of exception.
  public var rule: String?
  /// What is wrong in one line; untrusted text, escaped.
  public var title: String
  /// Where it most probably is, with the path relative to the project's root.
  public var place: Place?
  /// The functions of the project in which it happened, outermost first.
  public var functions: [String]
  /// The tests that fail because of it.
  public var tests: [TestID]
  /// The signals that tell of it, the most telling first; at most ``IncidentBuilder/mostSignals``.
  public var signals: [Signal]
  /// How many signals tell of it.
  public var signalCount: Int

  /// Says whether two incidents of two runs are the same trouble: they share a fingerprint or alias.
  public func isSame(as other: Incident) -> Bool {
    !Set(aliases + [fingerprint]).isDisjoint(with: other.aliases + [other.fingerprint])
  }
}
