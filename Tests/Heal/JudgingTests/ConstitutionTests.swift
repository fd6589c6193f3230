import Testing

@testable import Judging
@testable import Patches

@Suite struct ConstitutionTests {
  private func problems(_ text: String) -> [String] {
    do {
      _ = try Constitution(parsing: Array(text.utf8))
      return []
    } catch {
      return (error as? ConstitutionProblem)?.messages ?? ["\(error)"]
    }
  }

  private let article =
    #"{"id": "a", "version": 1, "verdict": "reject", "message": "m", "check": "lines", "lines": ["x"]"#

  @Test func `an article is read strictly and every mistake is told at once`() {
    #expect(problems("{\"articles\": [\(article)}]}").isEmpty)
    #expect(
      problems("{\"articles\": [\(article), \"extra\": 1}]}") == [
        "rules/judge/a.yaml: unknown key extra"
      ])
    #expect(
      problems(#"{"articles": [{"id": "a", "verdict": "accept", "check": "lines", "lines": []}]}"#)
        .count == 5)
    #expect(
      problems("{\"articles\": [\(article)}, \(article)}]}") == [
        "rules/judge: the article a is there twice"
      ])
    #expect(problems(#"{"articles": []}"#) == ["rules/judge holds no articles"])
    #expect(problems("nonsense").count == 1)
  }

  @Test func `a check that nobody knows is a mistake that names those there are`() {
    let found = problems(
      #"{"articles": [{"id": "a", "version": 1, "verdict": "reject", "message": "m", "check": "magic"}]}"#
    )
    #expect(found.contains { $0.contains("unknown check magic") && $0.contains("patterns") })
  }

  @Test func `any changed word of an article changes the digest`() throws {
    let one = try Constitution(parsing: Array("{\"articles\": [\(article)}]}".utf8))
    let two = try Constitution(
      parsing: Array("{\"articles\": [\(article)}]}".replacing("\"m\"", with: "\"n\"").utf8))
    #expect(one.digest != two.digest)
  }

  @Test(arguments: [
    (#"^(\w+\s?)+$"#, true), (#"(a*)*"#, true), (#"((a+)b)*"#, true), (#"(a+)?"#, false),
    (#"^[a-z]+(-[a-z]+)?$"#, false), (#"\(a+\)+"#, false), (#"[(a+)]+"#, false), ("(ab)+", false),
  ])
  func `a repetition of what repeats is seen`(text: String, isNested: Bool) {
    #expect(RegexCheck.isNested(text) == isNested)
  }

  @Test(arguments: [
    ("reqeusts", "requests", true), ("python-requests", "requests", true),
    ("numpyy", "numpy", true),
    ("requests", "requests", false), ("attrs", "click", false),
    ("beautiful-soup4", "beautifulsoup4", true),
  ])
  func `names that resemble others are told apart`(name: String, other: String, resembles: Bool) {
    #expect(DependencyCheck.resembles(name, other) == resembles)
  }

  @Test(arguments: [
    ("1.9", "1.10", true), ("2.0", "1.9.9", false), ("1.0rc1", "1.0", true),
    ("1.0", "1.0.0", false),
  ])
  func `versions are ordered by their numbers`(left: String, right: String, isOlder: Bool) {
    #expect(Requirement.isOlder(left, right) == isOlder)
  }
}
