import ArgumentParser
import Autonomy
import CommandSupport

/// `sentinel autonomy simulate`: the controller's rules over imagined histories.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Runs the rules over many imagined histories of one true success rate.",
    discussion: """
      Says how often chance alone earns the Actor level, how soon a good actor earns it, and how \
      soon each rule takes it away. The code is the one that decides in earnest; the same seed \
      gives the same answer on every machine.

      Examples:
        sentinel autonomy simulate --rate 0.95
        sentinel autonomy simulate --rate 0.99 --outcomes 1000 --streams 4000 --seed 1 --json

      Exit codes: 0 done; 2 usage.
      """)

  /// As many outcomes as a quarter of an hour or so can take.
  private static let mostOutcomes = 1_000_000_000

  @Option(help: "The true chance that a change succeeds, 0 to 1.")
  var rate: Double

  @Option(help: "Outcomes of each history.")
  var outcomes = 1000

  @Option(help: "Histories.")
  var streams = 4000

  @Option(help: "What makes the answer repeatable.")
  var seed: UInt64 = 1

  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    var mistakes: [String] = []
    if !(0...1).contains(rate) {
      mistakes.append("--rate \(rate): a chance is a number from 0 to 1, 0.95 for instance")
    }
    for (name, value) in [("--outcomes", outcomes), ("--streams", streams)] where value < 1 {
      mistakes.append("\(name) \(value): at least 1")
    }
    let (product, overflow) = outcomes.multipliedReportingOverflow(by: streams)
    if mistakes.isEmpty && (overflow || product > Self.mostOutcomes) {
      mistakes.append(
        "--outcomes times --streams: at most \(Self.mostOutcomes); 4000 streams say enough")
    }
    if !mistakes.isEmpty { throw ValidationError(mistakes.joined(separator: "\n")) }
  }

  func run() throws {
    let report = Simulation(rate: rate, outcomes: outcomes, streams: streams, seed: seed).run()
    try json ? Console.output(Document.encode(report)) : Console.output(Self.render(report))
  }

  static func render(_ report: SimulationReport) -> String {
    let demotion = report.medianOutcomesToDemotion
    let never = "not within \(report.outcomes) outcomes"
    let percent = (report.promotedShare * 10_000).rounded() / 100
    return """
      true rate \(report.rate), \(report.streams) histories of \(report.outcomes) outcomes

      reached Actor               \(report.promoted) (\(percent) %)
      median until then           \(report.medianOutcomesToPromotion.map(String.init) ?? "–")
      soonest                     \(report.shortestPromotion.map(String.init) ?? "–")

      median until Actor is taken away by
        two failures in 20        \(demotion.twoInTwenty.map(String.init) ?? never)
        cumulative sum            \(demotion.cusum.map(String.init) ?? never)
        any failure, to compare   \(demotion.any.map(String.init) ?? never)

      """
  }
}
