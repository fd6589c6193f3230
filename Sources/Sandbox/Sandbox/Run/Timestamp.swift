import Glibc

/// Points in time as text.
enum Timestamp {
  /// The present time in UTC, RFC 3339 with milliseconds.
  static func now() -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return text(seconds: now.tv_sec, milliseconds: now.tv_nsec / 1_000_000)
  }

  /// The text of a time since 1970; the C library would read the zone of the machine first.
  ///
  /// The calendar is Howard Hinnant's civil_from_days: years from March, in eras of 400.
  static func text(seconds: Int, milliseconds: Int) -> String {
    let days = seconds / 86400 + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let time = seconds % 86400
    return
      "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(pad(time / 3600, 2)):"
      + "\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2)).\(pad(milliseconds, 3))Z"
  }

  private static func pad(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
