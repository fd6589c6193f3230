internal import Patches

/// New regular expressions that can take for ever: repetition of what repeats, or sheer length.
struct RegexCheck: Check {
  private let longest: Int

  init(_ fields: inout ArticleFields) { longest = fields.number("longest") }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.production.flatMap { file -> [Observation] in
      let before = Set(expressions(file.old, file.language).map(\.text))
      return expressions(file.new, file.language).filter { !before.contains($0.text) }
        .compactMap { line, text in
          if Self.isNested(text) { return Observation(file.path, line, text) }
          return text.utf8.count > longest
            ? Observation(file.path, line, "\(text.utf8.count) bytes", verdict: .escalate) : nil
        }
    }
  }

  private func expressions(
    _ code: CodeTokens, _ language: CodeLanguage?
  ) -> [(line: Int, text: String)] {
    switch language {
    case .python:
      return PythonCall.all(PythonNames(code.tokens))
        .filter { $0.name.hasPrefix("re.") || $0.name.hasPrefix("regex.") }
        .compactMap { call in
          let text = (call.positional.first ?? []).compactMap(\.stringValue).joined()
          return text.isEmpty ? nil : (call.line, text)
        }
    case .javascript:
      return code.tokens.filter { $0.kind == .string && $0.text.hasPrefix("/") }
        .map { ($0.line, $0.text) }
    default: return []
    }
  }

  /// Whether a group that holds a repetition is itself repeated.
  static func isNested(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let repeats = [UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "{")]
    var groups: [Bool] = []
    var isInClass = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case _ where isInClass: break
      case UInt8(ascii: "("): groups.append(false)
      case UInt8(ascii: ")"):
        let holds = groups.popLast() ?? false
        let isRepeated = index + 1 < bytes.count && repeats.prefix(2).contains(bytes[index + 1])
        if holds && isRepeated { return true }
        if holds || isRepeated, !groups.isEmpty { groups[groups.count - 1] = true }
      case UInt8(ascii: "+"), UInt8(ascii: "*"):
        if !groups.isEmpty { groups[groups.count - 1] = true }
      default: break
      }
      index += 1
    }
    return false
  }
}
