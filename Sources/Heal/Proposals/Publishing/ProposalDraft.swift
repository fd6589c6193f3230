internal import Autonomy
internal import Findings
internal import Git
internal import Healing
internal import Judging
internal import Patches
internal import Signals
internal import Text

/// A proven fix as the text of a proposal.
///
/// Everything that a report, a repository or a model has written is passed on as quoted text, which
/// ``/Git/ProposalText`` shows without effect.
struct ProposalDraft {
  let fix: ProvenFix
  let decision: PublishingDecision
  /// The command that runs the tests; nil without one.
  let testCommand: String?
  /// What the base is, in words.
  let base: String
  /// Files of the tree that the commit holds otherwise.
  let differences: [String]

  private var incident: Incident { fix.healingCase.incident }
  private var accepted: Attempt? { fix.attempts.last }

  /// The text; `patch` is the digest of the change.
  func proposal(patch: String) -> Git.Proposal {
    var proposal = Git.Proposal(
      title: title, fingerprint: incident.fingerprint, summary: summary,
      verdict: "\(decision.line); actor \(Quoting.span(accepted?.actor ?? "")), \(cost)")
    proposal.evidence = fix.report.checks.map {
      .init(
        check: $0.isGood ? $0.name : "\($0.name) (speaks against it)",
        before: Self.shown($0.before),
        after: Self.shown($0.after))
    }
    proposal.unchecked = fix.report.unchecked + baseDoubts
    proposal.scope = scope
    proposal.rerun = [
      "sentinel verify FOLDER --base CHECKOUT",
      "# FOLDER: the folder of this proposal; CHECKOUT: \(base)",
    ]
    proposal.answers = [
      "Refuse: close this, or delete the branch; `sentinel autonomy refresh` reads that, or tell it by "
        + "`sentinel autonomy record`: closed, id \(id(patch)).",
      "Pause: `sentinel autonomy freeze --reason …`; or at once: `SENTINEL_HALT=1`.",
      "Teach: merge it as it is, or with your changes; what became of it decides what this kind of "
        + "fix may do.",
    ]
    proposal.logs = logs
    proposal.state = state(patch)
    return proposal
  }

  /// The name by which later events speak of the proposal.
  func id(_ patch: String) -> String { Self.id(of: fix.healingCase.id, patch: patch) }

  /// The same for an incident's name and the digest of a change.
  static func id(of incident: String, patch: String) -> String {
    "\(incident)-\(patch.prefix(16))"
  }

  private static func shown(_ text: String) -> String { text.isEmpty ? "–" : text }

  private var title: String {
    let file = incident.place.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
    switch incident.kind {
    case .testFailure:
      return incident.tests.first.map { "Make \($0.name) pass" } ?? "Fix \(incident.title)"
    default:
      guard let rule = incident.rule, let file else { return "Fix \(incident.title)" }
      return "Fix \(rule) in \(file)"
    }
  }

  private var summary: String {
    let place = incident.place.map { place in
      " at " + Quoting.span(place.path + (place.line.map { ":\($0)" } ?? ""))
    }
    let reporter = incident.tool.isEmpty ? "a report" : Quoting.span(incident.tool)
    return "What \(reporter) says\(place ?? ""): \(Quoting.span(incident.title)). \(extent)."
  }

  private var cost: String {
    let spent = fix.spent
    guard spent.calls > 0 else { return "no model was asked" }
    return "\(spent.calls) requests, \(spent.inputTokens + spent.outputTokens) tokens, "
      + "\((spent.money * 10_000).rounded() / 10_000) USD"
  }

  private var extent: String {
    let (added, removed) = lines
    let files = fix.changes.files.map(\.path.description)
    let shown = files.prefix(3).map { Quoting.span($0) }.joined(separator: ", ")
    let rest = files.count > 3 ? " and \(files.count - 3) more" : ""
    let lines = added == 1 ? "1 line" : "\(added) lines"
    return "Adds \(lines) and removes \(removed) in \(shown)\(rest)"
  }

  private var lines: (added: Int, removed: Int) {
    var counts = (added: 0, removed: 0)
    for file in fix.changes.files {
      let hunks = DiffHunks.lines(of: DiffHunks.text(from: file.old ?? [], to: file.new ?? []))
      counts.added += hunks.count { $0.first == UInt8(ascii: "+") }
      counts.removed += hunks.count { $0.first == UInt8(ascii: "-") }
    }
    return counts
  }

  private var scope: [String] {
    let policy = decision.decision.policy
    return [
      extent,
      "Risk \(policy.limits.risk.rawValue), by \(policy.classes.joined(separator: ", ")).",
      "Made on \(base).",
      "Judged by the articles \((fix.report.judgement?.constitution ?? "none").prefix(16)): "
        + "\(fix.report.judgement?.verdict.rawValue ?? "not judged").",
    ]
  }

  private var baseDoubts: [String] {
    guard !differences.isEmpty else { return [] }
    let shown = differences.prefix(5).joined(separator: ", ")
    return [
      "The tree on which this was proven differs from the commit in \(differences.count) files: "
        + "\(shown)."
    ]
  }

  private var logs: [Git.Proposal.Log] {
    var logs = [Git.Proposal.Log(title: "The signal", text: signalText)]
    if let rationale = fix.proposed.rationale {
      logs.append(.init(title: "What the author of the change says", text: rationale))
    }
    if fix.attempts.count > 1 {
      let lines = fix.attempts.map { "\($0.number) \($0.actor): \($0.outcome.rawValue)" }
      logs.append(.init(title: "Attempts", text: lines.joined(separator: "\n")))
    }
    return logs
  }

  private var signalText: String {
    incident.signals.prefix(3).map { signal in
      [signal.message, signal.detail ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private func state(_ patch: String) -> String {
    JSONValue.object([
      "v": 1, "id": .string(id(patch)), "patch": .string(patch), "state": "open",
    ]).line
  }
}

extension JSONValue {
  /// The value on one line.
  var line: String {
    String(decoding: serialized(), as: UTF8.self).split(separator: "\n")
      .map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
