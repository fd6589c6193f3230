/// What was read from one report.
package struct SignalReading: Equatable, Sendable {
  /// The formats that were recognised in it, in the order in which they appeared.
  package internal(set) var formats: [SignalFormat] = []
  /// What is wrong, in the report's order; each failed test is one of them.
  package internal(set) var signals: [Signal] = []
  /// Every test that the report names, also those that passed.
  package internal(set) var tests: [TestResult] = []
  /// What was left out or could not be read; a reading with any is not the whole report.
  package internal(set) var cuts: [Cut] = []

  /// Something of the report that did not come through, and why.
  package struct Cut: Hashable, Sendable {
    /// What it is.
    package var reason: Reason
    /// One sentence with the numbers.
    package var description: String
  }

  /// Why something did not come through.
  package enum Reason: String, CaseIterable, Sendable {
    /// The report is longer than ``SignalLimits/bytes``.
    case bytes
    /// There are more signals than ``SignalLimits/signals``.
    case signals
    /// There are more tests than ``SignalLimits/tests``.
    case tests
    /// A stack is deeper than ``SignalLimits/frames``.
    case frames
    /// A text is longer than its limit.
    case text
    /// Lines were too long to be looked at as a whole.
    case lines
    /// The document breaks off or is malformed; what stood before the place was read.
    case malformed
  }

  /// How many tests ended in each way.
  package func count(_ outcome: Outcome) -> Int { tests.count { $0.outcome == outcome } }
}

/// What a reading may hold; a report is hostile and may be of any size.
package struct SignalLimits: Sendable {
  /// The bytes of a report that are looked at.
  package var bytes = 64 << 20
  /// The signals that are kept.
  package var signals = 10_000
  /// The tests that are kept.
  package var tests = 200_000
  /// The frames of a stack that are kept: the outer and the inner half of this number.
  package var frames = 128
  /// The bytes of a message, a rule, a name or a path.
  package var message = 4_096
  /// The bytes of a detail.
  package var detail = 16_384
  /// The values of a JSON document: a member of a list or an object counts one, an object itself eight.
  package var values = 4_000_000
  /// The lines of a log.
  package var lines = 4_000_000
  /// The bytes of a line that the readers of text look at.
  package var line = 8_192

  /// The limits for everyday use.
  package init() {}
}
