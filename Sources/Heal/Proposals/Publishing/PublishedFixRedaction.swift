internal import Connectors
internal import Healing
internal import Signals

/// Keeps secrets of the caller's environment out of what is published of a fix.
///
/// Logs and reports may hold them; the change itself is not touched, for it must stay what was tried.
struct PublishedFixRedaction {
  let mask: SecretMask

  /// The fix as it may be shown to others.
  func applied(to fix: ProvenFix) -> ProvenFix {
    var fix = fix
    var incident = fix.healingCase.incident
    incident.title = mask.masked(incident.title)
    for index in incident.signals.indices {
      incident.signals[index].message = mask.masked(incident.signals[index].message)
      incident.signals[index].detail = incident.signals[index].detail.map(mask.masked)
    }
    fix.healingCase.incident = incident
    fix.baseline.documents = fix.baseline.documents.map(document)
    fix.report.documents = fix.report.documents.map(document)
    fix.report.messages = fix.report.messages.map(mask.masked)
    fix.report.unchecked = fix.report.unchecked.map(mask.masked)
    for index in fix.report.checks.indices {
      fix.report.checks[index].before = mask.masked(fix.report.checks[index].before)
      fix.report.checks[index].after = mask.masked(fix.report.checks[index].after)
    }
    return fix
  }

  /// Bytes that hold no secret stay as they are, whether they are text or not.
  private func document(_ document: EvidenceDocument) -> EvidenceDocument {
    let text = String(decoding: document.content, as: UTF8.self)
    let masked = mask.masked(text)
    return masked == text
      ? document : EvidenceDocument(name: document.name, content: Array(masked.utf8))
  }
}
