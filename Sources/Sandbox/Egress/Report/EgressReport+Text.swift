extension EgressReport {
  /// The report for people: one line for each place, `+` for what only the other run used.
  package var text: String {
    let answer =
      switch verdict {
      case .same: "the other run used the network like the base"
      case .different: "the runs differ, and the other used nothing that the base did not"
      case .wider: "the other run used or tried something that the base did not"
      }
    var lines = ["egress: \(verdict.rawValue): \(answer)"]
    for difference in differences { lines.append(Self.line(difference)) }
    if unchanged > 0 { lines.append("  and \(unchanged) used alike") }
    for (name, side) in [("base", base), ("other run", other)] {
      for gap in side.gaps { lines.append("? not everything is known of the \(name): \(gap)") }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ difference: Difference) -> String {
    let host = difference.name.contains(":") ? "[\(difference.name)]" : difference.name
    let place = difference.port.map { "\(host):\($0)" } ?? "\(host) (asked for)"
    switch (difference.kind, difference.base, difference.other) {
    case (.added, _, .some(let use)): return "+ \(place)  \(use.words)"
    case (.removed, .some(let use), _): return "- \(place)  \(use.words)"
    case (_, .some(let old), .some(let new)):
      let changes = difference.aspects.map { words($0, old, new) }
      return "\(difference.isWider ? "!" : "~") \(place)  \(changes.joined(separator: ", "))"
    default: return "~ \(place)"
    }
  }

  private static func words(
    _ aspect: Difference.Aspect, _ old: PlaceUse, _ new: PlaceUse
  ) -> String {
    switch aspect {
    case .allowed: "now let through"
    case .refused: "now refused"
    case .modes: "now speaks " + new.modes.map(\.rawValue).joined(separator: " ")
    case .assurance: "checked for less"
    case .executables: "now reached by " + new.executables.joined(separator: " ")
    case .bytesUp, .bytesUpFewer: "\(old.bytesUp) → \(new.bytesUp) bytes up"
    case .bytesDown: "\(old.bytesDown) → \(new.bytesDown) bytes down"
    }
  }

}

extension PlaceUse {
  /// The use for people, in one line; empty when there was none.
  var words: String {
    var words = modes.map(\.rawValue)
    if connections > 0 { words.append(Self.count(connections, "connection")) }
    if refusals > 0 {
      let reasons = codes.filter { $0 != .learning }.map(\.rawValue).joined(separator: " ")
      words.append(
        reasons.isEmpty
          ? "\(Self.count(refusals, "attempt")), ended when it was known what for"
          : "\(Self.count(refusals, "refusal")) (\(reasons))")
    }
    if bytesUp > 0 || bytesDown > 0 {
      words.append("\(bytesUp) bytes up, \(bytesDown) down")
    }
    if !executables.isEmpty { words.append("by " + executables.joined(separator: " ")) }
    return words.joined(separator: ", ")
  }

  private static func count(_ number: UInt64, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
