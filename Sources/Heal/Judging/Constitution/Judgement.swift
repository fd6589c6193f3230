package import Text

/// One article that a patch breaks, and where.
package struct Breach: Equatable, Sendable {
  /// The article's id.
  package var id: String
  /// The file; empty for the patch as a whole.
  package var path: String
  /// The line in the patched file, or in the base of what is gone, from 1; 0 where none is known.
  package var line: Int
  /// What is wrong; text of the patch in it is escaped and short.
  package var message: String
  /// What this breach alone asks for.
  package var verdict: Verdict

  /// Makes a breach.
  package init(id: String, path: String, line: Int, message: String, verdict: Verdict) {
    self.id = id
    self.path = path
    self.line = line
    self.message = message
    self.verdict = verdict
  }
}

/// The judge's answer about one patch.
package struct Judgement: Equatable, Sendable {
  /// The worst of the breaches.
  package var verdict: Verdict
  /// The breaches by path and line.
  package var breaches: [Breach]
  /// The digest of the articles that were applied, 64 hexadecimal digits.
  package var constitution: String

  init(_ breaches: [Breach], constitution: String) {
    self.breaches = breaches.sorted {
      ($0.path, $0.line, $0.id, $0.message) < ($1.path, $1.line, $1.id, $1.message)
    }
    verdict = breaches.map(\.verdict).max() ?? .accept
    self.constitution = constitution
  }

  /// The same with further breaches, such as of evidence; the worst of all decides.
  package func adding(_ further: [Breach]) -> Judgement {
    Judgement(breaches + further, constitution: constitution)
  }

  /// The document `sentinel.judge/1`.
  package var document: JSONValue {
    .object([
      "schema": "sentinel.judge/1",
      "verdict": .string(verdict.rawValue),
      "constitution": .string(constitution),
      "articles": .array(
        breaches.map { breach in
          .object([
            "id": .string(breach.id), "path": .string(breach.path), "line": .integer(breach.line),
            "message": .string(breach.message), "verdict": .string(breach.verdict.rawValue),
          ])
        }),
    ])
  }
}
