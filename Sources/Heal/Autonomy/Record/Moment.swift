/// A point in time as the caller's clock gives it: this target never looks at one itself.
package struct Moment: Sendable, Hashable, Comparable, Codable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64

  /// The moment that many milliseconds after 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The number is the whole form in documents.
  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Writes the number alone.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// The day in UTC, counted from 1970-01-01.
  package var day: Int64 { Self.floor(milliseconds, 86_400_000) }

  /// The moment whole days later; the last one that can be expressed if there is none.
  package func adding(days: Int64) -> Moment {
    let (length, tooLong) = days.multipliedReportingOverflow(by: 86_400_000)
    let (sum, tooLate) = milliseconds.addingReportingOverflow(length)
    return Moment(milliseconds: tooLong || tooLate ? (days < 0 ? .min : .max) : sum)
  }

  /// Whether the left one is earlier.
  package static func < (left: Moment, right: Moment) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Division that rounds down, before 1970 too.
  static func floor(_ value: Int64, _ size: Int64) -> Int64 {
    value >= 0 ? value / size : -((-(value + 1)) / size) - 1
  }
}
