import Testing

@testable import Advisories

@Suite struct VersionTests {
  @Test(arguments: VersionScheme.allCases)
  func `every chain of the specification is in order`(scheme: VersionScheme) throws {
    let text = try #require(VersionVectors.chains.first { $0.scheme == scheme }?.text)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for first in stride(from: 0, to: words.count - 2, by: 2) {
        var expected = VersionOrder.equal
        for second in stride(from: first + 2, to: words.count, by: 2) {
          let relation = VersionOrder(sign: words[second - 1])
          if relation != .equal { expected = relation }
          let pair = "\(words[first]) \(words[second])"
          #expect(order(of: words[first], words[second], scheme) == expected, "\(scheme): \(pair)")
        }
      }
    }
  }

  @Test(arguments: VersionScheme.allCases)
  func `the order is reflexive, mirrored and transitive`(scheme: VersionScheme) throws {
    let text = try #require(VersionVectors.chains.first { $0.scheme == scheme }?.text)
    let words = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    let versions = words.subtracting(["<", "=", ">"]).compactMap { Version($0, scheme: scheme) }
    #expect(OrderLaws.violations(among: versions, triples: 5_000).isEmpty)
  }

  @Test(arguments: [
    (VersionScheme.semver, ["", "v", "abc", "1.0.0-", "1.0.0-a..b", "1.0.0_1", "1.0 0", "1."]),
    (.pub, ["", "x", "-1", "1.0.0-a_b"]),
    (.nuget, ["", "1.0.0.0.0", "1.0.x", "1..0", "a"]),
    (.pep440, ["", " ", "1.0\n"]),
    (.maven, ["", "1 0"]),
    (.rubygems, ["", "v1", "a.1", "1.0_1", "1,0"]),
    (.packagist, ["", ".", "-"]),
    (.hackage, ["", "1.", ".1", "1.2.3.4.5-notallowed", "1.a", "1..2"]),
    (.cran, ["!", "?", "1.a.2", "z.c.3", "1-", "1.-2"]),
    (.dpkg, ["", ":1", "a:1", "1:", "1-", "1.2.3-not-a-debian:version!@#$", "1 2"]),
    (.rpm, ["", "1\t2"]),
    (.apk, ["", "1 2"]),
    (.freebsd, ["", "1,", "1,a", "1_", "1_x", "."]),
  ])
  func `what is no version has no order`(scheme: VersionScheme, texts: [String]) {
    for text in texts { #expect(Version(text, scheme: scheme) == nil, "\(scheme) \(text)") }
  }

  @Test func `versions of two schemes have no order`() throws {
    let one = try #require(Version("1", scheme: .rpm))
    let other = try #require(Version("1", scheme: .dpkg))
    #expect(one.compare(other) == nil)
  }
}

@Suite struct HostileVersionTests {
  private static let units = [
    "1", "0", ".", "1.", "0.", "1-", "-", "a", "a1", ".a", ".0a", "~", "^", "_", "_p1", "+", "1+",
    "#", "!", "1!", ":", "1:", "-r", "rc", ".ga", "-0", "0-", ".dev", "*", "é", "1_", ",1",
    "1.a~-0",
  ]

  private func repeated(_ unit: String, bytes: Int) -> String {
    String(repeating: unit, count: bytes / unit.utf8.count)
  }

  @Test(arguments: VersionScheme.allCases)
  func `long repetitions are parsed and mirrored`(scheme: VersionScheme) {
    for unit in Self.units {
      let body = repeated(unit, bytes: 512)
      let versions = [body, "1\(body)", "1.0\(body)x", "1-\(body)1"]
        .compactMap { Version($0, scheme: scheme) }
      for one in versions {
        for other in versions {
          #expect(one.compare(other) == other.compare(one)?.reversed, "\(scheme) \(unit)")
        }
      }
    }
  }

  @Test(arguments: VersionScheme.allCases)
  func `long versions take linear time`(scheme: VersionScheme) {
    // Digits between dots are a version in every scheme but NuGet, which ends at four numbers.
    let bytes = 1 << 17
    let text = scheme == .nuget ? repeated("1", bytes: bytes) : "1" + repeated(".1", bytes: bytes)
    let elapsed = ContinuousClock().measure {
      #expect(order(of: text, text + "1", scheme) == (scheme == .semver ? .equal : .less))
    }
    // Many times what a busy machine takes in a debug build; a quadratic step would take hours.
    #expect(elapsed < .seconds(60))
  }

  @Test(arguments: VersionScheme.allCases)
  func `random texts keep the laws of an order`(scheme: VersionScheme) {
    var generator = SeededGenerator(seed: 11)
    let parts = [
      "1", "0", "2", "10", "00", ".", "-", "_", "+", "~", "^", ":", "1:", ",1", "a", "b", "rc",
      "pre",
      "alpha", "dev", "post", "p", "final", "ga", "sp", "x", "Z", "-r1", ".0", ".a", "é", "!",
    ]
    let versions = (0..<1_000).compactMap { _ in
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).compactMap { _ in parts.randomElement(using: &generator) }.joined()
      return Version(text, scheme: scheme) ?? Version("1\(text)", scheme: scheme)
    }
    #expect(versions.count > 20)
    #expect(OrderLaws.violations(among: versions, triples: 10_000).isEmpty)
  }
}
