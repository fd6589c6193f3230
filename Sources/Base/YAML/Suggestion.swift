/// Finds the name that somebody probably meant.
package enum Suggestion {
  /// The known name nearest to a mistyped one, if it is near enough to be meant.
  package static func nearest(to written: String, in known: some Sequence<String>) -> String? {
    let limit = max(1, written.count / 3)
    var best: (name: String, distance: Int)?
    for name in known.sorted() {
      let distance = distance(written.lowercased(), name.lowercased())
      if distance <= limit, distance < (best?.distance ?? .max) { best = (name, distance) }
    }
    return best?.name
  }

  /// A remedy for an unknown name: the nearest one, or the whole choice.
  package static func remedy(for written: String, in known: [String]) -> String {
    if let name = nearest(to: written, in: known) { return "write \"\(name)\" instead" }
    if known.count > 40 { return "write one of the \(known.count) known names instead" }
    return "write \(choice(known)) instead"
  }

  /// Names as an English choice: `a, b or c`.
  package static func choice(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The Levenshtein distance, with a swap of neighbours counted once.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    if left.count > 64 || right.count > 64 { return .max }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
