internal import Glibc

/// A parser under test: what it starts from, and what must hold for every input.
package struct FuzzedParser: Sendable {
  /// What came of one input.
  package enum Verdict: Sendable {
    /// Everything held; inputs of the same words behaved the same.
    case fine(behaviour: String)
    /// Something did not hold.
    case broken(String)
  }

  /// Its name on the command line.
  package let name: String
  /// Well-formed inputs.
  package let seeds: [[UInt8]]
  /// What its grammar is made of.
  package let tokens: [[UInt8]]
  /// Judges one input; must not depend on anything else but the numbers given.
  package let judge: @Sendable ([UInt8], inout SeededRandom) -> Verdict

  /// Every parser that reads hostile bytes.
  package static let all: [FuzzedParser] =
    [dnsQuestion, dnsAnswer, dnsStream, hello, firstBytes, request, response]
    + [exchange, path, authority, name, rule, address, push, scanner, text] + [patch, code]

  /// Makes one of text seeds.
  init(
    _ name: String, seeds: [String], tokens: [String],
    judge: @escaping @Sendable ([UInt8], inout SeededRandom) -> Verdict
  ) {
    self.init(
      name, bytes: seeds.map { Array($0.utf8) }, tokens: tokens.map { Array($0.utf8) }, judge: judge
    )
  }

  /// Makes one.
  init(
    _ name: String, bytes: [[UInt8]], tokens: [[UInt8]],
    judge: @escaping @Sendable ([UInt8], inout SeededRandom) -> Verdict
  ) {
    self.name = name
    seeds = bytes
    self.tokens = tokens
    self.judge = judge
  }
}

/// One run over a parser.
package struct FuzzRun {
  /// How it went.
  package struct Report {
    /// Inputs that were judged.
    package var inputs = 0
    /// Inputs with behaviour of their own.
    package var corpus = 0
    /// The first input for which something did not hold, and what.
    package var failure: (input: [UInt8], reason: String)?
    /// The longest that one input took.
    package var slowest = Duration.zero
  }

  private var mutator: Mutator
  private var random: SeededRandom
  private let parser: FuzzedParser

  /// A run that is the same for the same seed.
  package init(_ parser: FuzzedParser, seed: UInt64) {
    self.parser = parser
    random = SeededRandom(seed: seed)
    mutator = Mutator(seeds: parser.seeds, tokens: parser.tokens)
  }

  /// Judges the seeds, then mutated inputs until their number or the processor time is reached, and
  /// `least` of them however long that takes.
  package mutating func run(
    inputs: Int, least: Int = 0, within time: Duration, before: (([UInt8]) -> Void)? = nil
  ) -> Report {
    let start = Self.processorTime()
    var last = start
    var report = Report()
    while report.inputs < least || (report.inputs < inputs && last - start < time) {
      let index = report.inputs
      let input = index < parser.seeds.count ? parser.seeds[index] : mutator.next(by: &random)
      before?(input)
      switch parser.judge(input, &random) {
      case .fine(let behaviour): mutator.learn(input, behaviour: behaviour)
      case .broken(let reason): report.failure = (input, reason)
      }
      let now = Self.processorTime()
      report.slowest = max(report.slowest, now - last)
      last = now
      report.inputs += 1
      if report.failure != nil { break }
    }
    report.corpus = mutator.corpus.count
    return report
  }

  /// What this thread has used: other programs on the machine change nothing.
  private static func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
