/// What runs the fixers: a process of its own that sees the request and nothing else.
package protocol FixerHelper: Sendable {
  /// The digest of the fixers and of what they run on; 64 hexadecimal digits.
  var version: String { get }
  /// Has a request answered.
  ///
  /// - Parameters:
  ///   - request: the document.
  ///   - cpuMilliseconds: the most processor time of all its processes.
  /// - Returns: how it ended, with what it took.
  func answer(_ request: [UInt8], cpuMilliseconds: Int) async -> HelperEnd
}

/// How a run of the fixers ended.
package struct HelperEnd: Equatable, Sendable {
  /// What came of it.
  package enum Result: Equatable, Sendable {
    /// It wrote an answer, which is untrusted.
    case answered([UInt8])
    /// It cannot be run here, in one sentence that says what to do.
    case missing(String)
    /// It ended without an answer, in one sentence.
    case failed(String)
  }

  /// What came of it.
  package var result: Result
  /// The processor time that it took.
  package var cpuMilliseconds: Int

  /// Makes an end.
  package init(_ result: Result, cpuMilliseconds: Int = 0) {
    self.result = result
    self.cpuMilliseconds = cpuMilliseconds
  }
}
