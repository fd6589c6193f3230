/// A rate with room for bursts.
///
/// A clock that stands still or goes back brings nothing and takes nothing.
package struct TokenBucket: Hashable, Sendable {
  private let perSecond: UInt64
  /// Tokens in billionths, so that no fraction is lost.
  private let most: UInt64
  private var level: UInt64
  private var last: MonotonicTime

  /// A full bucket; rates and bursts are cut to a million.
  package init(perSecond: Int, burst: Int, at now: MonotonicTime) {
    self.perSecond = UInt64(min(max(0, perSecond), 1_000_000))
    most = UInt64(min(max(0, burst), 1_000_000)) * 1_000_000_000
    level = most
    last = now
  }

  /// Takes a token; false when there is none.
  package mutating func take(at now: MonotonicTime) -> Bool {
    if now > last {
      // A token per nanosecond and billionth: the product is the gain in billionths.
      let (gain, overflow) = (now.nanoseconds - last.nanoseconds)
        .multipliedReportingOverflow(by: perSecond)
      level = overflow || gain > most - level ? most : level + gain
      last = now
    }
    guard level >= 1_000_000_000 else { return false }
    level -= 1_000_000_000
    return true
  }
}
