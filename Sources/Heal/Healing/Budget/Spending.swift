/// What healing costs: counted, or at the most what the next step may cost.
package struct Spending: Codable, Equatable, Sendable {
  /// Requests to a model.
  package var calls = 0
  /// Tokens that went to a model.
  package var inputTokens = 0
  /// Tokens that came from it.
  package var outputTokens = 0
  /// US dollars.
  package var money = 0.0
  /// Candidates.
  package var attempts = 0
  /// Processor time of sandboxes.
  package var cpuMilliseconds = 0

  /// Nothing, or what is named.
  package init(
    calls: Int = 0, inputTokens: Int = 0, outputTokens: Int = 0, money: Double = 0,
    attempts: Int = 0, cpuMilliseconds: Int = 0
  ) {
    self.calls = calls
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.money = money
    self.attempts = attempts
    self.cpuMilliseconds = cpuMilliseconds
  }

  /// Tokens in both directions.
  package var tokens: Int { inputTokens + outputTokens }

  /// The sum of two.
  package static func + (left: Spending, right: Spending) -> Spending {
    Spending(
      calls: left.calls + right.calls, inputTokens: left.inputTokens + right.inputTokens,
      outputTokens: left.outputTokens + right.outputTokens, money: left.money + right.money,
      attempts: left.attempts + right.attempts,
      cpuMilliseconds: left.cpuMilliseconds + right.cpuMilliseconds)
  }

  /// The difference of two.
  package static func - (left: Spending, right: Spending) -> Spending {
    Spending(
      calls: left.calls - right.calls, inputTokens: left.inputTokens - right.inputTokens,
      outputTokens: left.outputTokens - right.outputTokens, money: left.money - right.money,
      attempts: left.attempts - right.attempts,
      cpuMilliseconds: left.cpuMilliseconds - right.cpuMilliseconds)
  }
}
