/// When somebody is there to look: days of the week and hours, at a fixed distance from UTC.
public struct WorkingHours: Sendable, Equatable, Codable {
  /// The days, 1 for Monday to 7 for Sunday.
  public var days: Set<Int>
  /// The first minute of the day, 0 to 1439.
  public var fromMinute: Int
  /// The minute with which the hours are over, 1 to 1440.
  public var toMinute: Int
  /// What local time is ahead of UTC, in minutes.
  public var offsetMinutes: Int

  /// Hours on some days of the week.
  public init(days: Set<Int>, fromMinute: Int, toMinute: Int, offsetMinutes: Int) {
    self.days = days
    self.fromMinute = fromMinute
    self.toMinute = toMinute
    self.offsetMinutes = offsetMinutes
  }

  /// Whether a moment lies in them.
  public func contains(_ moment: Moment) -> Bool {
    let minute = Moment.floor(moment.milliseconds, 60_000) + Int64(offsetMinutes)
    let day = Moment.floor(minute, 1_440)
    // 1970-01-01 was a Thursday.
    let weekday = Int((day + 3) - 7 * Moment.floor(day + 3, 7)) + 1
    let minuteOfDay = Int(minute - day * 1_440)
    return days.contains(weekday) && (fromMinute..<toMinute).contains(minuteOfDay)
  }
}

/// A person who looks after what is done without them.
public struct Owner: Sendable, Equatable, Codable {
  /// The name.
  public var name: String
  /// When they are there.
  public var hours: WorkingHours

  /// A person with hours.
  public init(name: String, hours: WorkingHours) {
    self.name = name
    self.hours = hours
  }
}
