internal import CKernel
internal import Glibc
internal import Kernel

/// One direction of a connection whose bytes nobody looks at: socket to pipe to socket.
struct SpliceFlow {
  /// How far a direction came.
  enum Outcome {
    /// It waits for a socket.
    case wait
    /// It could go on, and lets others go first.
    case again
    /// Its source has ended, and everything was passed on.
    case ended
    /// What it may pass on is used up, and there is more.
    case exhausted
    /// A socket failed.
    case failed(Int32)
  }

  /// What one direction moves before others have their turn.
  private static let turnBytes = 1 << 20

  private var pipe: Pipe?
  private var buffered = 0
  private var hasSourceEnded = false

  /// Whether nothing is on its way.
  var isEmpty: Bool { buffered == 0 }

  /// Moves what can be moved; `allowance` says how much may be read, `count` hears what was.
  mutating func move(
    from source: Int32, to target: Int32, pool: PipePool, allowance: () -> Int,
    count: (Int) -> Bool
  ) -> Outcome {
    var turn = 0
    while turn < Self.turnBytes {
      if buffered == 0 {
        if hasSourceEnded { return finish(pool, .ended) }
        switch fill(source, pool, allowance) {
        case .bytes(let read):
          buffered = read
          turn += read
          guard count(read) else { return .exhausted }
        case .end: return finish(pool, .ended)
        case .wait: return finish(pool, .wait)
        case .failed(ENOSPC): return finish(pool, .exhausted)
        case .failed(let number): return .failed(number)
        }
      }
      guard let pipe else { return .failed(EPIPE) }
      while buffered > 0 {
        let moved = sentinel_splice(pipe.output, target, buffered)
        if moved < 0 {
          let number = errno
          if number == EINTR { continue }
          return number == EAGAIN ? .wait : .failed(number)
        }
        buffered -= moved
      }
    }
    return finish(pool, .again)
  }

  private mutating func fill(_ source: Int32, _ pool: PipePool, _ allowance: () -> Int)
    -> Socket.Reading
  {
    let allowed = allowance()
    guard allowed > 0 else {
      switch Socket.peek(source) {
      case .bytes: return .failed(ENOSPC)
      case let other:
        if other == .end { hasSourceEnded = true }
        return other
      }
    }
    let pipe: Pipe
    if let own = self.pipe {
      pipe = own
    } else {
      do {
        pipe = try pool.take()
      } catch {
        return .failed(error.number)
      }
      self.pipe = pipe
    }
    while true {
      let read = sentinel_splice(source, pipe.input, min(pipe.bytes, allowed))
      if read > 0 { return .bytes(read) }
      if read == 0 {
        hasSourceEnded = true
        return .end
      }
      let number = errno
      if number == EINTR { continue }
      return number == EAGAIN ? .wait : .failed(number)
    }
  }

  /// Gives the empty pipe back.
  private mutating func finish(_ pool: PipePool, _ outcome: Outcome) -> Outcome {
    if buffered == 0, let pipe {
      pool.give(pipe)
      self.pipe = nil
    }
    return outcome
  }
}
