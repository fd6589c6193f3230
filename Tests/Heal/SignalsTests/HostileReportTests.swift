import Testing

@testable import Signals

@Suite struct `Hostile reports` {
  @Test func `No entity is expanded`() {
    let reading = Reports.read(
      """
      <?xml version="1.0"?>
      <!DOCTYPE t [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <testsuite><testcase name="x"><failure message="&b;&f;">&f;</failure></testcase></testsuite>
      """)
    #expect(reading.tests.map(\.outcome) == [.failed])
    #expect(reading.tests.first?.message == "&b;&f;")
    #expect(reading.tests.first?.detail == "&f;")
    #expect(reading.cuts.map(\.reason) == [.malformed])
  }

  @Test func `Deep nesting ends the reading and not the program`() {
    let xml = Reports.read("<testsuite>" + String(repeating: "<testsuite>", count: 100_000))
    #expect(xml.cuts.map(\.reason) == [.malformed])
    let json = Reports.read(String(repeating: "[", count: 100_000))
    #expect(json.signals.isEmpty)
    let groups = Reports.read(
      String(repeating: "  | ", count: 10_000)
        + "Exception Group Traceback (most recent call last):")
    #expect(groups.tests.isEmpty)
  }

  @Test func `A report that breaks off tells what stood before`() throws {
    let whole = try Reports.bytes("pytest-junit.xml")
    let all = SignalReader().read(whole).tests
    for length in stride(from: 40, to: whole.count, by: 97) {
      let reading = SignalReader().read(Array(whole[..<length]))
      #expect(reading.tests.count <= all.count)
      #expect(reading.tests.isEmpty || reading.cuts.map(\.reason).contains(.malformed))
      // A test that breaks off before its failure is not one that passed.
      for (test, known) in zip(reading.tests, all) where test.outcome == .passed {
        #expect(known.outcome == .passed)
      }
    }
  }

  @Test func `A JSON document that breaks off is read as far as it is whole`() throws {
    let whole = try Reports.bytes("ruff.json")
    let reading = SignalReader().read(Array(whole[..<(whole.count / 2)]))
    #expect(!reading.signals.isEmpty)
    #expect(reading.cuts.map(\.reason) == [.malformed])
  }

  @Test func `What does not fit is counted`() {
    var limits = SignalLimits()
    limits.signals = 3
    limits.bytes = 10_000
    let line = "a.c:1:2: error: broken\n"
    let reading = SignalReader(limits: limits).read(
      Array(String(repeating: line, count: 1_000).utf8))
    #expect(reading.signals.count == 3)
    #expect(Set(reading.cuts.map(\.reason)) == [.bytes, .signals])
  }

  @Test func `A document of more values than its limit is cut, a stream is not`() {
    var limits = SignalLimits()
    limits.values = 1_000
    let object = #"{"filename":"a.py","code":"X1","message":"no","location":{"row":3}}"#
    let list = "[" + String(repeating: object + ",", count: 200) + object + "]"
    let many = SignalReader(limits: limits).read(Array(list.utf8))
    #expect(many.signals.count == 50)
    #expect(many.cuts.map(\.reason) == [.bytes, .malformed])
    let stream = String(repeating: #"{"x":1}"# + "\n", count: 1_000)
    #expect(SignalReader(limits: limits).read(Array(stream.utf8)).cuts.isEmpty)
  }

  @Test func `More lines than the limit are cut`() {
    var limits = SignalLimits()
    limits.lines = 10
    let reading = SignalReader(limits: limits).read(
      Array("a.c:1:2: error: no".utf8) + [UInt8](repeating: 0x0A, count: 50)
        + Array("b.c:1:2: error: no".utf8))
    #expect(reading.signals.map(\.place?.path) == ["a.c"])
    #expect(reading.cuts.map(\.reason) == [.lines])
  }

  @Test func `Texts and stacks are cut, and it is said`() {
    let frames = (0..<1_000).map { "  File \"/a/b.py\", line \($0 + 1), in f\($0)\n    x()\n" }
      .joined()
    let message = String(repeating: "é", count: 10_000)
    let reading = Reports.read(
      "Traceback (most recent call last):\n\(frames)ValueError: \(message)\n")
    #expect(reading.signals.count == 1)
    #expect(reading.signals.first?.frames.count == SignalLimits().frames)
    #expect(reading.signals.first?.frames.first?.function == "f0")
    #expect(reading.signals.first?.frames.last?.function == "f999")
    #expect((reading.signals.first?.message.utf8.count ?? 0) <= SignalLimits().message + 3)
    #expect(Set(reading.cuts.map(\.reason)).isSuperset(of: [.frames, .lines]))
  }

  @Test func `No terminal sequence gets into a text`() {
    let reading = Reports.read(
      "\u{1B}[31ma.c:1:2:\u{1B}[0m error: \u{1B}]0;owned\u{07}bro\u{1B}[2Kken\u{9B}31m \u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\\n"
        + #"{"level":"error","message":"\u001b[31mred\u001b[0m"}"# + "\n")
    #expect(
      reading.signals.map(\.message) == ["red", "broken link"]
        || reading.signals.map(\.message) == ["broken link", "red"])
  }

  @Test func `A line without an end costs no more than its length`() {
    let reading = Reports.read(String(repeating: "a:1:", count: 500_000))
    #expect(reading.cuts.map(\.reason) == [.lines])
  }

  @Test func `Empty and blank reports say nothing`() {
    for text in ["", " \n\t\r\n", "\u{FEFF}", "\0\0\0\0"] {
      #expect(Reports.read(text).signals.isEmpty)
    }
  }

  @Test func `A forged success in a message changes no outcome`() {
    let reading = Reports.read(
      """
      <testsuite><testcase classname="a" name="x"><failure message="tests/a.py::x PASSED">
      tests/a.py::y PASSED [100%]
      ok 1 - x
      </failure></testcase></testsuite>
      """)
    #expect(reading.tests.map(\.outcome) == [.failed])
  }
}
