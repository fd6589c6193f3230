/// The name of a test in three parts, as far as its framework gives them.
package struct TestID: Hashable, Sendable {
  /// The file, module, package or project that holds it.
  package var suite: String?
  /// The class or the describing block.
  package var group: String?
  /// The test itself, with its parameters.
  package var name: String

  /// Makes a name.
  package init(suite: String? = nil, group: String? = nil, name: String) {
    self.suite = suite
    self.group = group
    self.name = name
  }

  /// All parts in one line, `suite::group::name`.
  package var description: String {
    [suite, group, name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "::")
  }

  /// A spelling in which the same test has the same name in a console log and in an XML report: file
  /// suffixes are gone, separators are dots, white space is one blank.
  package var canonical: String {
    var parts: [String] = []
    for part in [suite, group].compactMap({ $0 }) where !part.isEmpty {
      parts += Self.dotted(part)
    }
    // A class that repeats its module, or a name that repeats its class, adds nothing.
    var kept: [String] = []
    for part in parts where kept.last != part { kept.append(part) }
    return (kept + [Self.blanked(name)]).joined(separator: ".")
  }

  private static let suffixes = [
    ".py", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".swift", ".go", ".rs", ".java", ".rb",
    ".kt", ".php", ".dart",
  ]

  private static func dotted(_ text: String) -> [String] {
    var text = text
    if let suffix = suffixes.first(where: { text.hasSuffix($0) }) {
      text = String(text.dropLast(suffix.utf8.count))
    }
    return text.utf8.split { "/.:\\".utf8.contains($0) }.compactMap { String($0) }
  }

  private static func blanked(_ text: String) -> String {
    text.utf8.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
      .compactMap { String($0) }.joined(separator: " ")
  }
}

/// How a test ended.
package enum Outcome: String, CaseIterable, Sendable {
  /// It held, or failed as it was expected to.
  case passed
  /// An expectation did not hold.
  case failed
  /// It ended otherwise: set-up, tear-down, collection, an unexpected exception, a timeout.
  case errored
  /// It did not run.
  case skipped
}

/// What a report says about one run of one test.
package struct TestResult: Equatable, Sendable {
  /// The test.
  package var id: TestID
  /// How it ended.
  package var outcome: Outcome
  /// The framework or format that says so.
  package var tool: String
  /// Where the test, or the line of it that failed, is.
  package var place: Place?
  /// How long it took.
  package var seconds: Double?
  /// Why it did not pass.
  package var message: String?
  /// The rest of what was said; cut at ``SignalLimits/detail``.
  package var detail: String?
  /// The type of the exception, when one is named.
  package var exception: String?
  /// The stack, outermost call first.
  package var frames: [Frame]
  /// Whether an earlier attempt of the same run ended otherwise.
  package var isFlaky: Bool

  /// Makes a result; everything optional defaults to nothing.
  package init(
    _ id: TestID, _ outcome: Outcome, tool: String, place: Place? = nil, seconds: Double? = nil,
    message: String? = nil, detail: String? = nil, exception: String? = nil, frames: [Frame] = [],
    isFlaky: Bool = false
  ) {
    self.id = id
    self.outcome = outcome
    self.tool = tool
    self.place = place
    self.seconds = seconds
    self.message = message
    self.detail = detail
    self.exception = exception
    self.frames = frames
    self.isFlaky = isFlaky
  }
}
