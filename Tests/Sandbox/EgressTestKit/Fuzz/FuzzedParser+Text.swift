internal import Egress

extension FuzzedParser {
  private static let addresses = [
    "1.2.3.4", "::", "::1", "2001:db8::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "10.0.0.0/8",
    "fe80::/10",
  ]
  private static let hosts = [
    "a.test", "*.a.test", "**.a.test", "*", "xn--a", "a_b.test", "0x7f.1", "a.test.",
  ]
  private static let marks = [
    ".", ":", "::", "-", "_", "*", "*.", "**.", "[", "]", "/", ",", "@", "xn--", "0x", "ffff",
    "443", "\u{0}", "é", "。",
  ]

  /// Hosts and ports as in Host: what is read is written the same.
  static let authority = FuzzedParser(
    "authority", seeds: hosts + ["a.test:80", "[::1]:443", "1.2.3.4:1"], tokens: marks
  ) { input, _ in
    guard let read = HTTPAuthority(parsing: input) else {
      return .fine(behaviour: "none \(input.count)")
    }
    let text = read.description
    guard HTTPAuthority(parsing: Array(text.utf8)) == read, !text.contains("@"), !text.contains(" ")
    else { return .broken("two forms") }
    return .fine(behaviour: "\(text.utf8.count) \(read.port != nil)")
  }

  /// Names: one form, no address of any libc, and patterns that mean whole labels.
  static let name = FuzzedParser("name", seeds: hosts + addresses, tokens: marks) { input, _ in
    do throws(NameMistake) {
      let name = try HostName(parsing: input)
      guard try HostName(parsing: name.text) == name, name.text.utf8.count <= 253,
        try HostName(labels: name.labels.map { Array($0.utf8) }) == name
      else { return .broken("two forms") }
      guard IPAddress(parsing: name.text) == nil,
        name.text.utf8.allSatisfy({ (0x2d...0x7a).contains($0) })
      else { return .broken("an address or a strange byte") }
      guard let pattern = try? NamePattern(parsing: "*.a.test"),
        pattern.matches(name) == (name.text.hasSuffix(".a.test") && name.text.utf8.count > 7)
      else { return .broken("a pattern that means more or less") }
      return .fine(behaviour: "name \(name.labels.count) \(name.text.utf8.count / 4)")
    } catch {
      return .fine(behaviour: "\(error)")
    }
  }

  /// Rules of the command line: read again from their parts, they are the same.
  static let rule = FuzzedParser(
    "rule", seeds: hosts + addresses + ["a.test:80,443", "[2001:db8::/32]:1-9", "*.w.test:22"],
    tokens: marks
  ) { input, _ in
    let text = String(decoding: input, as: UTF8.self)
    do throws(RuleMistake) {
      let rule = try EgressRule(allowing: text)
      let host = rule.target.description
      let whole = (host.contains(":") ? "[\(host)]" : host) + ":\(rule.ports)"
      let again = try EgressRule(allowing: whole)
      guard again.target == rule.target, again.ports == rule.ports else {
        return .broken("two forms")
      }
      _ = EgressLint.warnings(for: [rule, again])
      return .fine(
        behaviour:
          "\(rule.mode) \(rule.isWildcard) \(rule.ports.ranges.count) \(host.utf8.count / 4)")
    } catch {
      guard error.reason.utf8.allSatisfy({ $0 >= 0x20 }) else {
        return .broken("a reason with control bytes")
      }
      return .fine(behaviour: String(error.reason.suffix(24)))
    }
  }

  /// Addresses and blocks: what is read is written in the one form, and read again.
  static let address = FuzzedParser("address", seeds: addresses, tokens: marks) { input, _ in
    let text = String(decoding: input, as: UTF8.self)
    guard let block = AddressBlock(parsing: text) else {
      return .fine(behaviour: "none \(input.count)")
    }
    guard AddressBlock(parsing: block.description) == block, block.contains(block.base),
      IPAddress(parsing: block.base.description) == block.base,
      IPAddress(bytes: block.base.bytes) == block.base
    else { return .broken("two forms") }
    return .fine(behaviour: "\(block.base.family) \(block.prefix) \(block.base.addressClass)")
  }

  /// Commands of a push: the same in any pieces, and of refs only that a grant can judge.
  static let push = FuzzedParser(
    "git-push",
    bytes: [
      push("refs/heads/fix/a\u{0} quiet agent=a", "refs/heads/b") + pack, push("refs/heads/a"),
      Array("0000".utf8), push("refs/heads/a\n") + pack,
    ],
    tokens: [
      "0000", "0001", "shallow ", "push-cert", "push-options", "PACK", "refs/heads/", "..", "\u{0}",
      "\n", " ",
    ].map {
      Array($0.utf8)
    }
  ) { input, random in
    func read(_ pieces: [ArraySlice<UInt8>]) -> ReceivePackReader.Outcome {
      var reader = ReceivePackReader()
      for piece in pieces where !piece.isEmpty { _ = reader.append(piece) }
      return reader.finish()
    }
    let whole = read([input[...]])
    guard whole == read(input.pieces(by: &random)) else {
      return .broken("pieces change the commands")
    }
    guard case .commands(let updates) = whole else {
      return .fine(behaviour: "\(whole) \(input.count / 16)")
    }
    let isSafe = updates.allSatisfy {
      $0.ref.hasPrefix("refs/") && !$0.ref.contains("..") && !$0.ref.contains(" ")
    }
    return isSafe
      ? .fine(behaviour: "\(updates.count) \(input.count / 32)")
      : .broken("a ref that git would not take")
  }

  private static let pack = Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 0]

  private static func push(_ refs: String...) -> [UInt8] {
    let zeros = String(repeating: "0", count: 40)
    let lines = refs.map { ref in
      let text = "\(zeros) \(zeros.dropLast())1 \(ref)"
      let length = String(text.utf8.count + 4, radix: 16)
      return String(repeating: "0", count: 4 - length.count) + length + text
    }
    return Array((lines.joined() + "0000").utf8)
  }

  /// The scanner for credentials: it cuts exactly where a plain search finds one.
  static let scanner = FuzzedParser(
    "reflection", seeds: ["abcabcab", "harmless text", "xabcabdabcabe"],
    tokens: ["abcab", "abcabd", "cabca", "a", "b"]
  ) { input, random in
    let patterns = ["abcabd", "bcabc", "cabcabe"].map { Array($0.utf8) }
    var scanner = ReflectionScanner(SecretAutomaton(patterns: patterns))
    var passed: [UInt8] = []
    var isCut = false
    for piece in input.pieces(by: &random) {
      switch scanner.scan(piece) {
      case .pass(let bytes): passed += bytes
      case .cut(let bytes):
        passed += bytes
        isCut = true
      }
    }
    passed += scanner.finish()
    let found = input.indices.contains { place in
      patterns.contains { input[place...].starts(with: $0) }
    }
    guard isCut == found, input.starts(with: passed), isCut || passed == input else {
      return .broken("cut \(isCut), found \(found)")
    }
    let holds = passed.indices.contains { place in
      patterns.contains { passed[place...].starts(with: $0) }
    }
    return holds ? .broken("a credential passed") : .fine(behaviour: "\(isCut) \(passed.count / 8)")
  }

  /// Text for records: short, and nothing in it steers a terminal.
  static let text = FuzzedParser(
    "text", seeds: ["plain", "é\u{202e}\u{1b}[2J", "a\r\nb"], tokens: marks
  ) { input, random in
    let limit = random.below(80)
    let shown = CappedText.visible(input, limit: limit)
    guard shown.utf8.count <= limit + 3 else { return .broken("too long") }
    guard
      shown.unicodeScalars.allSatisfy({
        $0.value >= 0x20 && $0.value != 0x7f && !(0x80..<0xa0).contains($0.value)
      })
    else { return .broken("a control character") }
    return .fine(behaviour: "\(shown.utf8.count)")
  }
}
