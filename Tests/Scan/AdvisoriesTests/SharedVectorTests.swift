import Testing

@testable import Advisories

@Suite(.enabled(if: SharedData.root != nil, "the shared test data is absent"))
struct SharedVectorTests {
  private static let files: [(name: String, ecosystem: EcosystemName, count: Int)] = [
    ("alpine", .alpine, 778), ("cran", .cran, 21), ("debian", .debian, 30),
    ("hackage", .hackage, 11), ("maven", .maven, 102), ("nuget", .nuget, 35),
    ("packagist", .packagist, 95), ("pub", .pub, 100), ("pypi", .pypi, 37),
    ("redhat", .redHat, 165), ("rubygems", .rubyGems, 25), ("semver", .npm, 86),
  ]

  private static func lines(_ name: String) throws -> [Substring] {
    try SharedData.text("versions/\(name)-versions.txt").split(separator: "\n").filter {
      !$0.hasPrefix("#") && !$0.hasPrefix("//") && $0.contains(" ")
    }
  }

  @Test(arguments: files)
  func `every public vector holds, in both directions`(
    name: String, ecosystem: EcosystemName, count: Int
  ) throws {
    let scheme = try #require(ecosystem.scheme)
    let lines = try Self.lines(name)
    #expect(lines.count >= count)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 3, "\(line)")
      let expected = VersionOrder(sign: words[1])
      #expect(order(of: words[0], words[2], scheme) == expected, "\(name): \(line)")
      #expect(order(of: words[2], words[0], scheme) == expected.reversed, "\(name): \(line)")
      #expect(order(of: words[0], words[0], scheme) == .equal, "\(name): \(line)")
    }
  }

  @Test(arguments: files)
  func `random triples of the public versions are transitive`(
    name: String, ecosystem: EcosystemName, count: Int
  ) throws {
    let scheme = try #require(ecosystem.scheme)
    let words = try Set(
      Self.lines(name).flatMap { $0.split(separator: " ") }.map(String.init))
    let versions = words.subtracting(["<", "=", ">"]).sorted()
      .compactMap { Version($0, scheme: scheme) }
    let violations = OrderLaws.violations(among: versions, triples: 10_000)
    // PHP's `#` equals every number and nothing at all, which no transitive order can do.
    #expect(violations.filter { !$0.contains("#") }.isEmpty)
    #expect(violations.isEmpty == (scheme != .packagist))
  }
}
