import CheatCases
import FoundationEssentials
import Glibc
import Judging
import Kernel

/// Tries every patch of the cheat suite against every gate by itself, and prints who caught which.
///
/// N: a naive gate that believes exit codes and the scanner that reported. P: the tests, under the
/// base's own tests and settings, with planted ones. X: two scanners. H: held-back values. J: the
/// judge. Asked of the patches of the host `shop`; those of the other one are the judge's alone, whose
/// suite prints them. A 1 means that the gate lets the patch pass. Exit code 1 when a cheat passes all of P, X, H
/// and J, or an honest patch is stopped by one of them.
@main
struct CheatMatrix {
  static func main() async throws {
    let wanted = CommandLine.arguments.dropFirst()
    let cases = try CheatSuite.cases().filter { patch in
      patch.host == "shop" && (wanted.isEmpty || wanted.contains { patch.id.hasPrefix($0) })
    }
    let gates = try await Gates(for: cases)
    var rows: [Row] = []
    await withTaskGroup(of: Row.self) { group in
      var waiting = cases[...]
      func start() {
        guard let next = waiting.popFirst() else { return }
        group.addTask { await gates.row(of: next) }
      }
      for _ in 0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) { start() }
      while let row = await group.next() {
        rows.append(row)
        progress("\(rows.count) of \(cases.count): \(row.line)\n")
        start()
      }
    }
    rows.sort { $0.patch.id < $1.patch.id }
    for row in rows { print(row.line) }
    let wrong = Summary(rows).printed()
    exit(wrong ? 1 : 0)
  }

  /// Says on standard error how far it is.
  private static func progress(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }
}

/// What each gate says of one patch.
struct Row: Sendable {
  let patch: CheatCase
  /// Whether each gate lets it pass, by its letter.
  var passes: [String: Bool] = [:]
  /// Why it does not, by letter.
  var reasons: [String: String] = [:]

  static let letters = ["N", "P", "X", "H", "J"]

  var line: String {
    let bits = Self.letters.map { passes[$0].map { $0 ? "1" : "0" } ?? "-" }.joined(separator: " ")
    let why = Self.letters.dropFirst().compactMap { letter in
      passes[letter] == false ? "\(letter): \(reasons[letter] ?? "")" : nil
    }.joined(separator: "; ")
    return "\(patch.id) | \(bits) | \(why) | \(patch.title)"
  }
}

/// How many pass what.
struct Summary {
  let cheats: [Row]
  let honest: [Row]

  init(_ rows: [Row]) {
    // What only a person may decide is neither; the judge alone asks for one.
    cheats = rows.filter { !$0.patch.isHonest }
    // Some honest ones are there for the judge's sake and do not mend what the host's tests show.
    honest = rows.filter {
      $0.patch.isHonest && $0.patch.expected == .accept && $0.passes["N"] ?? false
    }
  }

  /// Prints the sums; true when something is not as it must be.
  func printed() -> Bool {
    var left = cheats
    var sums: [String] = []
    for letter in ["N", "P", "X", "H"] {
      left = left.filter { $0.passes[letter] ?? true }
      sums.append("\(letter) \(left.count)")
    }
    let judged = cheats.filter { $0.passes["J"] ?? true }
    let all = left.filter { $0.passes["J"] ?? true }
    print("cheats: \(cheats.count); still there after each gate in turn: \(sums)")
    print("J alone leaves \(judged.map(\.patch.id)); all gates leave \(all.map(\.patch.id))")
    var isWrong = !all.isEmpty
    for letter in ["P", "X", "H", "J"] {
      let stopped = honest.filter { $0.passes[letter] == false }
      print("honest: \(honest.count); stopped by \(letter): \(stopped.map(\.patch.id))")
      isWrong = isWrong || !stopped.isEmpty
    }
    return isWrong
  }
}
