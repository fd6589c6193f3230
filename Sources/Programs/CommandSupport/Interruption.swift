internal import Glibc
internal import Kernel

/// Turns a termination signal into a cancelled task, so that work ends in order.
package struct Interruption {
  /// What came of watched work.
  package struct Outcome<Value: Sendable>: Sendable {
    /// What the work gave.
    package var value: Value
    /// The signal that cut it short.
    package var signal: Int32?
  }

  /// A watch over the signals that end a program.
  package init() {}

  /// Runs `work`; the first HUP, INT, QUIT or TERM cancels it.
  package func watch<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Outcome<Value> {
    let signals = try InterruptionPipe()
    let done = try CancellationSignal()
    return try await withThrowingTaskGroup(of: Step<Value>.self) { group in
      group.addTask { .finished(try await work()) }
      group.addTask {
        .signalled(await BlockingThread.run { Self.wait(signals, until: done) })
      }
      var signal: Int32?
      var value: Value?
      do {
        while let step = try await group.next() {
          switch step {
          case .signalled(let number):
            if number != nil && value == nil { group.cancelAll() }
            signal = number
          case .finished(let finished):
            value = finished
            done.set()
          }
        }
      } catch {
        done.set()
        throw error
      }
      guard let value else { throw CancellationError() }
      return Outcome(value: value, signal: signal)
    }
  }

  private enum Step<Value: Sendable>: Sendable {
    case finished(Value)
    case signalled(Int32?)
  }

  private static func wait(_ signals: InterruptionPipe, until done: CancellationSignal) -> Int32? {
    var watched = [
      pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: done.number, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = unsafe poll(&watched, nfds_t(watched.count), -1)
      if count < 0 && errno == EINTR { continue }
      if watched[1].revents != 0 { return nil }
      if watched[0].revents != 0, let number = signals.next() { return number }
    }
  }
}
