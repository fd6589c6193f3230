internal import Glibc

/// Runs blocking work on a thread of its own, never on the cooperative pool.
package enum BlockingThread {
  /// Runs `work` and returns what it returns; cancellation is up to `work`.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async
    -> Result
  {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: work()) }
    }
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let job = unsafe Unmanaged.passRetained(Job(body))
    let error = unsafe pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, unsafe job.toOpaque())
    if error == 0 {
      pthread_detach(thread)
    } else {
      // No thread is left: late is better than never.
      unsafe job.takeRetainedValue().body()
    }
  }
}
