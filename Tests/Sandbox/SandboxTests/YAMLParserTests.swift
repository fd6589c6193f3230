import Testing

@testable import Sandbox
@testable import YAML

@Suite struct YAMLParserTests {
  private func problems(_ text: String) -> [String] {
    problems(Array(text.utf8))
  }

  private func problems(_ bytes: [UInt8]) -> [String] {
    do throws(Problems) {
      _ = try YAMLParser.parse(bytes, file: "f.yaml")
      return []
    } catch {
      return error.all.map(\.description)
    }
  }

  @Test func `every node knows its line and column`() throws {
    let root = try YAMLParser.parse(Array("a: 1\nb:\n  - x\n  - {c: 'y'}\n".utf8), file: "f.yaml")
    guard case .mapping(let entries) = root.content,
      case .sequence(let elements) = entries[1].value.content,
      case .mapping(let inner) = elements[1].content
    else {
      Issue.record("unexpected shape \(root)")
      return
    }
    #expect(entries[0].value.mark == Mark(file: "f.yaml", line: 1, column: 4))
    #expect(inner[0].value.mark == Mark(file: "f.yaml", line: 4, column: 9))
    #expect(inner[0].value.content == .scalar("y", plain: false))
  }

  @Test(arguments: [
    ("a: &x 1\nb: *x\n", ["f.yaml:1: an anchor", "f.yaml:2: an alias"]),
    ("a: !!str 1\n", ["f.yaml:1: a tag"]),
    ("a: 1\na: 2\n", ["f.yaml:2: key \"a\" is already set in line 1"]),
    ("a: 1\n---\nb: 2\n", ["f.yaml:2: a second document"]),
    ("[a]: 1\n", ["f.yaml:1: a list as a key"]),
    ("a: [1\n", ["f.yaml:2: did not find expected ',' or ']'"]),
    ("", ["f.yaml:1: the file is empty"]),
    ("# nothing\n", ["f.yaml:1: the file is empty"]),
  ])
  func `what says something else than it seems to is refused`(text: String, expected: [String]) {
    let found = problems(text)
    #expect(found.count == expected.count, "\(found)")
    for (got, start) in zip(found, expected) { #expect(got.hasPrefix(start)) }
  }

  @Test func `a NUL byte is refused with its line`() {
    #expect(problems("a: 1\nb: \0\n")[0].hasPrefix("f.yaml:2: a NUL byte"))
  }

  @Test func `bytes that are not UTF-8 are refused with their line`() {
    let found = problems(Array("a: 1\nb: x".utf8) + [0xFF, 0xFE])
    #expect(found == ["f.yaml:2: the text is not valid UTF-8; save the file as UTF-8"])
  }

  @Test func `a text of more than one mebibyte is refused before it is parsed`() {
    let found = problems([UInt8](repeating: 0x23, count: (1 << 20) + 1))
    #expect(found[0].contains("1048577 bytes, more than 1048576"))
  }

  @Test func `nesting of 32 levels is read and of 33 refused`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(problems(nested(32)).isEmpty)
    #expect(problems(nested(33))[0].contains("nested deeper than 32 levels"))
  }

  @Test func `a hundred thousand open brackets are refused quickly`() {
    #expect(problems(String(repeating: "[", count: 100_000)).count == 1)
  }

  @Test(arguments: [
    "plain", "", "null", "- x", "a: b", "tab\t\"quote\" \\", "ü\u{85}\u{2028}\u{1}", "@base",
  ])
  func `quoted texts read back as they were`(text: String) throws {
    let root = try YAMLParser.parse(Array("k: \(YAMLText.quoted(text))\n".utf8), file: "f")
    guard case .mapping(let entries) = root.content,
      case .scalar(let back, _) = entries[0].value.content
    else {
      Issue.record("unexpected shape \(root)")
      return
    }
    #expect(back == text)
    #expect(!entries[0].value.isNothing)
  }

  @Test(
    arguments: [
      ("512M", 512 << 20), ("1K", 1024), ("3G", 3 << 30), ("4194303T", 4_194_303 << 40),
    ] as [(String, UInt64)])
  func `sizes are powers of 1024`(text: String, bytes: UInt64) throws {
    #expect(try ByteCount(parsing: text) == ByteCount(bytes: bytes))
    #expect(try ByteCount(parsing: text).description == text)
  }

  @Test(arguments: ["512", "", "M", "-1M", "1.5G", "0M", "1MB", "99999999999T", "１M", "1 M"])
  func `what is no size is refused`(text: String) {
    #expect(throws: UnitMistake.self) { try ByteCount(parsing: text) }
  }

  @Test(arguments: [("500ms", 500), ("60s", 60_000), ("5m", 300_000), ("2h", 7_200_000)])
  func `spans of time carry their unit`(text: String, milliseconds: UInt64) throws {
    #expect(try TimeLimit(parsing: text).milliseconds == milliseconds)
  }

  @Test(arguments: ["60", "0s", "1d", "-5s", "1.5s", "999999999h", "18446744073709551615h"])
  func `what is no span of time is refused`(text: String) {
    #expect(throws: UnitMistake.self) { try TimeLimit(parsing: text) }
  }

  @Test func `the nearest name counts a swap of neighbours once`() {
    #expect(Suggestion.nearest(to: "memroy", in: ["memory", "pids"]) == "memory")
    #expect(Suggestion.nearest(to: "xyz", in: ["memory", "pids"]) == nil)
  }
}
