internal import Connectors
internal import Healing
internal import Signals
internal import Text

/// What is known of a case as JSON: facts of reports and trials, bounded, without secrets.
struct PromptFacts {
  /// Strikes secrets.
  let mask: SecretMask

  private static let mostSignals = 8
  private static let mostLines = 20

  func incident(_ healingCase: HealingCase) -> JSONValue {
    let incident = healingCase.incident
    return members([
      ("kind", .string(incident.kind.rawValue)), ("tool", cut(incident.tool, 256)),
      ("rule", incident.rule.map { cut($0, 256) }), ("title", cut(incident.title, 1_024)),
      ("place", incident.place.map(place)),
      ("functions", strings(incident.functions, 32, 256)),
      ("failingTests", strings(healingCase.tests, 64, 512)),
      ("signals", .array(incident.signals.prefix(Self.mostSignals).map(signal))),
    ])
  }

  private func signal(_ signal: Signal) -> JSONValue {
    let frames = signal.frames.suffix(Self.mostLines).map { frame in
      members([("function", cut(frame.function, 256)), ("place", frame.place.map(place))])
    }
    return members([
      ("message", cut(signal.message, 2_048)), ("detail", signal.detail.map { cut($0, 4_096) }),
      ("rule", signal.rule.map { cut($0, 256) }), ("place", signal.place.map(place)),
      ("test", signal.test.map { cut($0.canonical, 512) }),
      ("outcome", signal.outcome.map { .string($0.rawValue) }),
      ("stack", frames.isEmpty ? nil : .array(frames)),
      (
        "causes",
        signal.causes.isEmpty
          ? nil
          : .array(
            signal.causes.prefix(4).map { cause in
              members([("type", cut(cause.type, 256)), ("message", cut(cause.message, 1_024))])
            })
      ),
    ])
  }

  func reflection(_ reflection: Reflection) -> JSONValue {
    members([
      ("attempt", .integer(reflection.attempt)), ("outcome", .string(reflection.outcome.rawValue)),
      ("failingTests", strings(reflection.failingTests, 32, 512)),
      ("errorClass", reflection.errorClass.map { cut($0, 256) }),
      ("findings", strings(reflection.findings, Self.mostLines, 1_024)),
      ("changed", strings(reflection.changed, Self.mostLines, 512)),
      ("guidance", cut(reflection.guidance, 1_024)),
    ])
  }

  func precedent(_ precedent: Precedent) -> JSONValue {
    members([
      ("rule", precedent.rule.map { cut($0, 256) }), ("title", cut(precedent.title, 512)),
      ("patch", cut(precedent.patch, 4_096)), ("provenance", cut(precedent.provenance, 256)),
    ])
  }

  private func place(_ place: Place) -> JSONValue {
    members([
      ("path", cut(place.path, 512)), ("line", place.line.map { .integer($0) }),
      ("column", place.column.map { .integer($0) }),
    ])
  }

  private func members(_ list: [(String, JSONValue?)]) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (name, value) in list { members[name] = value }
    return .object(members)
  }

  private func strings(_ texts: [String], _ most: Int, _ bytes: Int) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.prefix(most).map { cut($0, bytes) })
  }

  /// A text without secrets, of at most so many bytes, and a word about what is left out.
  ///
  /// Secrets go first: of one that the bound cuts in two, the first half would be left.
  private func cut(_ text: String, _ most: Int) -> JSONValue {
    let text = mask.masked(text)
    if text.utf8.count <= most { return .string(text) }
    let start = String(decoding: Array(text.utf8.prefix(most)), as: UTF8.self)
    return .string("\(start)[... \(text.utf8.count - most) bytes left out]")
  }
}
