import Testing
import Text

@Suite struct CalendarDayTests {
  @Test(arguments: ["2026-11-25", "2028-02-29", "2000-02-29", "0001-01-01"])
  func `days that exist`(day: String) { #expect(CalendarDay.isValid(day)) }

  @Test(arguments: [
    "", "2026-11-31", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00",
    "2026-1-01", "26-01-01", "2026-01-01T00:00:00Z", "2026-+1-01", "2026/01/01", "٢٠٢٦-01-01",
  ])
  func `texts that are no day`(text: String) { #expect(!CalendarDay.isValid(text)) }

  @Test func `a year later is a day again`() {
    #expect(CalendarDay.aYear(after: "2026-11-25") == "2027-11-25")
    #expect(CalendarDay.aYear(after: "2028-02-29") == "2029-02-28")
  }
}
