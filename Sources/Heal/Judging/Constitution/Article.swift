/// One article: an id for ever, a version that grows with its meaning, and a check with its data.
package struct Article: Sendable {
  /// The id, in the words of a slug.
  package let id: String
  /// How often its meaning has changed.
  package let version: Int
  /// What a breach asks for unless the check says otherwise.
  package let verdict: Verdict
  /// What is said of a breach; the check may add what it saw.
  package let message: String
  /// What looks for breaches.
  let check: any Check

  init?(_ fields: inout ArticleFields) {
    id = fields.text("id")
    version = fields.number("version")
    verdict = fields.verdict()
    message = fields.text("message")
    let name = fields.text("check")
    guard let check = Self.checks[name]?(&fields) else {
      fields.problem(
        "unknown check \(name); one of \(Self.checks.keys.sorted().joined(separator: ", "))")
      return nil
    }
    self.check = check
  }

  private static let checks: [String: @Sendable (inout ArticleFields) -> any Check] = [
    "paths": { PathCheck(&$0) }, "sections": { SectionCheck(&$0) },
    "shadowing": { ShadowingCheck(&$0) }, "patterns": { PatternCheck(&$0) },
    "capabilities": { CapabilityCheck(&$0) }, "reflection": { ReflectionCheck(&$0) },
    "tests": { TestCheck(&$0) }, "handlers": { HandlerCheck(&$0) },
    "dependencies": { DependencyCheck(&$0) }, "secrets": { SecretCheck(&$0) },
    "characters": { CharacterCheck(&$0) }, "readable": { ReadableCheck(&$0) },
    "special-cases": { SpecialCaseCheck(&$0) }, "operators": { OperatorCheck(&$0) },
    "scope": { ScopeCheck(&$0) }, "phrases": { PhraseCheck(&$0) },
    "numbers": { NumberCheck(&$0) }, "flags": { FlagCheck(&$0) },
    "headers": { HeaderCheck(&$0) }, "regexes": { RegexCheck(&$0) },
    "gutted": { GuttedCheck(&$0) }, "places": { PlaceCheck(&$0) },
    "time-bombs": { TimeBombCheck(&$0) }, "tampering": { TamperingCheck(&$0) },
    "lines": { LineCheck(&$0) }, "addresses": { AddressCheck(&$0) }, "twins": { TwinCheck(&$0) },
    "safe-shapes": { SafeShapeCheck(&$0) }, "guards": { GuardCheck(&$0) },
    "weaknesses": { WeaknessCheck(&$0) }, "writes": { WriteCheck(&$0) },
    "test-data": { TestDataCheck(&$0) }, "states": { StateCheck(&$0) },
    "elsewhere": { ElsewhereCheck(&$0) },
  ]
}

/// Looks for breaches of one kind; everything that it needs to know is in its article's data.
protocol Check: Sendable {
  /// Where the patch breaks the article, in any order.
  func breaches(in input: JudgeInput) -> [Observation]
}

/// What a check saw.
struct Observation {
  var path: String
  var line: Int
  /// What was seen, to be put after the article's message.
  var detail: String?
  /// What it asks for, where that is not what the article says.
  var verdict: Verdict?

  init(_ path: String, _ line: Int, _ detail: String? = nil, verdict: Verdict? = nil) {
    self.path = path
    self.line = line
    self.detail = detail
    self.verdict = verdict
  }

  func breach(of article: Article) -> Breach {
    Breach(
      id: article.id, path: path, line: line,
      message: article.message + (detail.map { ": " + JudgeInput.shown($0) } ?? ""),
      verdict: verdict ?? article.verdict)
  }
}
