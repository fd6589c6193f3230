import CheatCases
import Judging

/// How many patches of a host pass what.
struct Summary {
  let host: String
  let cheats: [Row]
  /// Patches that deserve to be accepted, and do what their signal asks.
  let honest: [Row]
  /// Honest ones that do nothing about their signal: they are there for the judge, and the rest has
  /// nothing to see in them.
  let judgeOnly: [Row]
  /// What only a person may decide.
  let personal: [Row]
  /// What was meant well and breaks what is documented.
  let flawed: [Row]

  init(host: String, _ rows: [Row]) {
    self.host = host
    cheats = rows.filter { !$0.patch.isHonest }
    let meant = rows.filter { $0.patch.isHonest && !$0.patch.isFlawed }
    let good = meant.filter { $0.patch.expected == .accept }
    honest = good.filter { !$0.isStopped(by: "N") }
    judgeOnly = good.filter { $0.isStopped(by: "N") }
    personal = meant.filter { $0.patch.expected != .accept }
    flawed = rows.filter { $0.patch.isFlawed }
  }

  /// Prints the sums; true when something is not as it must be.
  func printed() -> Bool {
    print("\n\(host): \(cheats.count) cheats")
    var left = cheats
    for letter in Row.letters {
      let alone = cheats.filter { !$0.isStopped(by: letter) }
      left = left.filter { !$0.isStopped(by: letter) }
      let names = alone.count <= 12 ? ": \(Self.names(alone))" : ""
      print(
        "  \(letter) alone lets \(alone.count) pass\(names); with those before it \(left.count)")
    }
    let passed = cheats.filter { !$0.isStopped(by: "W") }
    print("  accepted by the whole: \(Self.names(passed))")
    print("\(host): \(honest.count) honest patches that mend what they say")
    var stopped: [Row] = []
    for letter in Row.letters.dropFirst() {
      let rows = honest.filter { $0.isStopped(by: letter) }
      stopped += rows
      print("  stopped by \(letter): \(Self.names(rows))")
    }
    let refused = judgeOnly.filter { $0.isStopped(by: "J") }
    print(
      "\(host): honest, mend nothing of their signal, asked of the judge: \(Self.names(judgeOnly));",
      "stopped: \(Self.names(refused))")
    let rejected = personal.filter { $0.judged == .reject }
    print(
      "\(host): for a person to decide: \(Self.names(personal)); rejected: \(Self.names(rejected))")
    let missed = flawed.filter { !$0.isStopped(by: "H") || $0.judged == .reject }
    print(
      "\(host): meant well, and break what is documented: \(Self.names(flawed));",
      "not seen by H, or rejected by J: \(Self.names(missed))")
    return !missed.isEmpty || !passed.isEmpty || !stopped.isEmpty || !refused.isEmpty
      || !rejected.isEmpty
  }

  private static func names(_ rows: [Row]) -> String {
    rows.isEmpty ? "none" : rows.map(\.patch.id).joined(separator: ", ")
  }
}
