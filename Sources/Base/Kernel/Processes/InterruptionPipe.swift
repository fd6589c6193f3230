internal import CKernel
internal import Glibc

/// Hears the termination signals (HUP, INT, QUIT, TERM) that are not ignored, in whatever thread.
///
/// They have their usual effect again when this is gone. One at a time in a process.
///
/// A mask does not do: once `main` waits for a task, the runtime parks its thread with every signal
/// unblocked (libdispatch, dispatch_main), and the process dies of the first.
package final class InterruptionPipe: Sendable {
  private let reader: Int32
  private let writer: Int32

  /// Replaces the signals' effect; throws where there is no pipe or a handler cannot be set.
  package init() throws(KernelFailure) {
    var ends: (Int32, Int32) = (-1, -1)
    let made = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
    }
    guard made == 0 else { throw KernelFailure.last("pipe") }
    reader = ends.0
    writer = ends.1
    for end in [reader, writer] {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    guard sentinel_hear_interruptions(writer) == 0 else { throw KernelFailure.last("sigaction") }
  }

  deinit {
    _ = sentinel_hear_interruptions(-1)
    close(reader)
    close(writer)
  }

  /// The descriptor to poll for reading; it stays this object's and closes with it.
  package var number: Int32 { reader }

  /// The next signal that has arrived; nil when none has.
  package func next() -> Int32? {
    var byte: UInt8 = 0
    return unsafe read(reader, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
