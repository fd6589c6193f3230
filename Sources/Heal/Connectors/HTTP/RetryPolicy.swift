import FoundationEssentials

/// When a call is sent again, after the rules that the vendors' own clients follow.
///
/// The service's word comes first: `x-should-retry`, then `retry-after-ms`, `retry-after` in seconds
/// and as a date. Without one: half a second, doubled up to 8 s, less up to a quarter by chance.
package struct RetryPolicy: Hashable, Sendable {
  /// How often a call is sent again.
  package var retries = 2
  /// The longest wait that is worth it, in milliseconds; a service that asks for more is unavailable.
  package var longestMilliseconds = 120_000

  /// A policy for services that people pay for: few tries, waits that grow.
  package init() {}

  /// How long to wait before the next try.
  ///
  /// - Parameters:
  ///   - answer: what came; nil when no connection stood.
  ///   - tries: how often the call was sent until now, from 1.
  ///   - now: the time, in seconds since 1970.
  ///   - chance: 0 to 1.
  /// - Returns: milliseconds, or nil when it is not to be sent again.
  package func wait(
    after answer: HTTPAnswer?, tries: Int, now: Double, chance: Double
  ) -> Int? {
    guard tries <= retries, answer.map(isWorthRepeating) ?? true else { return nil }
    let asked = answer.flatMap { Self.asked($0.headers, now: now) }
    let backOff = min(500 * (1 << min(tries - 1, 10)), 8_000)
    let wait = asked ?? backOff - Int(Double(backOff) * 0.25 * min(max(chance, 0), 1))
    return wait <= longestMilliseconds ? wait : nil
  }

  private func isWorthRepeating(_ answer: HTTPAnswer) -> Bool {
    switch answer.headers["x-should-retry"] {
    case "true": return true
    case "false": return false
    default: return [408, 409, 429].contains(answer.status) || answer.status >= 500
    }
  }

  /// Reads every form of the header (RFC 9110, section 10.2.3, and the form in milliseconds).
  private static func asked(_ headers: [String: String], now: Double) -> Int? {
    if let text = headers["retry-after-ms"], let value = Double(text), value.isFinite, value >= 0 {
      return Int(min(value, 1e9))
    }
    guard let text = headers["retry-after"] else { return nil }
    if let value = Double(text), value.isFinite, value >= 0 { return Int(min(value * 1000, 1e9)) }
    return HTTPDate.seconds(text).map { Int(min(max($0 - now, 0) * 1000, 1e9)) }
  }
}

/// The date of HTTP (RFC 9110, section 5.6.7), in the one form that may be sent.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for other text.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(of: parts[2]), let year = Int(parts[3]),
      (1970...9999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, zip(clock, [24, 60, 61]).allSatisfy({ (0..<$1).contains($0) }) else {
      return nil
    }
    return Double(days(year, month + 1, day) * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2])
  }

  /// Days since 1970 in the Gregorian calendar, counted in eras of 400 years from March on.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let ofEra = year % 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year / 400 * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
