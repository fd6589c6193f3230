import Testing

@testable import Autonomy

/// The names of what autonomy is earned for.
@Suite struct KeyTests {
  @Test(arguments: ["plain", "", "a/b", "per%cent", "ünï/cødé", "two words", "..", "\n\0"])
  func `a key is read as it was written`(part: String) {
    let key = AutonomyKey(
      repository: part, signalClass: "finding", rule: part, actorKind: "codemod",
      actorVersion: "sha256:ab", riskTier: .medium)
    #expect(AutonomyKey(key.description) == key)
    #expect(key.description.split(separator: "/", omittingEmptySubsequences: false).count == 6)
    #expect(!key.description.contains(" ") && !key.description.contains("\n"))
  }

  @Test(arguments: [
    "", "a/b/c/d/e", "a/b/c/d/e/f", "a/b/c/d/e/low/g", "%zz/b/c/d/e/low", "%f/b/c/d/e/low",
  ])
  func `nothing else is a key`(text: String) {
    #expect(AutonomyKey(text) == nil)
  }

  @Test func `days begin at midnight in UTC, before 1970 too`() {
    #expect(Moment(milliseconds: 86_399_999).day == 0)
    #expect(Moment(milliseconds: 86_400_000).day == 1)
    #expect(Moment(milliseconds: -1).day == -1)
    #expect(Moment(milliseconds: -86_400_000).day == -1)
    #expect(Moment(milliseconds: -86_400_001).day == -2)
    #expect(Moment(milliseconds: .max).adding(days: 1).milliseconds == .max)
    #expect(Moment(milliseconds: .min).adding(days: -1).milliseconds == .min)
  }
}
