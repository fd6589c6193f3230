import Testing

@testable import Signals

/// What a log goes through on its way must not change what is read from it.
@Suite struct `Noise around reports` {
  private static let samples = [
    "pytest-verbose.txt", "unittest-verbose.txt", "go-test.txt", "cargo-test.txt", "swift-test.txt",
    "node-tap.txt",
    "gcc.txt", "javac.txt", "java-stack.txt", "python-chain.txt", "ruff-concise.txt",
    "shellcheck.txt",
  ]

  private func unchanged(_ name: String, _ noise: (String) -> String) throws {
    let text = String(decoding: try Reports.bytes(name), as: UTF8.self)
    let (plain, noisy) = (Reports.read(text), Reports.read(noise(text)))
    #expect(noisy.tests.map(\.id) == plain.tests.map(\.id))
    #expect(noisy.tests.map(\.outcome) == plain.tests.map(\.outcome))
    #expect(noisy.signals.map(\.message) == plain.signals.map(\.message))
    #expect(noisy.signals.map(\.place) == plain.signals.map(\.place))
  }

  private func lines(_ text: String, _ change: (Int, Substring) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      change($0, $1)
    }.joined(separator: "\n")
  }

  @Test(arguments: samples) func `Line ends of Windows`(name: String) throws {
    try unchanged(name) { lines($0) { "\($1)\r" } }
  }

  @Test(arguments: samples) func `Times of GitHub's runners`(name: String) throws {
    try unchanged(name) { lines($0) { "2026-03-04T05:06:07.\(1_000_000 + $0)Z \($1)" } }
  }

  @Test(arguments: samples) func `Job and step of a downloaded log`(name: String) throws {
    try unchanged(name) {
      lines($0) { "build (3.12)\tRun tests\t2026-03-04T05:06:07.\(1_000_000 + $0)Z \($1)" }
    }
  }

  @Test(arguments: samples) func `Times and streams of GitLab's runners`(name: String) throws {
    try unchanged(name) { lines($0) { "2026-03-04T05:06:07.\(100_000 + $0)Z 01O \($1)" } }
  }

  @Test(arguments: samples) func `Colours on every line`(name: String) throws {
    try unchanged(name) { lines($0) { "\u{1B}[1;31m\($1)\u{1B}[0m\u{1B}[K" } }
  }

  @Test(arguments: samples) func `A service's name in front`(name: String) throws {
    try unchanged(name) { lines($0) { "tests-1  | \($1)" } }
  }

  @Test(arguments: samples) func `Two services that interleave`(name: String) throws {
    try unchanged(name) { lines($0) { "tests-1  | \($1)\ndb-1     | ready for connection \($0)" } }
  }

  @Test(arguments: samples) func `Bars of progress`(name: String) throws {
    try unchanged(name) { "Downloading   0%\rDownloading  50%\rDownloading 100%\n" + $0 }
  }

  @Test(arguments: samples) func `UTF-16 of either order, and a byte order mark`(name: String)
    throws
  {
    let text = String(decoding: try Reports.bytes(name), as: UTF8.self)
    let plain = Reports.read(text)
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [
      [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big,
      [0xEF, 0xBB, 0xBF] + Array(text.utf8),
    ] {
      #expect(SignalReader().read(bytes).signals == plain.signals)
    }
  }

  @Test func `Bytes that are not UTF-8 cost only their character`() {
    let bytes =
      Array("src/caf".utf8) + [0xE9] + Array(".c:3:5: error: na".utf8) + [0xEF, 0xFF]
      + Array("ve\n".utf8)
    let signal = SignalReader().read(bytes).signals.first
    #expect(signal?.place?.line == 3)
    #expect(signal?.message.hasSuffix("ve") == true)
  }

  @Test func `Lines of other programs between those of a traceback`() {
    let reading = Reports.read(
      """
      Traceback (most recent call last):
        File "/app/a.py", line 3, in main
          run()
      INFO: request served
      2 requests
        File "/app/b.py", line 7, in run
          raise KeyError("x")
      WARNING: slow
      KeyError: 'x'
      """)
    #expect(reading.signals.map(\.rule) == ["KeyError"])
    #expect(reading.signals.first?.frames.map(\.function) == ["main", "run"])
  }
}
