import Glibc
import Testing

@testable import Sandbox

@Suite struct TimestampTests {
  @Test func `every day of the calendar is named as the C library names it`() {
    for seconds in stride(from: 0, to: 253_402_300_799, by: 86_400 * 13 + 3_601) {
      var time = seconds
      var parts = unsafe tm()
      _ = unsafe gmtime_r(&time, &parts)
      var buffer = [CChar](repeating: 0, count: 64)
      _ = unsafe strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
      let expected = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
      #expect(Timestamp.text(seconds: seconds, milliseconds: 7) == expected + ".007Z")
    }
  }
}
