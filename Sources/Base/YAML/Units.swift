/// Why a size or a span of time could not be read, and what to write.
package struct UnitMistake: Error, Equatable, Sendable {
  /// What is wrong, as the end of a sentence.
  package var reason: String
  /// What to write instead, as an imperative with an example.
  package var remedy: String
}

/// An amount of bytes.
package struct ByteCount: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The amount in bytes; 1024 to 2^62 when it was read from text.
  package var bytes: UInt64

  /// An amount of bytes.
  package init(bytes: UInt64) { self.bytes = bytes }

  /// Reads `512M`: a whole number with K, M, G or T, powers of 1024.
  package init(parsing text: String) throws(UnitMistake) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard let number = UInt64(digits) else {
      throw UnitMistake(reason: ", not a size", remedy: "write a size such as 512M")
    }
    guard !unit.isEmpty else {
      throw UnitMistake(
        reason: ", a size without a unit",
        remedy: "write \"\(number)M\" for mebibytes (K, M, G and T are powers of 1024)")
    }
    guard let shift = Self.shifts.first(where: { $0.unit == unit })?.shift else {
      throw UnitMistake(
        reason: " with the unknown unit \"\(unit)\"",
        remedy: "write \"\(number)\" with K, M, G or T")
    }
    // 2^62 leaves room to add sizes and fits the kernel's signed offsets.
    guard number > 0, number <= (UInt64(1) << 62) >> shift else {
      throw UnitMistake(reason: ", out of range", remedy: "write a size from 1K to 4194303T")
    }
    self.init(bytes: number << shift)
  }

  /// The shortest exact form with a unit; amounts below 1K are rounded up.
  package var description: String {
    for (unit, shift) in Self.shifts.reversed() where bytes % (1 << shift) == 0 && bytes > 0 {
      return "\(bytes >> shift)\(unit)"
    }
    return "\(bytes / 1024 + 1)K"
  }

  /// Whether one amount is smaller, whatever units they were written in.
  package static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }

  private static let shifts: [(unit: String, shift: UInt64)] = [
    ("K", 10), ("M", 20), ("G", 30), ("T", 40),
  ]
}

/// A span of time, in whole milliseconds.
package struct TimeLimit: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The length in milliseconds; 1 to thirty days when it was read from text.
  package var milliseconds: UInt64

  /// A span of milliseconds.
  package init(milliseconds: UInt64) { self.milliseconds = milliseconds }

  /// Reads `500ms`, `60s`, `5m` or `2h`.
  package init(parsing text: String) throws(UnitMistake) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard let number = UInt64(digits) else {
      throw UnitMistake(reason: ", not a span of time", remedy: "write a span such as 60s")
    }
    guard !unit.isEmpty else {
      throw UnitMistake(
        reason: ", a span of time without a unit",
        remedy: "write \"\(number)s\" for seconds (ms, s, m and h are known)")
    }
    guard let factor = Self.units.first(where: { $0.unit == unit })?.milliseconds else {
      throw UnitMistake(
        reason: " with the unknown unit \"\(unit)\"",
        remedy: "write \"\(number)\" with ms, s, m or h")
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow, product > 0, product <= Self.limit else {
      throw UnitMistake(reason: ", out of range", remedy: "write a span from 1ms to 720h")
    }
    self.init(milliseconds: product)
  }

  /// The shortest exact form with a unit.
  package var description: String {
    for (unit, factor) in Self.units.reversed() where milliseconds % factor == 0 {
      return "\(milliseconds / factor)\(unit)"
    }
    return "\(milliseconds)ms"
  }

  /// Whether one span is shorter, whatever units they were written in.
  package static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Thirty days: longer than any run, and far from overflow in nanoseconds.
  private static let limit: UInt64 = 720 * 3_600_000

  private static let units: [(unit: String, milliseconds: UInt64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
  ]
}
