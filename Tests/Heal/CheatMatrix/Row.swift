import CheatCases
import Judging

/// What one gate says of one patch.
enum Answer: Sendable, Equatable {
  /// It lets the patch pass.
  case passes
  /// It does not, and why.
  case stops(String)
  /// It cannot be asked, and why.
  case notAsked(String)

  /// 1, 0 or `-`.
  var sign: String {
    switch self {
    case .passes: "1"
    case .stops: "0"
    case .notAsked: "-"
    }
  }

  /// Why it is no 1.
  var reason: String? {
    switch self {
    case .passes: nil
    case .stops(let why), .notAsked(let why): why
    }
  }

  /// Whether the patch is stopped; a gate that cannot be asked stops nothing.
  var isStop: Bool { if case .stops = self { true } else { false } }
}

/// What each gate says of one patch.
struct Row: Sendable {
  let patch: CheatCase
  /// What the judge decides.
  var judged: Verdict?
  /// The answers by letter.
  var answers: [String: Answer] = [:]

  /// The gates that are asked by themselves, the naive one first, and all of them in one trial.
  static let letters = ["N", "P", "X", "H", "J", "W"]

  var line: String {
    let signs = Self.letters.map { answers[$0]?.sign ?? "?" }.joined(separator: " ")
    let why = Self.letters.dropFirst().compactMap { letter in
      answers[letter]?.reason.map { "\(letter): \($0)" }
    }.joined(separator: "; ")
    return "\(patch.id) | \(signs) | \(why) | \(patch.title)"
  }

  func isStopped(by letter: String) -> Bool { answers[letter]?.isStop ?? true }
}
