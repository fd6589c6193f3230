internal import FoundationEssentials

/// What holds each probe of the catalogue of bypasses, by its number.
///
/// Attempts in the laboratory, each with its control, and tests; `Scripts/check-tests` looks whether
/// the tests ran.
package struct ProbeLedger: Sendable {
  /// One number.
  package struct Entry: Decodable, Sendable {
    /// What is tried.
    package var probe: String
    /// Rows of attempts with what shows that they mean something: `outside` when they work where
    /// nothing holds them, the row of an innocent twin that works inside, or `itself` for such a twin.
    package var attempts: [String: String]?
    /// Tests as `Module.Suite/test`.
    package var tests: [String]?
  }

  /// The entries by number; our own begin with a letter.
  package let entries: [String: Entry]

  /// Reads it.
  package init() throws {
    entries = try JSONDecoder().decode(
      [String: Entry].self, from: Data(contentsOf: EgressLab.source("ledger.json")))
  }

  /// What is wrong with the attempts, one line each: rows that were not made, worked, or lack their
  /// control; and attempts that belong to no number.
  package func faults(inside: [Observation], outside: [Observation]) -> [String] {
    let made = Dictionary(grouping: inside, by: \.row)
    let control = Dictionary(grouping: outside, by: \.row)
    var faults: [String] = []
    var known: Set<String> = []
    for (number, entry) in entries.sorted(by: { $0.key < $1.key }) {
      if entry.attempts?.isEmpty ?? true, entry.tests?.isEmpty ?? true {
        faults.append("\(number): held by nothing")
      }
      for (row, shownBy) in entry.attempts ?? [:] {
        known.insert(row)
        let wanted: Observation.Outcome = shownBy == "itself" ? .worked : .blocked
        let seen = made[row] ?? []
        if seen.isEmpty { faults.append("\(number): \(row) was not made") }
        faults += seen.filter { $0.result != wanted }.map { "\(number): \($0)" }
        switch shownBy {
        case "itself": break
        case "outside":
          if control[row]?.contains(where: { $0.result == .worked }) != true {
            faults.append("\(number): \(row) never works outside either")
          }
        default:
          if made[shownBy]?.allSatisfy({ $0.result == .worked }) != true {
            faults.append("\(number): \(row) has no control, since \(shownBy) does not work")
          }
        }
      }
    }
    let strangers = Set(inside.map(\.row)).subtracting(known).filter { !$0.hasPrefix("W") }
    return faults + strangers.sorted().map { "\($0) belongs to no number" }
  }
}
