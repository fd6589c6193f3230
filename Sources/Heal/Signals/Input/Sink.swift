/// Collects what readers find and holds it to its limits.
struct Sink {
  let limits: SignalLimits
  private(set) var reading = SignalReading()
  private var leftOut: [SignalReading.Reason: Int] = [:]

  init(_ limits: SignalLimits) { self.limits = limits }

  /// Whether nothing more fits.
  var isFull: Bool {
    reading.signals.count >= limits.signals && reading.tests.count >= limits.tests
  }

  mutating func saw(_ format: SignalFormat) {
    if !reading.formats.contains(format) { reading.formats.append(format) }
  }

  /// Notes what did not come through; one note for each reason.
  mutating func cut(_ reason: SignalReading.Reason, _ description: String) {
    guard !reading.cuts.contains(where: { $0.reason == reason }) else { return }
    reading.cuts.append(.init(reason: reason, description: description))
  }

  mutating func add(_ signal: Signal, _ format: SignalFormat) {
    saw(format)
    guard reading.signals.count < limits.signals else {
      leftOut[.signals, default: 0] += 1
      return
    }
    reading.signals.append(bounded(signal))
  }

  /// Adds a further place to a signal that was kept.
  mutating func relate(_ place: Place, to index: Int) {
    guard reading.signals.indices.contains(index), reading.signals[index].related.count < 64 else {
      return
    }
    reading.signals[index].related.append(bounded(place))
  }

  /// Keeps a test; one that did not pass is a signal too.
  mutating func add(_ test: TestResult, _ format: SignalFormat) {
    saw(format)
    if reading.tests.count < limits.tests {
      reading.tests.append(bounded(test))
    } else {
      leftOut[.tests, default: 0] += 1
    }
    guard test.outcome == .failed || test.outcome == .errored else { return }
    add(
      Signal(
        .testFailure, tool: test.tool, rule: test.exception,
        message: test.message ?? test.detail.map(Self.firstLine)
          ?? "the test \(test.outcome.rawValue)",
        detail: test.detail, place: test.place, frames: test.frames, test: test.id,
        outcome: test.outcome),
      format)
  }

  /// Gives the reading with a note for everything that was left out.
  func finished() -> SignalReading {
    var reading = reading
    for reason in SignalReading.Reason.allCases {
      guard let count = leftOut[reason] else { continue }
      let kept = reason == .signals ? limits.signals : limits.tests
      reading.cuts.append(
        .init(
          reason: reason,
          description: "\(count) more \(reason.rawValue) than the \(kept) that are kept"))
    }
    return reading
  }

  static func firstLine(_ text: String) -> String {
    text.utf8.split(separator: 0x0A, maxSplits: 1).first.map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  private mutating func bounded(_ signal: Signal) -> Signal {
    var signal = signal
    signal.message = short(signal.message)
    signal.tool = short(signal.tool)
    signal.rule = signal.rule.map { short($0) }
    signal.detail = signal.detail.map { short($0, limits.detail) }
    signal.place = signal.place.map { bounded($0) }
    signal.related = signal.related.prefix(limits.frames).map { bounded($0) }
    signal.frames = bounded(signal.frames)
    if signal.causes.count > 16 {
      cut(.frames, "a chain of \(signal.causes.count) causes is cut to 16")
    }
    signal.causes = signal.causes.prefix(16).map { cause in
      .init(type: short(cause.type), message: short(cause.message), frames: bounded(cause.frames))
    }
    signal.test = signal.test.map { bounded($0) }
    signal.aliases = signal.aliases.prefix(100).map { short($0) }
    signal.weaknessClass = signal.weaknessClass.map { short($0) }
    signal.fingerprint = signal.fingerprint.map { short($0) }
    return signal
  }

  private mutating func bounded(_ test: TestResult) -> TestResult {
    var test = test
    test.id = bounded(test.id)
    test.tool = short(test.tool)
    test.place = test.place.map { bounded($0) }
    test.message = test.message.map { short($0) }
    test.detail = test.detail.map { short($0, limits.detail) }
    test.exception = test.exception.map { short($0) }
    test.frames = bounded(test.frames)
    return test
  }

  private mutating func bounded(_ id: TestID) -> TestID {
    TestID(
      suite: id.suite.map { short($0) }, group: id.group.map { short($0) }, name: short(id.name))
  }

  private mutating func bounded(_ place: Place) -> Place {
    guard place.path.utf8.count > limits.message else { return place }
    return Place(path: short(place.path), line: place.line, column: place.column)
  }

  private mutating func bounded(_ frames: [Frame]) -> [Frame] {
    var kept = frames
    if frames.count > limits.frames {
      cut(
        .frames,
        "a stack of \(frames.count) frames is cut to its outer and inner \(limits.frames / 2)")
      kept = frames.prefix(limits.frames / 2) + frames.suffix(limits.frames / 2)
    }
    return kept.map { Frame(function: short($0.function), place: $0.place.map { bounded($0) }) }
  }

  /// Cuts a text at its limit, between two characters, and takes terminal sequences out.
  private mutating func short(_ text: String, _ limit: Int? = nil) -> String {
    let limit = limit ?? limits.message
    guard text.utf8.count > limit else { return TerminalText.plain(text) }
    cut(.text, "a text of \(text.utf8.count) bytes is cut to \(limit)")
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: limit)
    while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 {
      end = text.utf8.index(before: end)
    }
    return TerminalText.plain(String(text[..<end])) + "…"
  }
}
