internal import Healing
internal import Judging
internal import Patches
internal import Signals
internal import Text

/// A case in a manifest: enough of it to judge and to try its fix once more.
enum CaseDocument {
  /// Writes a case.
  static func write(_ healingCase: HealingCase) -> JSONValue {
    let incident = healingCase.incident
    return .object([
      "id": .string(healingCase.id), "fingerprint": .string(incident.fingerprint),
      "aliases": .array(incident.aliases.map { .string($0) }),
      "kind": .string(incident.kind.rawValue), "tool": .string(incident.tool),
      "rule": text(incident.rule), "title": .string(incident.title),
      "place": incident.place.map(place) ?? .null,
      "tests": .array(incident.tests.map(test)),
      "signal": signal(healingCase.signal),
    ])
  }

  /// Reads what ``write(_:)`` wrote; nil when it is anything else.
  static func read(_ value: JSONValue) -> HealingCase? {
    guard let fingerprint = value["fingerprint"]?.string, fingerprint.utf8.count == 64,
      let kind = Signal.Kind(rawValue: value["kind"]?.string ?? ""),
      let signal = value["signal"].flatMap(readSignal)
    else { return nil }
    let place = value["place"].flatMap { value in
      value["path"]?.string.map {
        Place(path: $0, line: value["line"]?.integer, column: value["column"]?.integer)
      }
    }
    let tests = (value["tests"]?.elements ?? []).compactMap { value in
      value["name"]?.string.map {
        TestID(suite: value["suite"]?.string, group: value["group"]?.string, name: $0)
      }
    }
    let told = Signal(
      kind, tool: value["tool"]?.string ?? "", rule: value["rule"]?.string,
      message: value["title"]?.string ?? "", place: place, test: tests.first)
    let incidents = IncidentBuilder().incidents(of: [told])
    guard var incident = incidents.first else { return nil }
    incident.fingerprint = fingerprint
    incident.aliases = (value["aliases"]?.elements ?? []).compactMap(\.string)
    incident.title = value["title"]?.string ?? ""
    incident.place = place
    incident.tests = tests
    return HealingCase(incident: incident, signal: signal)
  }

  private static func test(_ test: TestID) -> JSONValue {
    .object([
      "suite": text(test.suite), "group": text(test.group), "name": .string(test.name),
    ])
  }

  private static func place(_ place: Place) -> JSONValue {
    .object([
      "path": .string(place.path), "line": number(place.line), "column": number(place.column),
    ])
  }

  private static func signal(_ signal: JudgeSignal) -> JSONValue {
    .object([
      "kind": .string(signal.kind.rawValue), "rule": text(signal.rule),
      "places": .array(
        signal.places.map {
          .object([
            "path": .string($0.path.text), "line": number($0.line), "rule": text($0.rule),
          ])
        }),
      "package": text(signal.package), "version": text(signal.version),
      "culprit": text(signal.culprit.map { String(decoding: $0, as: UTF8.self) }),
    ])
  }

  private static func readSignal(_ value: JSONValue) -> JudgeSignal? {
    guard let kind = JudgeSignal.Kind(rawValue: value["kind"]?.string ?? "") else { return nil }
    var signal = JudgeSignal(kind, rule: value["rule"]?.string)
    for place in value["places"]?.elements ?? [] {
      guard let path = PatchPath(place["path"]?.string ?? "") else { return nil }
      signal.places.append(
        .init(path: path, line: place["line"]?.integer, rule: place["rule"]?.string))
    }
    signal.package = value["package"]?.string
    signal.version = value["version"]?.string
    signal.culprit = value["culprit"]?.string.map { Array($0.utf8) }
    return signal
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func number(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
}
