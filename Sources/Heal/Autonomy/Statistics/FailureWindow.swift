/// Counts the failures among the latest outcomes.
package struct FailureWindow: Sendable, Equatable, Codable {
  /// How many failures are too many.
  package let limit: Int
  /// Among how many of the latest outcomes; 1 to 64.
  package let size: Int
  /// The latest outcomes, the newest in the lowest bit; 1 is a failure.
  private var failures: UInt64 = 0

  /// A window without outcomes; a size beyond 1 to 64 is brought there.
  package init(limit: Int, size: Int) {
    self.limit = limit
    self.size = min(64, max(1, size))
  }

  /// Two failures in the last 20: the median is 461 outcomes at a true rate of 0.99, 17 at 0.90.
  package static let twoInTwenty = FailureWindow(limit: 2, size: 20)

  /// Takes one final outcome.
  package mutating func count(success: Bool) {
    let mask: UInt64 = size == 64 ? .max : (1 << UInt64(size)) - 1
    failures = (failures << 1 | (success ? 0 : 1)) & mask
  }

  /// The failures in the window.
  package var failureCount: Int { failures.nonzeroBitCount }

  /// Whether there are too many.
  package var isExceeded: Bool { failureCount >= limit }
}
