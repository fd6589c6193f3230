internal import Synchronization

/// The one budget of a run: what may be spent, what is reserved, what was spent.
///
/// A step reserves the most that it may cost before it is taken, and settles afterwards; what is
/// reserved counts as spent until then, so that no number of steps at once exceeds a limit.
package final class RunBudget: Sendable {
  /// What may be spent; nil is no limit.
  package struct Limits: Equatable, Sendable {
    /// Candidates for each incident; at least 1.
    package var attempts = 5
    /// Tokens in both directions.
    package var tokens: Int?
    /// US dollars.
    package var money: Double?
    /// Wall-clock time of the run.
    package var wallMilliseconds: Int?
    /// Processor time of sandboxes.
    package var cpuMilliseconds: Int?

    /// Five attempts and no other limit.
    package init() {}
  }

  /// What is set aside for one step.
  package struct Reservation: Sendable {
    fileprivate var amount: Spending
  }

  private struct State {
    var spent: Spending
    var reserved = Spending()
    var isEstimated = false
  }

  /// What may be spent.
  package let limits: Limits
  private let start: ContinuousClock.Instant
  private let before: Duration
  private let parent: RunBudget?
  private let state: Mutex<State>

  /// Starts with nothing spent.
  ///
  /// - Parameters:
  ///   - limits: what may be spent.
  ///   - spent: what an earlier, interrupted part of the run spent.
  ///   - wall: the time that it took.
  package init(_ limits: Limits, spent: Spending = Spending(), wall: Duration = .zero) {
    self.limits = limits
    start = ContinuousClock.now
    before = wall
    parent = nil
    state = Mutex(State(spent: spent))
  }

  /// The budget of one case within that of a run: every limit is the run's, which is told of
  /// every spend; `spent` is what an earlier part of the run, which the run's has already, spent
  /// on the case.
  package init(of parent: RunBudget, spent: Spending = Spending()) {
    limits = parent.limits
    start = parent.start
    before = parent.before
    self.parent = parent
    state = Mutex(State(spent: spent))
  }

  /// What was spent so far.
  package var spent: Spending { state.withLock { $0.spent } }

  /// What the limits are held against: what the run has spent and set aside, whoever's budget this is.
  package var committed: Spending {
    parent?.committed ?? state.withLock { $0.spent + $0.reserved }
  }

  /// Whether any of it is a guess, because a service did not say what it used.
  package var isEstimated: Bool { state.withLock { $0.isEstimated } }

  /// The time since the run began, interrupted parts not counted.
  package var wallMilliseconds: Int {
    let time = before + start.duration(to: .now)
    return Int(time.components.seconds) * 1000
      + Int(time.components.attoseconds / 1_000_000_000_000_000)
  }

  /// The time that is left; nil without a limit, never below 0.
  package var millisecondsLeft: Int? {
    limits.wallMilliseconds.map { max(0, $0 - wallMilliseconds) }
  }

  /// Sets aside what a step may cost at the most.
  ///
  /// - Throws: the reason that ends the run when the step might exceed a limit; nothing is set aside.
  package func reserve(_ amount: Spending) throws(BudgetExhausted) -> Reservation {
    if let parent { return try parent.reserve(amount) }
    if millisecondsLeft == 0 { throw BudgetExhausted(reason: .timeExhausted) }
    let limits = limits
    let refusal: ExitReason? = state.withLock { state in
      let sum = state.spent + state.reserved + amount
      if let most = limits.tokens, sum.tokens > most { return .tokensExhausted }
      if let most = limits.money, sum.money > most { return .moneyExhausted }
      let cpu = state.spent.cpuMilliseconds + state.reserved.cpuMilliseconds
      if let most = limits.cpuMilliseconds, cpu >= most || sum.cpuMilliseconds > most {
        return .cpuExhausted
      }
      state.reserved = state.reserved + amount
      return nil
    }
    if let refusal { throw BudgetExhausted(reason: refusal) }
    return Reservation(amount: amount)
  }

  /// Notes what was spent without having been set aside: what has no limit, or cannot be known before.
  package func book(_ actual: Spending) {
    parent?.book(actual)
    state.withLock { $0.spent = $0.spent + actual }
  }

  /// Replaces a reservation by what the step did cost.
  ///
  /// - Parameters:
  ///   - reservation: what was set aside.
  ///   - actual: what it did cost.
  ///   - isEstimated: whether that is a guess.
  package func settle(
    _ reservation: Reservation, _ actual: Spending, isEstimated: Bool = false
  ) {
    parent?.settle(reservation, actual, isEstimated: isEstimated)
    state.withLock { state in
      if parent == nil { state.reserved = state.reserved - reservation.amount }
      state.spent = state.spent + actual
      state.isEstimated = state.isEstimated || isEstimated
    }
  }
}

/// A limit that the next step might exceed.
package struct BudgetExhausted: Error, Equatable {
  /// Which one.
  package var reason: ExitReason

  /// Names the limit.
  package init(reason: ExitReason) { self.reason = reason }
}
