/// Says until when a connection may stay in its phase; its owner asks, nothing here waits.
package struct ConnectionClock: Sendable {
  /// What a connection is waiting for.
  package enum Phase: String, Sendable, CaseIterable {
    /// First bytes that tell what they are.
    case hello
    /// The server's address, and its answer.
    case connect
    /// Bytes in either direction.
    case relay
  }

  private let limits: EgressLimits
  private let end: MonotonicTime
  private var phaseEnd: MonotonicTime

  /// What it is waiting for now.
  package private(set) var phase = Phase.hello

  /// A connection that was just accepted.
  package init(limits: EgressLimits, at now: MonotonicTime) {
    self.limits = limits
    end = now.advanced(milliseconds: limits.connectionMilliseconds)
    phaseEnd = now.advanced(milliseconds: limits.helloMilliseconds)
  }

  /// When to ask again at the latest.
  package var deadline: MonotonicTime { min(end, phaseEnd) }

  /// Goes on to a phase, whose time starts now.
  package mutating func enter(_ phase: Phase, at now: MonotonicTime) {
    self.phase = phase
    let span =
      switch phase {
      case .hello: limits.helloMilliseconds
      case .connect: limits.connectMilliseconds
      case .relay: limits.idleMilliseconds
      }
    phaseEnd = now.advanced(milliseconds: span)
  }

  /// Notes that bytes moved; only while relaying does that give more time.
  ///
  /// A hello that comes byte by byte has as long as one that comes at once.
  package mutating func didMove(at now: MonotonicTime) {
    if phase == .relay { phaseEnd = now.advanced(milliseconds: limits.idleMilliseconds) }
  }

  /// Why the connection ends now; nil while it may go on.
  package func refusal(at now: MonotonicTime) -> EgressRefusal? {
    if now >= end {
      return EgressRefusal(
        .deadline, "the connection has lasted its \(limits.connectionMilliseconds) milliseconds",
        limit: .connectionTime)
    }
    guard now >= phaseEnd else { return nil }
    return switch phase {
    case .hello:
      EgressRefusal(
        .deadline, "no complete hello came in \(limits.helloMilliseconds) milliseconds",
        limit: .helloTime)
    case .connect:
      EgressRefusal(
        .deadline, "no server was reached in \(limits.connectMilliseconds) milliseconds",
        limit: .connectTime)
    case .relay:
      EgressRefusal(
        .idle, "no byte moved in \(limits.idleMilliseconds) milliseconds", limit: .idleTime)
    }
  }
}
