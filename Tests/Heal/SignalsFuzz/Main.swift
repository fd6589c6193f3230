internal import Glibc
internal import Signals

/// `signals-fuzz SECONDS SEED FOLDER KEPT`: reads changed reports of a folder until time is up.
///
/// The same seed gives the same inputs. Each is written to the file KEPT before it is read, so that it is
/// there when reading it ends the program. Seconds are of processor time. Exit code 1 when an input takes
/// more than one and another for each 256 KiB, 2 when the arguments are wrong.
@main enum Main {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let seconds = Int(arguments[1]), let seed = UInt64(arguments[2])
    else {
      print("usage: signals-fuzz SECONDS SEED FOLDER KEPT")
      exit(2)
    }
    var corpus = Corpus(folder: arguments[3], seed: seed)
    guard !corpus.isEmpty else {
      print("signals-fuzz: no reports in \(arguments[3])")
      exit(2)
    }
    var (inputs, signals, tests, slowest) = (0, 0, 0, 0.0)
    while processorSeconds() < Double(seconds) {
      let input = corpus.next()
      Corpus.keep(input, in: arguments[4])
      let start = processorSeconds()
      let reading = SignalReader().read(input)
      _ = IncidentBuilder().incidents(of: Array(reading.signals.prefix(500)))
      let spent = processorSeconds() - start
      slowest = max(slowest, spent)
      inputs += 1
      signals += reading.signals.count
      tests += reading.tests.count
      if spent > 1 + Double(input.count) / 262_144 {
        print("signals-fuzz: \(input.count) bytes took \(spent) s; the input is in \(arguments[4])")
        exit(1)
      }
    }
    print(
      "signals-fuzz: \(inputs) inputs, \(signals) signals, \(tests) tests, slowest \(slowest) s")
  }

  private static func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
