internal import EgressTestKit
internal import Glibc

/// `egress-fuzz PARSER SECONDS SEED [--show]`: runs changed inputs through a parser until time is up.
///
/// The same seed gives the same inputs; seconds are of processor time. `--show` prints each input before
/// it is judged, to find the one that ends the program; `--list` alone prints the parsers. Exit code 1
/// when something did not hold, 2 when the arguments are wrong.
@main enum Main {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.dropFirst() == ["--list"] {
      print(FuzzedParser.all.map(\.name).joined(separator: "\n"))
      exit(0)
    }
    guard arguments.count >= 4,
      let parser = FuzzedParser.all.first(where: { $0.name == arguments[1] }),
      let seconds = Int(arguments[2]), let seed = UInt64(arguments[3])
    else {
      print("usage: egress-fuzz PARSER SECONDS SEED [--show], egress-fuzz --list")
      exit(2)
    }
    let shows = arguments.contains("--show")
    var run = FuzzRun(parser, seed: seed)
    let report = run.run(
      inputs: .max, within: .seconds(seconds), before: shows ? { print(hex($0)) } : nil)
    print(
      "\(parser.name): \(report.inputs) inputs, \(report.corpus) in the corpus, slowest \(report.slowest)"
    )
    if let failure = report.failure {
      print("\(parser.name): \(failure.reason), for \(hex(failure.input))")
      exit(1)
    }
    if report.slowest > .seconds(5) {
      print("\(parser.name): an input took \(report.slowest)")
      exit(1)
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
