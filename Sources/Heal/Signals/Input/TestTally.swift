/// The tests of one run, in the order in which they were first named, until all is known about them.
struct TestTally {
  private static let most = 200_000
  private(set) var results: [TestResult] = []
  private var indices: [String: Int] = [:]

  var isEmpty: Bool { results.isEmpty }

  /// Notes a result; a later one of the same test fills in what the first left open, and a worse
  /// outcome stays.
  mutating func note(_ result: TestResult) {
    let key = result.id.canonical
    guard let index = indices[key] else {
      guard results.count < Self.most else { return }
      indices[key] = results.count
      results.append(result)
      return
    }
    var known = results[index]
    if Self.rank(result.outcome) > Self.rank(known.outcome) { known.outcome = result.outcome }
    known.place = known.place?.line == nil ? result.place ?? known.place : known.place
    known.message = known.message ?? result.message
    known.detail = known.detail ?? result.detail
    known.exception = known.exception ?? result.exception
    known.seconds = known.seconds ?? result.seconds
    if known.frames.isEmpty { known.frames = result.frames }
    results[index] = known
  }

  /// Changes every result.
  mutating func update(_ change: (inout TestResult) -> Void) {
    for index in results.indices { change(&results[index]) }
  }

  /// Hands all over, and forgets them.
  mutating func flush(_ format: SignalFormat, into sink: inout Sink) {
    for result in results { sink.add(result, format) }
    self = TestTally()
  }

  private static func rank(_ outcome: Outcome) -> Int {
    switch outcome {
    case .passed: 0
    case .skipped: 1
    case .failed: 2
    case .errored: 3
    }
  }
}
