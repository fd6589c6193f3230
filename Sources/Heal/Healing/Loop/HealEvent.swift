/// What a run tells whoever watches it; nothing depends on it.
package enum HealEvent: Sendable {
  /// The base is run as it is.
  case baselineStarted(cases: Int)
  /// The base has shown what it shows.
  case baselineEnded(BaselineReport)
  /// A case is begun, or gone on with.
  case opened(incident: String, title: String)
  /// An actor is asked.
  case asked(incident: String, actor: String, turn: Int)
  /// A candidate is tried.
  case trying(incident: String, number: Int, actor: String)
  /// A candidate was tried.
  case attempted(incident: String, Attempt)
  /// A proven fix is proposed.
  case publishing(incident: String)
  /// A case is closed.
  case closed(IncidentResult)
  /// Something that does not stop the run went wrong, in one sentence.
  case warning(String)
}
