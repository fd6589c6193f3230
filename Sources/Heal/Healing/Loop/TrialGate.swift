internal import Synchronization

/// As many trials at once as the machine has processors, whichever cases they are for.
final class TrialGate: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// A gate with places for `width` trials, at least one.
  init(width: Int) { state = Mutex(State(free: max(1, width))) }

  /// Waits for a place.
  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Takes a place if one is free and nobody waits.
  func tryAcquire() -> Bool {
    state.withLock { state in
      guard state.free > 0, state.waiting.isEmpty else { return false }
      state.free -= 1
      return true
    }
  }

  /// Gives a place back.
  func release() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
