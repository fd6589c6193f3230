/// Why healing ended, of a run or of one incident; a closed list.
package enum ExitReason: String, CaseIterable, Codable, Sendable {
  /// A fix was proven, and proposed where that was asked for.
  case healed
  /// Nothing is wrong.
  case clean
  /// No test was found, so that nothing could be proven.
  case noTests
  /// The trouble was looked for and is not there.
  case notReproduced
  /// The finding could not be looked for: no scanner that ran knows its rule.
  case noScanner
  /// Every attempt that was allowed was made.
  case attemptsExhausted
  /// The next request might have used more tokens than are left.
  case tokensExhausted
  /// The next request might have cost more than is left.
  case moneyExhausted
  /// The time is up.
  case timeExhausted
  /// The processor time is used up.
  case cpuExhausted
  /// The model's service says that a spending limit is reached.
  case spendLimit
  /// The model cannot be reached, or does not serve.
  case modelUnavailable
  /// No actor has anything to offer; what was looked at is said.
  case abstained
  /// The forge refused the proposal.
  case pushRefused
  /// The kill switch, or an interruption.
  case killed
  /// The machine, not the tree, was at fault.
  case environment
}
