import CommandSupport
import Healing
import Kernel
internal import Policy
import Sandbox
internal import Text
internal import YAML

/// `--budget tokens=N,money=USD,time=SPAN,cpu=SPAN`.
enum BudgetOption {
  /// The limits of a run; every mistake in the text at once.
  static func limits(
    _ text: String?, attempts: Int
  ) throws(ExitFailure) -> RunBudget.Limits {
    var limits = RunBudget.Limits()
    limits.attempts = attempts
    var mistakes: [String] = []
    var seen: Set<String> = []
    for part in (text ?? "").split(separator: ",", omittingEmptySubsequences: text == nil) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0])
      let value = pair.count == 2 ? String(pair[1]) : ""
      if !seen.insert(name).inserted {
        mistakes.append("\(VisibleText.escaped(name)) is there twice")
      }
      switch name {
      case "tokens":
        limits.tokens = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        if limits.tokens == nil { mistakes.append("tokens: write a whole number") }
      case "money":
        limits.money = Double(value).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        if limits.money == nil { mistakes.append("money: write US dollars, such as 2.50") }
      case "time":
        limits.wallMilliseconds = milliseconds(value)
        if limits.wallMilliseconds == nil { mistakes.append("time: write a span, such as 30m") }
      case "cpu":
        limits.cpuMilliseconds = milliseconds(value)
        if limits.cpuMilliseconds == nil { mistakes.append("cpu: write a span, such as 600s") }
      default:
        mistakes.append(
          "\"\(VisibleText.escaped(String(part)))\": write tokens=N, money=USD, time=SPAN or cpu=SPAN"
        )
      }
    }
    if !mistakes.isEmpty {
      throw ExitFailure.usage("--budget: \(mistakes.joined(separator: "; "))")
    }
    return limits
  }

  /// A span; a number alone means seconds.
  private static func milliseconds(_ text: String) -> Int? {
    if let seconds = Int(text), seconds >= 0, seconds <= 1 << 40 { return seconds * 1000 }
    return (try? TimeLimit(parsing: text)).map { Int($0.milliseconds) }
  }
}
