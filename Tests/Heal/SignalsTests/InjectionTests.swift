import Findings
import InjectionCorpus
import Testing
import Text

@testable import Signals

/// Whatever a report quotes: what is read of it, and which incident it is, stay the same.
@Suite struct `Injected texts in reports` {
  @Test func `There are at least thirty texts, each with something in it`() {
    #expect(Injection.all.count >= 30)
    #expect(Injection.all.allSatisfy { !$0.bytes.isEmpty })
  }

  @Test(arguments: Injection.all)
  func `A message of a JUnit report changes no test and no incident`(injection: Injection) {
    func reading(_ text: String) -> SignalReading {
      let quoted = Self.xml(text)
      return Reports.read(
        """
        <?xml version="1.0" encoding="utf-8"?>
        <testsuites><testsuite name="pytest" errors="0" failures="1" skipped="0" tests="2">
        <testcase classname="tests.test_app" name="test_good" time="0.001"><system-out>\(quoted)</system-out></testcase>
        <testcase classname="tests.test_app" name="test_total" time="0.001"><failure message="AssertionError: \(quoted)">\(quoted)

        tests/test_app.py:4: AssertionError</failure></testcase>
        </testsuite></testsuites>
        """)
    }
    Self.expectSame(reading(injection.text), reading("assert 1 == 2"))
  }

  @Test(arguments: Injection.all)
  func `A message of a SARIF report changes no finding and no incident`(injection: Injection) {
    func reading(_ text: String) -> SignalReading {
      let document: JSONValue = [
        "version": "2.1.0",
        "runs": [
          [
            "tool": ["driver": ["name": "bandit"]],
            "results": [
              [
                "ruleId": "B602", "level": "error", "message": ["text": .string(text)],
                "locations": [
                  [
                    "physicalLocation": [
                      "artifactLocation": ["uri": "shop/app.py"],
                      "region": ["startLine": 2, "snippet": ["text": .string(text)]],
                    ]
                  ]
                ],
              ]
            ],
          ]
        ],
      ]
      return SignalReader().read(document.serialized())
    }
    Self.expectSame(reading(injection.text), reading("weak"))
  }

  @Test(arguments: Injection.all)
  func `What a failed test printed changes no test of the console`(injection: Injection) {
    func reading(_ bytes: [UInt8]) -> SignalReading {
      let before = """
        ============================= test session starts ==============================
        collected 2 items

        tests/test_app.py .F                                                     [100%]

        =================================== FAILURES ===================================
        __________________________________ test_total __________________________________

            def test_total():
        >       assert total() == 2
        E       assert 1 == 2

        tests/test_app.py:4: AssertionError
        ----------------------------- Captured stdout call -----------------------------

        """
      let after = """

        =========================== short test summary info ============================
        FAILED tests/test_app.py::test_total - assert 1 == 2
        ========================= 1 failed, 1 passed in 0.02s ==========================

        """
      return SignalReader().read(Array(before.utf8) + bytes + Array(after.utf8))
    }
    let hostile = reading(injection.bytes)
    let failed = hostile.tests.filter { $0.id.name == "test_total" && $0.outcome != .passed }
    // What is printed may look like more; it never makes the failed test pass or go away.
    #expect(!failed.isEmpty, "\(hostile.tests.map { "\($0.outcome) \($0.id.canonical)" })")
    let clean = reading(Array("hello\n".utf8))
    let wanted = IncidentBuilder().incidents(of: clean.signals).map(\.fingerprint)
    let found = IncidentBuilder().incidents(of: hostile.signals).map(\.fingerprint)
    #expect(Set(found).isSuperset(of: wanted))
  }

  private static func expectSame(
    _ hostile: SignalReading, _ clean: SignalReading,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func shape(_ reading: SignalReading) -> [String] {
      reading.tests.map { "test \($0.id.canonical) \($0.outcome)" }
        + reading.signals.map { signal in
          "signal \(signal.kind) \(signal.tool) \(signal.rule ?? "-") \(signal.place?.shown ?? "-")"
        }
    }
    #expect(shape(hostile) == shape(clean), sourceLocation: sourceLocation)
    // Where the code can be read, what a finding says is no part of its identity.
    let code = SourceText("import os\nos.system(name)\n")
    func fingerprints(_ reading: SignalReading) -> [String] {
      IncidentBuilder().incidents(of: reading.signals) { _ in code }.map(\.fingerprint)
    }
    #expect(fingerprints(hostile) == fingerprints(clean), sourceLocation: sourceLocation)
  }

  /// The text as a well-behaved writer of XML 1.0 puts it: what has no place there as `#xNN`.
  private static func xml(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": quoted += "&amp;"
      case "<": quoted += "&lt;"
      case ">": quoted += "&gt;"
      case "\"": quoted += "&quot;"
      case "\n", "\t": quoted.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        quoted += "#x" + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }
}
