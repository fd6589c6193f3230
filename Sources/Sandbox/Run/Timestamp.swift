internal import Glibc

/// Points in time as text.
enum Timestamp {
  /// The present time in UTC, RFC 3339 with milliseconds.
  static func now() -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&now.tv_sec, &parts)
    let pad = { (value: Int32, width: Int) in
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date =
      unsafe "\(pad(parts.tm_year + 1900, 4))-\(pad(parts.tm_mon + 1, 2))-\(pad(parts.tm_mday, 2))"
    let time = unsafe "\(pad(parts.tm_hour, 2)):\(pad(parts.tm_min, 2)):\(pad(parts.tm_sec, 2))"
    return "\(date)T\(time).\(pad(Int32(now.tv_nsec / 1_000_000), 3))Z"
  }
}
