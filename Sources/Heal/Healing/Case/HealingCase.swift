package import Judging
package import Signals

/// One incident that is to be healed, with what the judge must know of it.
package struct HealingCase: Equatable, Sendable {
  /// The trouble, as its signals tell it.
  package var incident: Incident
  /// The same for the judge: rule and places within the tree.
  package var signal: JudgeSignal

  /// Makes a case.
  package init(incident: Incident, signal: JudgeSignal) {
    self.incident = incident
    self.signal = signal
  }

  /// The name of the incident in documents, branches and folders: 16 hexadecimal digits.
  package var id: String { String(incident.fingerprint.prefix(16)) }

  /// The case as a proposal is judged for it: a regression, where the proposal takes a known change back.
  package func judged(for proposal: ProposedText) -> HealingCase {
    guard let culprit = proposal.culprit else { return self }
    var judged = self
    judged.signal.kind = .regression
    judged.signal.culprit = culprit
    return judged
  }

  /// The tests that have to pass, in the spelling of ``/Signals/TestID/canonical``, sorted.
  package var tests: [String] { Set(incident.tests.map(\.canonical)).sorted() }
}
