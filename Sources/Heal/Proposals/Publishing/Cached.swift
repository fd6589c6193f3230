internal import Synchronization

/// A value that is worked out once, when it is first asked for.
final class Cached<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  /// The value; others who ask meanwhile wait for it.
  ///
  /// What fails is tried anew the next time.
  func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    let result = kept.withLock { kept -> Result<Value, Failure> in
      if let value = kept { return .success(value) }
      do throws(Failure) {
        let value = try make()
        kept = value
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
