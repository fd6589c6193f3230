import CommandSupport
import Healing
import Kernel
import Signals
internal import Text

/// The result of a run as a document and as text.
struct HealReport {
  let result: HealResult
  let run: String

  init(_ result: HealResult, run: String) {
    self.result = result
    self.run = run
  }

  /// The exit code of a reason.
  static func exitCode(of reason: ExitReason) -> Int32 {
    switch reason {
    case .healed, .clean: 0
    case .environment, .pushRefused: 3
    default: 1
    }
  }

  // MARK: Document

  /// The document `sentinel.heal/1`.
  var document: JSONValue {
    .object([
      "schema": "sentinel.heal/1", "run": .string(run),
      "exitReason": .string(result.exitReason.rawValue), "healed": .integer(result.healed),
      "incidents": .array(result.incidents.map(Self.incident)),
      "closed": .array(
        result.closed.map {
          .object(["branch": .string($0.branch), "reason": .string($0.reason)])
        }),
      "budget": budget,
    ])
  }

  private var budget: JSONValue {
    var members: [String: JSONValue] = [
      "calls": .integer(result.spent.calls), "inputTokens": .integer(result.spent.inputTokens),
      "outputTokens": .integer(result.spent.outputTokens), "money": .number(result.spent.money),
      "attempts": .integer(result.spent.attempts),
      "wallMilliseconds": .integer(result.wallMilliseconds),
      "cpuMilliseconds": .integer(result.spent.cpuMilliseconds),
    ]
    if result.isEstimated { members["isEstimated"] = true }
    return .object(members)
  }

  private static func incident(_ incident: IncidentResult) -> JSONValue {
    let known = incident.healingCase.incident
    var members: [String: JSONValue] = [
      "id": .string(incident.healingCase.id), "fingerprint": .string(known.fingerprint),
      "kind": .string(known.kind.rawValue), "title": .string(VisibleText.line(known.title)),
      "state": .string(incident.state.rawValue),
      "exitReason": .string(incident.exitReason.rawValue),
      "attempts": .array(incident.attempts.map(attempt)),
    ]
    if let proposal = incident.proposal {
      members["decision"] = proposal.decision
      members["proposal"] = proposal.folder.map { .string($0) }
      members["branch"] = proposal.branch.map { .string($0) }
      members["address"] = proposal.address.map { .string($0) }
    }
    if let explanation = incident.explanation {
      members["explanation"] = .string(VisibleText.line(explanation))
    }
    if !incident.abstentions.isEmpty && incident.state != .healed {
      members["abstentions"] = .array(
        incident.abstentions.map { abstention in
          .object([
            "reason": .string(VisibleText.line(abstention.reason)),
            "inspected": .array(abstention.inspected.map { .string(VisibleText.line($0)) }),
          ])
        })
    }
    return .object(members)
  }

  private static func attempt(_ attempt: Attempt) -> JSONValue {
    .object([
      "number": .integer(attempt.number), "actor": .string(attempt.actor),
      "outcome": .string(attempt.outcome.rawValue), "executed": .bool(attempt.executed),
      "articles": .array(attempt.articles.map { .string($0) }),
      "failingTests": .array(attempt.failingTests.map { .string(VisibleText.line($0)) }),
      "milliseconds": .integer(attempt.milliseconds),
    ])
  }

  // MARK: Text

  /// What a person reads.
  func text(isColoured: Bool, out: BytePath) -> String {
    let ink = Ink(isColoured: isColoured)
    var lines: [String] = []
    for incident in result.incidents where incident.state == .healed {
      let attempt = incident.attempts.last.map { "\($0.actor), attempt \($0.number)" } ?? ""
      lines.append("\(ink.green("healed")) \(Self.name(incident))  \(ink.dim(attempt))")
      let place = [
        incident.proposal?.address, incident.proposal?.branch, incident.proposal?.folder,
      ]
      .compactMap { $0 }.first
      let acted = incident.proposal?.decision["inputs"]?["acted"] == true ? "done on " : ""
      if let place { lines.append("       \(ink.dim(acted + VisibleText.line(place)))") }
    }
    for incident in result.incidents
    where incident.state == .notHealed || incident.state == .notReproduced {
      let isSeen = incident.state == .notHealed
      let outcome = incident.attempts.last.map { ", last \($0.outcome.rawValue)" } ?? ""
      lines.append(
        "\(isSeen ? ink.red("open  ") : ink.yellow("unseen")) \(Self.name(incident))  "
          + ink.dim("\(incident.exitReason.rawValue)\(outcome)"))
      if let why = incident.explanation { lines.append("       \(ink.dim(VisibleText.line(why)))") }
    }
    lines += abstained(ink)
    lines += result.closed.map {
      "closed \(VisibleText.line($0.branch)): \(VisibleText.line($0.reason))"
    }
    lines.append(summary(ink))
    if result.incidents.contains(where: { $0.proposal?.folder != nil }) {
      lines += [
        "Proposals with their evidence: \(out)",
        "Look: cat FOLDER/proposal.md    Take: git am --keep-cr FOLDER/*.patch    "
          + "Prove again: sentinel verify FOLDER",
      ]
    }
    if result.mayGoOn || result.exitReason == .killed {
      lines.append("Go on: sentinel heal --resume \(run)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Those whom nobody had anything for, by reason.
  private func abstained(_ ink: Ink) -> [String] {
    let left = result.incidents.filter { $0.state == .abstained }
    let groups = Dictionary(grouping: left) { $0.abstentions.first?.reason ?? "nobody was asked" }
    return groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map {
      reason, group in
      let names = group.prefix(3).map { Self.name($0) }.joined(separator: "; ")
      let more = group.count > 3 ? "; \(group.count - 3) more" : ""
      return
        "\(ink.yellow("left  ")) \(group.count): \(VisibleText.line(reason)) \(ink.dim(names + more))"
    }
  }

  private func summary(_ ink: Ink) -> String {
    let spent = result.spent
    let parts = [
      "\(result.healed) of \(result.incidents.count) healed", Self.time(result.wallMilliseconds),
      "\(spent.attempts) attempts", "cpu \(Self.time(spent.cpuMilliseconds))",
      spent.calls == 0
        ? "no model"
        : "\(spent.calls) calls, \(spent.tokens) tokens, \(Self.money(spent.money))"
          + (result.isEstimated ? " (estimated)" : ""),
    ]
    let reason = result.exitReason == .healed ? "" : " (\(result.exitReason.rawValue))"
    return ink.bold(parts.joined(separator: ", ") + reason)
  }

  /// The place and title of an incident, one line.
  static func name(_ incident: IncidentResult) -> String {
    name(incident.healingCase)
  }

  /// The place and title of a case, one line.
  static func name(_ healingCase: HealingCase) -> String {
    let incident = healingCase.incident
    let place = incident.place.map { place in
      place.line.map { "\(place.path):\($0) " } ?? "\(place.path) "
    }
    return VisibleText.line("\(place ?? "")\(incident.title)")
  }

  /// A time as people say it.
  static func time(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    if seconds < 60 { return "\(seconds).\(milliseconds % 1000 / 100) s" }
    return "\(seconds / 60) min \(seconds % 60) s"
  }

  private static func money(_ dollars: Double) -> String {
    let cents = Int((dollars * 100).rounded())
    return "$\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }
}

/// Colours where they are wanted.
struct Ink {
  let isColoured: Bool

  func green(_ text: String) -> String { painted(text, "32") }
  func red(_ text: String) -> String { painted(text, "31") }
  func yellow(_ text: String) -> String { painted(text, "33") }
  func dim(_ text: String) -> String { painted(text, "2") }
  func bold(_ text: String) -> String { painted(text, "1") }

  private func painted(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
