/// Days of the calendar as texts of the form `YYYY-MM-DD`, which are in order as texts.
package enum CalendarDay {
  /// Whether a text is a day that exists.
  ///
  /// - Parameter text: Any text.
  /// - Returns: True for a day of the Gregorian calendar in this very form.
  package static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return false }
    return (1...12).contains(month) && (1...days(in: month, of: year)).contains(day)
  }

  /// The same day of the next year, or the last of February.
  ///
  /// - Parameter day: A day that exists.
  /// - Returns: A day that exists.
  package static func aYear(after day: String) -> String {
    let rest = day.hasSuffix("-02-29") ? "-02-28" : String(day.suffix(6))
    let year = String((Int(day.prefix(4)) ?? 0) + 1)
    return String(repeating: "0", count: max(0, 4 - year.count)) + year + rest
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
