/// How many questions the resolver answers, per run and per second.
package struct QuestionBudget: Sendable {
  private let perRun: Int
  private var bucket: TokenBucket

  /// Questions that were counted.
  package private(set) var asked = 0

  /// A budget that nothing was taken from.
  package init(limits: EgressLimits, at now: MonotonicTime) {
    perRun = limits.questions
    // Twice the rate at once: a build asks for all its hosts when it starts.
    let rate = min(max(0, limits.questionsPerSecond), 1_000_000)
    bucket = TokenBucket(perSecond: rate, burst: rate * 2, at: now)
  }

  /// Counts a question, or says which budget it exceeds.
  package mutating func take(at now: MonotonicTime) throws(EgressRefusal) {
    guard asked < perRun else {
      throw EgressRefusal(
        .questions, "the run's budget of \(perRun) name lookups is used up", limit: .questions)
    }
    guard bucket.take(at: now) else {
      throw EgressRefusal(
        .questionsPerSecond, "there are too many name lookups per second",
        limit: .questionsPerSecond)
    }
    asked += 1
  }
}
