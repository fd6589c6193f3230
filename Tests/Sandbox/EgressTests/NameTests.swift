import Testing

@testable import Egress

@Suite struct NameTests {
  @Test(arguments: [
    ("pkgs.test", "pkgs.test"), ("PkGS.Test", "pkgs.test"), ("pkgs.test.", "pkgs.test"),
    ("xn--80ak6aa92e.com", "xn--80ak6aa92e.com"), ("r3---sn-x.example", "r3---sn-x.example"),
    ("_dmarc.example.com", "_dmarc.example.com"), ("my_bucket.test", "my_bucket.test"),
    ("a.b.c.d.e.f", "a.b.c.d.e.f"), ("1password.com", "1password.com"), ("1.2.3.4.x", "1.2.3.4.x"),
    ("0x7f.example", "0x7f.example"), ("intranet", "intranet"),
  ])
  func `probes 13 to 15 names have one form each`(text: String, expected: String) throws {
    #expect(try HostName(parsing: text).text == expected)
  }

  @Test(arguments: [
    ("", NameMistake.empty), (".", .empty), ("a..b", .emptyLabel), (".a", .emptyLabel),
    ("a..", .emptyLabel), ("-a.test", .hyphenAtEdge), ("a-.test", .hyphenAtEdge),
    ("a b.test", .forbiddenByte(0x20)), ("a%2e.test", .forbiddenByte(0x25)),
    ("a\\b.test", .forbiddenByte(0x5c)), ("a\u{0}.test", .forbiddenByte(0)),
    ("a\r\n.test", .forbiddenByte(0x0d)), ("a:1.test", .forbiddenByte(0x3a)),
    ("*.test", .forbiddenByte(0x2a)), ("a@b.test", .forbiddenByte(0x40)),
    ("аllowed.test", .notASCII), ("ａllowed.test", .notASCII), ("allowed。test", .notASCII),
    ("127.0.0.1", .looksLikeAddress), ("2130706433", .looksLikeAddress),
    ("0177.1", .looksLikeAddress), ("0x7f.1", .looksLikeAddress), ("0x7f000001", .looksLikeAddress),
    ("a.0x", .looksLikeAddress), ("127.0.0.1.", .looksLikeAddress), ("a.0XAB", .looksLikeAddress),
    ("a.1", .looksLikeAddress),
  ])
  func `probes 14, 15, 18 to 20 and 22 other bytes are no name`(
    text: String, mistake: NameMistake
  ) {
    #expect(throws: mistake) { try HostName(parsing: text) }
  }

  @Test func `probe 22 a dot inside a label of DNS is no separator`() {
    #expect(throws: NameMistake.forbiddenByte(0x2e)) {
      try HostName(labels: [Array("evil.allowed".utf8), Array("test".utf8)])
    }
  }

  @Test func `names end at their limits`() throws {
    let label = String(repeating: "a", count: 63)
    #expect(throws: NameMistake.labelTooLong) { try HostName(parsing: label + "a.test") }
    let longest = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
    #expect(longest.utf8.count == 253)
    #expect(try HostName(parsing: longest + ".").text == longest)
    #expect(throws: NameMistake.tooLong) { try HostName(parsing: longest + "b") }
    #expect(throws: NameMistake.tooLong) {
      try HostName(parsing: String(repeating: "a.", count: 100_000))
    }
  }

  @Test func `probe 21 names of the own machine are known`() throws {
    for text in ["localhost", "x.localhost", "a.b.LOCALHOST.", "ip6-localhost"] {
      #expect(try HostName(parsing: text).isLocal)
    }
    #expect(try !HostName(parsing: "localhost.example").isLocal)
    #expect(throws: PatternMistake.local) { try NamePattern(parsing: "**.localhost") }
  }

  @Test(arguments: [
    ("allowed.test", ["allowed.test"]), ("*.allowed.test", ["a.allowed.test", "b.a.allowed.test"]),
    ("**.allowed.test", ["allowed.test", "a.allowed.test", "b.a.allowed.test"]),
  ])
  func `probes 16 and 17 a pattern means whole labels only`(
    pattern: String, meant: [String]
  ) throws {
    let pattern = try NamePattern(parsing: pattern)
    let names = [
      "allowed.test", "a.allowed.test", "b.a.allowed.test", "evil-allowed.test",
      "allowed.test.evil.test", "allowedxtest", "xallowed.test", "test", "llowed.test",
    ]
    #expect(try names.filter { pattern.matches(try HostName(parsing: $0)) } == meant)
    #expect(try NamePattern(parsing: pattern.description) == pattern)
  }

  @Test(arguments: [
    ("*x.com", PatternMistake.misplacedStar), ("a.*.com", .misplacedStar),
    ("*.*.com", .misplacedStar),
    ("***.com", .misplacedStar), ("a*", .misplacedStar), ("*.", .name(.empty)),
    ("*.1.2.3.4", .name(.looksLikeAddress)), ("**", .misplacedStar),
    ("аррӏе.com", .notASCII(punycode: "xn--80ak6aa92e.com")),
    ("Bücher.example", .notASCII(punycode: "xn--bcher-kva.example")),
    ("пример。test", .notASCII(punycode: "xn--e1afmkfd.test")),
  ])
  func `probe 18 a policy names what it cannot take and what to write`(
    text: String, mistake: PatternMistake
  ) {
    #expect(throws: mistake) { try NamePattern(parsing: text) }
    #expect(!mistake.reason.isEmpty && !mistake.remedy.isEmpty)
  }

  @Test(arguments: [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"),
    ("そのスピードで", "d9juau41awczczp"), ("-> $1.00 <-", "-> $1.00 <--"),
  ])
  func `Punycode is that of the examples of its standard`(text: String, encoded: String) {
    #expect(Punycode.encode(Array(text.unicodeScalars)) == encoded)
  }

  @Test func `patterns cover what they match and nothing else`() throws {
    let texts = ["*", "a.b", "*.a.b", "**.a.b", "x.a.b", "*.x.a.b", "**.x.a.b", "c"]
    let names = try ["a.b", "x.a.b", "y.x.a.b", "q.a.b", "c", "d.c"].map {
      try HostName(parsing: $0)
    }
    let patterns = try texts.map { try NamePattern(parsing: $0) }
    for left in patterns {
      for right in patterns where left.covers(right) {
        #expect(names.allSatisfy { !right.matches($0) || left.matches($0) }, "\(left) \(right)")
      }
    }
    #expect(patterns[3].covers(patterns[2]) && !patterns[2].covers(patterns[3]))
    #expect(patterns[2].covers(patterns[6]) && !patterns[1].covers(patterns[2]))
  }
}

@Suite struct NameTableTests {
  private let rule = RuleID("network.rules[0]")

  private func name(_ text: String) throws -> HostName { try HostName(parsing: text) }

  @Test func `probe 26 a name has the same addresses in every run`() throws {
    var names = try (0..<60).map { try name("host\($0).example") }
    var first = NameTable()
    let before = try names.map { try first.enter($0, rule: rule, isWildcard: false) }
    names.reverse()
    var second = NameTable()
    let after = try names.map { try second.enter($0, rule: rule, isWildcard: false) }
    #expect(before == after.reversed())
    let entry = try first.enter(name("pkgs.test"), rule: rule, isWildcard: false)
    #expect(entry.v4.description == "198.19.130.40")
  }

  @Test func `probe 29 both families and the mapped form lead to one name`() throws {
    var table = NameTable()
    let entry = try table.enter(name("pkgs.test"), rule: rule, isWildcard: false)
    #expect(table.entry(at: entry.v4) == entry)
    #expect(table.entry(at: entry.v6) == entry)
    #expect(table.entry(at: try #require(IPAddress(parsing: "::ffff:\(entry.v4)"))) == entry)
    #expect(SyntheticRange.v6.contains(entry.v6) && SyntheticRange.v4.contains(entry.v4))
  }

  @Test func `probe 30 addresses that stand for nothing lead nowhere`() throws {
    var table = NameTable()
    let entry = try table.enter(name("pkgs.test"), rule: rule, isWildcard: false)
    let next = IPAddress(v4: try #require(entry.v4.v4) + 1)
    let others = [
      "198.18.0.1", "198.18.0.53", "198.19.255.255", "fe80::1", "1.2.3.4", "::",
      "fd53:656e:7469::", "fd53:656e:7469:0:ffff:ffff:ffff:ffff", "fd53:656e:7469:0:1::c612:100",
    ]
    for address in [next] + others.compactMap({ IPAddress(parsing: $0) }) {
      #expect(table.entry(at: address) == nil, "\(address)")
    }
  }

  @Test func `probe 25 a full table gives out nothing more and takes nothing back`() throws {
    var table = NameTable(capacity: 200_000, namesPerWildcard: 200_000)
    var given: Set<IPAddress> = []
    var refused = 0
    for number in 0..<200_000 {
      do throws(NameTable.Failure) {
        let name = HostName(checked: "n\(number).w.test")
        given.insert(try table.enter(name, rule: rule, isWildcard: true).v4)
      } catch {
        refused += 1
      }
    }
    #expect(given.count == SyntheticRange.capacity / 2)
    #expect(given.count + refused == 200_000)
    #expect(given.allSatisfy { $0 > SyntheticRange.resolver && SyntheticRange.v4.contains($0) })
  }

  @Test func `probe 3 a wildcard brings a bounded number of names, others go on`() throws {
    var table = NameTable(namesPerWildcard: 2)
    for text in ["a.w.test", "b.w.test", "a.w.test"] {
      _ = try table.enter(name(text), rule: rule, isWildcard: true)
    }
    #expect(throws: NameTable.Failure.wildcardExhausted(rule, limit: 2)) {
      try table.enter(name("c.w.test"), rule: rule, isWildcard: true)
    }
    _ = try table.enter(name("c.test"), rule: RuleID("other"), isWildcard: true)
    _ = try table.enter(name("exact.test"), rule: rule, isWildcard: false)
    #expect(table.count == 4)
  }
}
