internal import Text

extension TerminalReport {
  /// The colours of a terminal report, as SGR parameters.
  enum Paint: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case alarm = "1;97;41"
    case magenta = "1;35"
    case red = "31"
    case yellow = "33"
    case blue = "34"
    case cyan = "36"

    init(_ severity: Severity) {
      switch severity {
      case .critical: self = .magenta
      case .high: self = .red
      case .medium: self = .yellow
      case .low: self = .blue
      case .info: self = .cyan
      }
    }
  }

  func paint(_ text: String, _ paint: Paint) -> String {
    guard colour, paint != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }

  /// Fills to a number of columns, or cuts with an ellipsis.
  func pad(_ text: String, _ columns: Int) -> String {
    let fitting = cut(text, to: columns)
    return fitting + String(repeating: " ", count: columns - VisibleText.columns(fitting))
  }

  func padLeft(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - VisibleText.columns(text))) + text
  }

  private func cut(_ text: String, to columns: Int) -> String {
    guard VisibleText.columns(text) > columns else { return text }
    var kept = ""
    var used = 0
    for scalar in text.unicodeScalars {
      let next = VisibleText.columns(scalar)
      if used + next > columns - 1 { break }
      kept.unicodeScalars.append(scalar)
      used += next
    }
    return kept + "…"
  }

  /// Makes untrusted text visible and breaks it into indented lines.
  ///
  /// Words that are too long are broken. An ellipsis marks text beyond the limit of lines.
  func wrap(_ text: String, indent: Int, limit: Int = 200) -> [String] {
    let room = max(16, width - indent)
    // No more than this can be shown; a tool's megabyte is not worth measuring.
    let shown = VisibleText.line(
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(room * (limit + 1)))))
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in shown.split(separator: " ") {
      var rest = word[...]
      var needed = VisibleText.columns(String(rest))
      if used > 0, used + 1 + needed <= room {
        line += " " + rest
        used += 1 + needed
        continue
      }
      if used > 0 { lines.append(line) }
      while needed > room {
        let part = prefix(of: rest, columns: room)
        lines.append(String(part))
        rest = rest[part.endIndex...]
        needed = VisibleText.columns(String(rest))
      }
      line = String(rest)
      used = needed
    }
    if used > 0 { lines.append(line) }
    if lines.count > limit {
      lines = Array(lines.prefix(limit))
      let last = lines[limit - 1]
      lines[limit - 1] = cut(last + " ……", to: min(room, VisibleText.columns(last) + 2))
    }
    let margin = String(repeating: " ", count: indent)
    return lines.map { margin + $0 }
  }

  private func prefix(of text: Substring, columns: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    for index in text.unicodeScalars.indices {
      used += VisibleText.columns(text.unicodeScalars[index])
      if used > columns { break }
      end = text.unicodeScalars.index(after: index)
    }
    return text[..<end]
  }

  /// A number with commas between thousands.
  func grouped(_ number: Int) -> String {
    var digits = Array(String(number.magnitude))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: position)
      position -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Milliseconds in the unit that reads best: `340 ms`, `12.3 s`, `4 m 05 s`.
  func duration(_ milliseconds: Int) -> String {
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 {
      return "\(milliseconds / 1_000).\(milliseconds / 100 % 10) s"
    }
    let seconds = milliseconds / 1_000
    return "\(seconds / 60) m \(seconds % 60 < 10 ? "0" : "")\(seconds % 60) s"
  }
}

extension ToolRun {
  /// Whether there is a time and a number of findings to show.
  var didRun: Bool { state != .notApplicable && state != .missing }
}

extension ToolRun.State {
  /// The state in the tools table.
  var label: String {
    switch self {
    case .completed: "completed"
    case .notApplicable: "not applicable"
    case .failed: "FAILED"
    case .timedOut: "TIMED OUT"
    case .denied: "DENIED"
    case .blind: "BLIND"
    case .missing: "MISSING"
    }
  }
}
