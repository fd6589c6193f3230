import Testing

@testable import Advisories

@Suite struct CVSSTests {
  /// Scores of FIRST's own examples and of NVD.
  @Test(arguments: [
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 9.8),
    ("CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N", 6.4),
    ("CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N", 3.1),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 6.1),
    ("CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", 0),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H", 10),
    ("AV:N/AC:L/Au:N/C:P/I:P/A:P", 7.5), ("AV:N/AC:L/Au:N/C:C/I:C/A:C", 10),
    ("AV:L/AC:H/Au:N/C:N/I:N/A:N", 0), ("AV:N/AC:M/Au:N/C:N/I:P/A:N", 4.3),
  ])
  func `a vector has the score of the standard`(vector: String, score: Double) {
    #expect(CVSS(vector: vector)?.score == score)
  }

  @Test(arguments: [
    "", "CVSS:3.1", "CVSS:3.1/AV:N", "CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
    "CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
    "CVSS:9.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "AV:N/AC:L/Au:N/C:P/I:P/A", "///", "7.5",
  ])
  func `what is no vector has no score`(vector: String) {
    #expect(CVSS(vector: vector) == nil)
  }
}
