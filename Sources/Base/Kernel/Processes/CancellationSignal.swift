internal import Glibc

/// A descriptor that becomes readable once, to call off work that waits in poll(2).
package final class CancellationSignal: Sendable {
  private let reader: Int32
  private let writer: Int32

  /// Makes one that is not yet set.
  package init() throws(KernelFailure) {
    var ends: (Int32, Int32) = (-1, -1)
    let made = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
    }
    guard made == 0 else { throw KernelFailure.last("pipe") }
    reader = ends.0
    writer = ends.1
    _ = fcntl(reader, F_SETFD, FD_CLOEXEC)
    _ = fcntl(writer, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// The descriptor to poll for reading; it stays this object's and closes with it.
  package var number: Int32 { reader }

  /// Makes the descriptor readable for good; may be called from any thread, and again.
  package func set() {
    let byte: [UInt8] = [1]
    _ = unsafe write(writer, byte, 1)
  }
}
