/// When somebody is there to look: days of the week and hours, at a fixed distance from UTC.
package struct WorkingHours: Sendable, Equatable, Codable {
  /// The days, 1 for Monday to 7 for Sunday.
  package var days: Set<Int>
  /// The first minute of the day, 0 to 1439.
  package var fromMinute: Int
  /// The minute with which the hours are over, 1 to 1440.
  package var toMinute: Int
  /// What local time is ahead of UTC, in minutes.
  package var offsetMinutes: Int

  /// Hours on some days of the week.
  package init(days: Set<Int>, fromMinute: Int, toMinute: Int, offsetMinutes: Int) {
    self.days = days
    self.fromMinute = fromMinute
    self.toMinute = toMinute
    self.offsetMinutes = offsetMinutes
  }

  /// Whether a moment lies in them.
  package func contains(_ moment: Moment) -> Bool {
    let minute = Moment.floor(moment.milliseconds, 60_000) + Int64(offsetMinutes)
    let day = Moment.floor(minute, 1_440)
    // 1970-01-01 was a Thursday.
    let weekday = Int((day + 3) - 7 * Moment.floor(day + 3, 7)) + 1
    let minuteOfDay = Int(minute - day * 1_440)
    return days.contains(weekday) && (fromMinute..<toMinute).contains(minuteOfDay)
  }
}

/// A person who looks after what is done without them.
package struct Owner: Sendable, Equatable, Codable {
  /// The owner's name, as approvals use it.
  package var name: String
  /// When they are there.
  package var hours: WorkingHours

  /// A person with hours.
  package init(name: String, hours: WorkingHours) {
    self.name = name
    self.hours = hours
  }
}
