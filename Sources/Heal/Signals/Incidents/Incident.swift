/// One trouble, however many tools, tests and lines of a log tell of it: the unit of healing.
package struct Incident: Equatable, Sendable {
  /// Identifies the trouble across runs, in 64 hexadecimal digits; see ``IncidentBuilder``.
  package var fingerprint: String
  /// Other fingerprints under which the same trouble may have been known or may become known, sorted;
  /// an incident of another run with any of them is this one.
  package var aliases: [String]
  /// What sort of trouble it is: the most telling of its signals.
  package var kind: Signal.Kind
  /// The tool of that signal.
  package var tool: String
  /// Its rule or type of exception.
  package var rule: String?
  /// What is wrong in one line; untrusted text, escaped.
  package var title: String
  /// Where it most probably is, with the path relative to the project's root.
  package var place: Place?
  /// The functions of the project in which it happened, outermost first.
  package var functions: [String]
  /// The tests that fail because of it.
  package var tests: [TestID]
  /// The signals that tell of it, the most telling first; at most ``IncidentBuilder/mostSignals``.
  package var signals: [Signal]
  /// How many signals tell of it.
  package var signalCount: Int

  /// Says whether two incidents of two runs are the same trouble: they share a fingerprint or alias.
  package func isSame(as other: Incident) -> Bool {
    !Set(aliases + [fingerprint]).isDisjoint(with: other.aliases + [other.fingerprint])
  }
}
