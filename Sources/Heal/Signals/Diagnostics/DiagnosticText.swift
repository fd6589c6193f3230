/// What follows the place in a line of a compiler or linter: level, rule and message.
struct DiagnosticText {
  var level: Signal.Level?
  var rule: String?
  var message: String
  /// Whether the word of a compiler, such as `error:`, stood there.
  var hasWord = false

  /// The words with which compilers say how bad it is, longest first.
  private static let words: [(String, Signal.Level)] = [
    ("fatal error", .error), ("internal compiler error", .error), ("Fatal error", .error),
    ("error", .error),
    ("warning", .warning), ("warn", .warning), ("note", .note), ("info", .note),
    ("information", .note),
    ("remark", .note), ("hint", .note), ("suggestion", .note), ("ERROR", .error),
    ("WARNING", .warning),
  ]

  init(_ text: ByteCursor) {
    var line = text
    line.skipBlanks()
    line.dropTrailingBlanks()
    // Pyright and TSLint put a dash between.
    if line.starts(with: "- ") { _ = line.take("- ") }
    message = line.rest
    if let found = Self.word(line) {
      level = found.level
      hasWord = true
      rule = found.rule
      message = found.rest.trimmed
    } else if let found = Self.letter(line) {
      level = found.level
      rule = found.rule
      message = found.rest.trimmed
    } else {
      level = Self.quietLevel(line)
    }
    rule = rule ?? Self.leadingRule(message) ?? Self.trailingRule(message)
    // Slim-Lint and HAML-Lint.
    var short = ByteCursor(message)
    if short.take(anyOf: ["[W] ", "[E] "]) != nil { message = short.rest }
  }

  /// `error: …`, `error TS2322: …`, `error[E0308]: …`, `warning C4996: …`.
  private static func word(_ text: ByteCursor) -> (
    level: Signal.Level, rule: String?, rest: ByteCursor
  )? {
    for (word, level) in words where text.starts(with: word) {
      var line = text
      _ = line.take(word)
      if line.take(":") { return (level, nil, line) }
      if line.take("[") {
        guard let rule = line.take(upTo: "]"), line.take(":") || line.starts(with: " ") else {
          return nil
        }
        return (level, rule, line)
      }
      if line.take(" ") {
        let rule = line.take { $0.isWord || $0 == UInt8(ascii: "-") }
        guard rule.utf8.contains(where: \.isDigit), rule.utf8.first?.isLetter == true,
          line.take(":")
        else { return nil }
        return (level, rule, line)
      }
      return nil
    }
    return nil
  }

  /// `C: …` of RuboCop, `W0611: …` of Pylint, `B404[bandit]: LOW: …`.
  private static func letter(_ text: ByteCursor) -> (
    level: Signal.Level, rule: String?, rest: ByteCursor
  )? {
    guard let first = text.first, first.isUpper else { return nil }
    var line = text
    let code = line.take { $0.isUpper || $0.isDigit }
    if line.take("[") {
      guard line.take(upTo: "]: ") != nil, let word = line.take(upTo: ": "), let level = grade(word)
      else { return nil }
      return (level, code, line)
    }
    guard line.take(": "),
      code.utf8.count == 1 || (code.utf8.count >= 4 && code.utf8.contains(where: \.isDigit))
    else {
      return nil
    }
    let level: Signal.Level =
      switch first {
      case UInt8(ascii: "E"), UInt8(ascii: "F"): .error
      case UInt8(ascii: "C"), UInt8(ascii: "R"), UInt8(ascii: "I"): .note
      default: .warning
      }
    guard "EFCRIW".utf8.contains(first) || code.utf8.count > 1 else { return nil }
    return (level, code.utf8.count == 1 ? nil : code, line)
  }

  private static func grade(_ word: String) -> Signal.Level? {
    switch word {
    case "LOW": .note
    case "MEDIUM": .warning
    case "HIGH", "CRITICAL": .error
    default: nil
    }
  }

  /// A level that stays part of the message: `[error] …`, `error - …`, `Suggestion: …`.
  private static func quietLevel(_ text: ByteCursor) -> Signal.Level? {
    for (mark, level) in [
      ("[error]", Signal.Level.error), ("[E]", .error), ("[warning]", .warning), ("[W]", .warning),
      ("error - ", .error), ("warning - ", .warning), ("info - ", .note), ("Suggestion: ", .note),
      ("Warning: ", .warning), ("Error: ", .error), ("[Error", .error), ("[Warning", .warning),
    ] where text.starts(with: mark) { return level }
    return nil
  }

  /// `E401 …`, `(W631) …`, `Style/Name: …`, `error - Name: …`, `Name: …` after a bracketed level.
  private static func leadingRule(_ message: String) -> String? {
    var line = ByteCursor(message)
    _ = line.take(anyOf: [
      "[W] ", "[E] ", "[Correctable] ", "[Corrected] ", "error - ", "warning - ", "info - ",
    ])
    let isBracketed = line.take("(")
    let word = line.take { $0.isWord || "/-.".utf8.contains($0) }
    if line.starts(with: ": "), word.utf8.contains(UInt8(ascii: "-")),
      word.utf8.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "-") })
    {
      return word
    }
    guard let first = word.utf8.first, first.isUpper else { return nil }
    if isBracketed { return line.starts(with: ") ") && isCode(word) ? word : nil }
    if line.starts(with: " "), isCode(word) { return word }
    // markdownlint: `MD013/line-length message`.
    var code = ByteCursor(word)
    if line.starts(with: " "), let head = code.take(upTo: "/"), isCode(head) { return head }
    guard line.starts(with: ": ") else { return nil }
    if word.utf8.contains(UInt8(ascii: "/")) { return word }
    return message.utf8.first != word.utf8.first ? word : nil
  }

  /// Letters, then digits: `E401`, `SC2086`, `DL3008`.
  private static func isCode(_ word: String) -> Bool {
    let digits = word.utf8.drop(while: \.isUpper)
    return (1...5).contains(word.utf8.count - digits.count) && (2...6).contains(digits.count)
      && digits.allSatisfy(\.isDigit)
  }

  /// `… (rule-name)`, `… [rule-name]`, `… [-Wname]`, `… [Error/rule]`, `… [category] [5]`.
  private static func trailingRule(_ message: String) -> String? {
    var line = ByteCursor(message)
    line.dropTrailingBlanks()
    // cpplint puts its confidence behind the category.
    var category = line
    if let head = category.take(upToLast: " ["), category.takeNumber() != nil, category.rest == "]"
    {
      line = ByteCursor(head)
    }
    for (open, close) in [("[", "]"), ("(", ")")] {
      var rest = line
      guard rest.take(suffix: close), rest.take(upToLast: open) != nil else { continue }
      var name = rest.rest
      if name.hasPrefix("-W") { name = String(name.dropFirst(2)) }
      for lead in ["Error/", "Warning/", "error/", "warning/"] where name.hasPrefix(lead) {
        name = String(name.dropFirst(lead.utf8.count))
      }
      let fits = name.utf8.allSatisfy { $0.isWord || "-/:.@,=+".utf8.contains($0) }
      if fits, (2...100).contains(name.utf8.count), name.utf8.first?.isDigit == false {
        return name
      }
    }
    return nil
  }
}
