/// A point on a clock that never goes back, such as CLOCK_MONOTONIC; given by the caller.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since a start that never changes during a run.
  package let nanoseconds: UInt64

  /// A point by its nanoseconds.
  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// The point that many milliseconds later; the last there is when that is beyond it.
  package func advanced(milliseconds: UInt64) -> MonotonicTime {
    let (span, tooLong) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, tooLate) = nanoseconds.addingReportingOverflow(span)
    return MonotonicTime(nanoseconds: tooLong || tooLate ? .max : sum)
  }

  /// Milliseconds since an earlier point; 0 when it is later.
  package func milliseconds(since earlier: MonotonicTime) -> UInt64 {
    nanoseconds > earlier.nanoseconds ? (nanoseconds - earlier.nanoseconds) / 1_000_000 : 0
  }

  /// In the order of time.
  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
