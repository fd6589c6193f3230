import Sandbox
import Synchronization
import Testing
import Text

@testable import Scanning

/// A runner that answers as told and fails the test when a tool runs that nobody expected.
final class FakeRunner: ToolRunner {
  typealias Answer = @Sendable (ToolInvocation) -> ToolOutcome

  /// Answers of a world in which nothing goes wrong.
  static let allBehaved: [String: Answer] = Dictionary(
    uniqueKeysWithValues: Fixtures.toolNames.map { name in
      let answer: Answer = { WellBehaved.outcome($0) }
      return (name, answer)
    })

  private let answers: [String: Answer]
  private let seen = Mutex<[ToolInvocation]>([])

  init(_ answers: [String: Answer]) { self.answers = answers }

  var invocations: [ToolInvocation] { seen.withLock { $0 } }

  func run(_ invocation: ToolInvocation) async -> ToolOutcome {
    seen.withLock { $0.append(invocation) }
    guard let answer = answers[invocation.tool] else {
      Issue.record("\(invocation.tool) ran, and the test does not expect it")
      return ToolOutcome(status: .setupFailed("unexpected"), level: .reduced)
    }
    return answer(invocation)
  }
}

/// What a well-behaved tool would write: every file it was given is examined, the canary fires.
enum WellBehaved {
  static func outcome(_ invocation: ToolInvocation, findingsIn vulnerable: [String] = [])
    -> ToolOutcome
  {
    let files = files(of: invocation)
    let hits = files.filter { file in
      file.contains("/canary/") || vulnerable.contains { file.hasSuffix($0) }
    }
    var outcome = ToolOutcome(status: .exited(0), level: .full, milliseconds: 7)
    switch invocation.tool {
    case "bandit": outcome.output = bandit(files, hits)
    case "semgrep": outcome.output = semgrep(files, hits)
    case "ruff":
      outcome.output = ruff(hits)
      outcome.errors = Array(
        files.map { "[0][ruff][DEBUG] Checking: \($0)\n" }.joined().utf8)
    case "detect-secrets":
      outcome.output = detectSecrets(hits)
      outcome.errors = Array(files.map { "[scan]\tINFO\tChecking file: \($0)\n" }.joined().utf8)
    default: outcome.output = shellcheck(hits)
    }
    return outcome
  }

  static func files(of invocation: ToolInvocation) -> [String] {
    let arguments = invocation.arguments.map { String(decoding: $0, as: UTF8.self) }
    guard let dashes = arguments.lastIndex(of: "--") else { return [] }
    return Array(arguments[(dashes + 1)...])
  }

  private static func json(_ value: JSONValue) -> [UInt8] { value.serialized() }

  private static func bandit(_ files: [String], _ hits: [String]) -> [UInt8] {
    let results = hits.flatMap { file in
      ["B301", "B307"].map { rule -> JSONValue in
        [
          "filename": .string(file), "test_id": .string(rule), "test_name": "some_rule",
          "issue_text": "text", "issue_severity": "HIGH", "issue_confidence": "HIGH",
          "line_number": 1, "line_range": [1], "col_offset": 0,
        ]
      }
    }
    let metrics = Dictionary(
      uniqueKeysWithValues: (files + ["_totals"]).map { ($0, JSONValue.object([:])) })
    return json(["results": .array(results), "errors": [], "metrics": .object(metrics)])
  }

  private static func semgrep(_ files: [String], _ hits: [String]) -> [UInt8] {
    let results = hits.map { file -> JSONValue in
      [
        "path": .string(file), "check_id": "eval-call", "start": ["line": 1, "col": 1],
        "end": ["line": 1, "col": 2], "extra": ["message": "text", "severity": "ERROR"],
      ]
    }
    return json([
      "results": .array(results), "errors": [],
      "paths": ["scanned": .array(files.map { .string($0) }), "skipped": []],
    ])
  }

  private static func ruff(_ hits: [String]) -> [UInt8] {
    json(
      .array(
        hits.flatMap { file in
          ["S301", "S307"].map { rule -> JSONValue in
            [
              "filename": .string(file), "code": .string(rule), "message": "text",
              "location": ["row": 1, "column": 1], "end_location": ["row": 1, "column": 2],
            ]
          }
        }))
  }

  private static func detectSecrets(_ hits: [String]) -> [UInt8] {
    let result: JSONValue = [
      "type": "Secret Keyword", "hashed_secret": "0123456789abcdef", "line_number": 1,
    ]
    let results = Dictionary(uniqueKeysWithValues: hits.map { ($0, JSONValue.array([result])) })
    return json(["plugins_used": [], "results": .object(results)])
  }

  private static func shellcheck(_ hits: [String]) -> [UInt8] {
    let comments = hits.map { file -> JSONValue in
      [
        "file": .string(file), "code": 2086, "level": "info", "message": "text", "line": 1,
        "column": 1, "endLine": 1, "endColumn": 2,
      ]
    }
    return json(["comments": .array(comments)])
  }
}

extension InstalledTool {
  /// An installation that exists in a test's words only.
  static func imagined(_ name: String) -> InstalledTool {
    InstalledTool(
      origin: .pinned, version: "1.0", command: [Array("/tools/\(name)".utf8)],
      readable: [Array("/tools".utf8)], folder: Array("/tools".utf8))
  }
}
