internal import Egress

/// Lets a refusal wait until the command line knows whose attempt it is: a client that hears it may
/// end at once, and then nobody could tell any more.
///
/// Nothing waits longer than 50 milliseconds, and no more than sixteen at once and four in each
/// second, so that who floods loses the owners of the attempts and nothing else.
final class OwnerWait: Watcher {
  private static let mostMilliseconds: UInt64 = 50

  private struct Question {
    /// What is to be done once it is answered.
    var then: (() -> Void)?
  }

  private unowned let loop: EventLoop
  private var ticket: Ticket?
  private var waits: TokenBucket
  private var open: [UInt32: Question] = [:]
  /// All of them, and those that were answered since, in the order in which they end.
  private var ends: [(number: UInt32, at: MonotonicTime)] = []

  init(_ loop: EventLoop) {
    self.loop = loop
    waits = TokenBucket(perSecond: 4, burst: 16, at: loop.now)
    ticket = loop.add(self)
  }

  /// A question was put to the command line.
  func didAsk(_ number: UInt32) {
    guard waits.take(at: loop.now) else { return }
    open[number] = Question()
    ends.append((number, loop.now.advanced(milliseconds: Self.mostMilliseconds)))
    if ends.count == 1 { schedule() }
  }

  /// The command line has answered, whether it knows or not.
  func didLearn(_ number: UInt32) {
    open.removeValue(forKey: number)?.then?()
  }

  /// Does something when a question is answered; at once when there is none to wait for.
  func whenKnown(_ number: UInt32?, _ then: @escaping () -> Void) {
    guard let number, open[number] != nil else { return then() }
    open[number]?.then = then
  }

  func isReady(_ readiness: Readiness, side: UInt8) {}

  func isDue() {
    let due = ends.prefix { $0.at <= loop.now }
    ends.removeFirst(due.count)
    for end in due { didLearn(end.number) }
    schedule()
  }

  private func schedule() {
    guard let ticket else { return }
    loop.schedule(ticket, at: ends.first?.at)
  }
}
