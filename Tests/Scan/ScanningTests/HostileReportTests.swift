import Testing
import Text

@testable import Scanning

@Suite struct `Hostile reports` {
  /// Reads reports of one tool; every path is accepted.
  private struct Reader {
    let context: ParsingContext

    init(_ tool: String) throws {
      context = ParsingContext(
        descriptor: try Fixtures.tool(tool).descriptor, index: PathIndex())
    }

    func callAsFunction(_ output: [UInt8]) throws -> ToolReport {
      try context.descriptor.output.parser.parser.parse(
        ToolAnswer(output: output), context)
    }
  }

  @Test(arguments: Fixtures.toolNames)
  func `A truncated report is a failure at every length`(tool: String) throws {
    let read = try Reader(tool)
    var whole = try Fixtures.recorded(tool, "findings.json")
    while whole.last == 0x0A { whole.removeLast() }
    for length in stride(from: 0, to: whole.count, by: 7) {
      #expect(throws: ParsingFailure.self, "at \(length) bytes") {
        try read(Array(whole[..<length]))
      }
    }
  }

  @Test(arguments: Fixtures.toolNames)
  func `What is no report is a failure`(tool: String) throws {
    let read = try Reader(tool)
    let outputs: [String] = [
      "", "\n", "null", "true", "0", "\"text\"", "{}", "[null]", "[[]]", "[1]", "{\"results\":{}}",
      "{\"results\":[{}]}", "{\"comments\":[{}]}", "{\"comments\":{}}", "{\"results\":{\"a\":1}}",
      "Traceback (most recent call last):", "<html></html>", "[{\"filename\":3}]",
      String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
    ]
    for output in outputs {
      #expect(throws: ParsingFailure.self, "\(output.prefix(30))") {
        try read(Array(output.utf8))
      }
    }
    #expect(throws: ParsingFailure.self) { try read([0xFF, 0xFE, 0x00, 0x80]) }
  }

  @Test(arguments: Fixtures.toolNames)
  func `A value of the wrong type fails the report or changes it, and never crashes`(tool: String)
    throws
  {
    let read = try Reader(tool)
    let whole = try JSONValue(parsing: try Fixtures.recorded(tool, "findings.json"))
    let poison: [JSONValue] = [
      .null, true, .integer(.max), .integer(.min), .number(1e300), "text", [], [:], .integer(-1),
    ]
    for value in poison {
      for mutant in Self.mutants(of: whole, with: value) {
        _ = try? read(mutant.serialized())
      }
    }
  }

  /// The value with each of its parts, one at a time, replaced by another value.
  private static func mutants(of value: JSONValue, with poison: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let members):
      members.flatMap { key, member in
        ([poison] + mutants(of: member, with: poison)).map { mutant in
          var copy = members
          copy[key] = mutant
          return JSONValue.object(copy)
        }
      }
    case .array(let elements):
      elements.indices.prefix(3).flatMap { index in
        ([poison] + mutants(of: elements[index], with: poison)).map { mutant in
          var copy = elements
          copy[index] = mutant
          return JSONValue.array(copy)
        }
      }
    default: []
    }
  }

  @Test(arguments: Fixtures.toolNames)
  func `Bytes that are not UTF-8 in texts do not hide findings`(tool: String) throws {
    let read = try Reader(tool)
    let text = try Fixtures.recorded(tool, "findings.json")
    let before = try read(text).findings.count
    let broken = text.flatMap { $0 == UInt8(ascii: "P") ? [0xE9, $0] : [$0] }
    let after =
      tool == "bandit" || tool == "shellcheck" ? try read(broken).findings.count : before
    #expect(after == before)
  }

  @Test func `A report of twenty megabytes is read`() throws {
    let read = try Reader("shellcheck")
    let comment =
      #"{"file":"a.sh","line":2,"endLine":2,"column":8,"endColumn":10,"level":"info","code":2086,"message":"Double quote."}"#
    let count = 20 * 1024 * 1024 / comment.utf8.count
    let text = "{\"comments\":[" + String(repeating: comment + ",", count: count) + comment + "]}"
    #expect(try read(Array(text.utf8)).findings.count == count + 1)
  }
}
