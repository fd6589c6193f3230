internal import Healing
internal import Patches
internal import Signals
internal import Text

/// Documents for the bundle of evidence, bounded.
enum Evidence {
  /// The most bytes of a run's output that are kept.
  private static let mostBytes = 1 << 18

  /// What runs of the tests showed, and the output of the first.
  static func tests(
    _ side: String, _ command: TestCommand, _ runs: [SuiteRun]
  ) -> [EvidenceDocument] {
    let rows = runs.map { run in
      JSONValue.object([
        "ending": .string(ending(run.record.ending)),
        "milliseconds": .integer(run.record.milliseconds),
        "planDigest": .string(run.record.planDigest),
        "isFull": .bool(run.record.isFull),
        "tests": .object(run.reading.tests.mapValues { .string($0.outcome.rawValue) }),
        "contradictions": .array(run.reading.contradictions.map { .string($0) }),
        "plantedTests": run.isCanaryWell.map { .bool($0) } ?? .null,
        "written": .array(run.written.map { .string($0) }),
      ])
    }
    let document = JSONValue.object([
      "command": .array(command.words.map { .string($0) }), "runs": .array(rows),
    ])
    var documents = [
      EvidenceDocument(name: "tests-\(side).json", content: document.serialized())
    ]
    if let first = runs.first {
      let text = cut(first.record.output) + cut(first.record.errors)
      documents.append(EvidenceDocument(name: "tests-\(side).txt", content: text))
    }
    return documents
  }

  /// Any value as a document.
  static func document(_ name: String, _ value: JSONValue) -> EvidenceDocument {
    EvidenceDocument(name: name, content: value.serialized())
  }

  private static func cut(_ text: [UInt8]) -> [UInt8] {
    text.count <= mostBytes ? text : Array(text.suffix(mostBytes))
  }

  private static func ending(_ ending: RunRecord.Ending) -> String {
    switch ending {
    case .exited(let code): "exited \(code)"
    case .timeout: "timeout"
    case .stopped(let reason): "stopped: \(reason)"
    case .notRun(let reason): "not run: \(reason)"
    }
  }
}
