internal import Connectors
internal import Healing

/// What a question to a model may cost at the most, and what it did cost.
struct ModelSpending {
  let settings: ModelSettings
  let budget: RunBudget

  /// No answer with a patch in it is shorter than that.
  private static let leastOutput = 1_024

  /// The most tokens of the next answer: the usual, or as much as the budget still bears.
  ///
  /// - Parameter input: the most that the question may count.
  /// - Returns: at least the least that is of use; whether that can be paid, ``reserve(input:output:)``
  ///   says.
  func output(forInput input: Int) -> Int {
    var most = settings.maximumOutput
    let spent = budget.committed
    if let tokens = budget.limits.tokens { most = min(most, tokens - spent.tokens - input) }
    if let money = budget.limits.money, let priceIn = settings.priceIn,
      let priceOut = settings.priceOut, priceOut > 0
    {
      let left = (money - spent.money) * 1_000_000 - Double(input) * priceIn
      most = min(most, Int(max(0, min(left / priceOut, 1e9))))
    }
    return max(most, min(Self.leastOutput, settings.maximumOutput))
  }

  /// Sets the worst case aside.
  ///
  /// - Throws: the limit that it might exceed; a limit of money without prices is one at once.
  func reserve(input: Int, output: Int) throws(BudgetExhausted) -> RunBudget.Reservation {
    if budget.limits.money != nil, settings.priceIn == nil || settings.priceOut == nil {
      throw BudgetExhausted(reason: .moneyExhausted)
    }
    var usage = ModelUsage()
    usage.input = input
    usage.output = output
    return try budget.reserve(spending(usage))
  }

  /// What a question did cost.
  func spending(_ usage: ModelUsage) -> Spending {
    Spending(
      calls: 1, inputTokens: usage.input, outputTokens: usage.output,
      money: usage.price(settings) ?? 0)
  }
}
