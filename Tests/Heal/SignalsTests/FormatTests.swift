import Testing

@testable import Signals

/// Formats of tools that do not run where the recorded reports were made.
@Suite struct `Formats by their look` {
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let tests: [String]
    let signals: [String]

    init(_ name: String, _ text: String, tests: [String] = [], signals: [String] = []) {
      testDescription = name
      self.text = text
      self.tests = tests
      self.signals = signals
    }
  }

  @Test(
    arguments: FormatSamples.runners + FormatSamples.diagnostics + FormatSamples.stacks
      + FormatSamples.logs + FormatSamples.documents)
  func `A sample is read`(sample: Sample) {
    let reading = Reports.read(sample.text)
    let tests = reading.tests.map {
      "\($0.outcome.rawValue) \($0.id.canonical) \($0.place?.shown ?? "-")"
    }
    let signals = reading.signals.filter { $0.test == nil }.map {
      "\($0.kind.rawValue) \($0.rule ?? "-") \($0.place?.shown ?? "-") \($0.message)"
    }
    #expect(tests == sample.tests)
    #expect(signals == sample.signals)
  }
}
