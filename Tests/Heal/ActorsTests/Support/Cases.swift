import Healing
import Judging
import Patches
import Signals

/// Cases as the healer makes them of reports: material for the tests of this folder, no test itself.
enum Cases {
  /// A finding of a scanner.
  static func finding(
    _ rule: String, _ path: String, _ line: Int, tool: String = "bandit", message: String = "weak"
  ) -> HealingCase {
    let signal = Signal(
      .finding, tool: tool, rule: rule, message: message, place: Place(path: path, line: line))
    return of(
      [signal],
      JudgeSignal(.finding, rule: rule, places: [place(path, line)].compactMap(\.self)))
  }

  /// A failing test.
  static func test(_ name: String, in path: String, message: String = "1 != 2") -> HealingCase {
    let signal = Signal(
      .testFailure, tool: "pytest", rule: "AssertionError", message: message,
      place: Place(path: path, line: 3), test: TestID(suite: path, name: name), outcome: .failed)
    return of([signal], JudgeSignal(.test, places: [place(path, 3)].compactMap(\.self)))
  }

  /// Signals as one case.
  static func of(_ signals: [Signal], _ judge: JudgeSignal) -> HealingCase {
    let incidents = IncidentBuilder().incidents(of: signals)
    precondition(!incidents.isEmpty, "signals make incidents")
    return HealingCase(incident: incidents[0], signal: judge)
  }

  private static func place(_ path: String, _ line: Int) -> JudgeSignal.Place? {
    PatchPath(path).map { JudgeSignal.Place(path: $0, line: line) }
  }

  /// A request about a case.
  static func request(
    _ healingCase: HealingCase, _ texts: [String: String], turn: Int = 1,
    limits: RunBudget.Limits = RunBudget.Limits()
  ) -> ActorRequest {
    ActorRequest(
      healingCase: healingCase, tree: MemoryTree(texts: texts), turn: turn, attemptsLeft: 5,
      budget: RunBudget(limits))
  }
}

extension ActorAnswer {
  /// The candidates, when it has some.
  var candidates: [ProposedText] { if case .candidates(let texts) = self { texts } else { [] } }

  /// The abstention, when it is one.
  var abstention: Abstention? { if case .abstains(let why) = self { why } else { nil } }

  /// The reason for which the actor cannot be asked.
  var unavailable: ExitReason? {
    if case .unavailable(let reason, _) = self { reason } else { nil }
  }
}

extension ProposedText {
  /// What it makes of a tree, read as every candidate is.
  func applied(to texts: [String: String]) throws -> [String: String] {
    let changes = try Candidate(reading: text).applied(to: MemoryTree(texts: texts))
    return Dictionary(
      uniqueKeysWithValues: changes.files.map {
        ($0.path.text, $0.new.map { String(decoding: $0, as: UTF8.self) } ?? "(deleted)")
      })
  }
}
