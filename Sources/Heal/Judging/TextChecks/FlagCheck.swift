internal import Patches

/// Switches that guard something and are flipped.
struct FlagCheck: Check {
  private let on: [String]
  private let off: [String]

  init(_ fields: inout ArticleFields) {
    on = fields.texts("must-stay-on")
    off = fields.texts("must-stay-off")
    if on.isEmpty, off.isEmpty { fields.problem("needs must-stay-on or must-stay-off") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file -> [Observation] in
      if file.role == .document || input.isExactRevert || file.change.new == nil { return [] }
      return file.blocks.flatMap { block in
        let before = block.old.flatMap { Self.pairs(file.oldLines[$0]) }
        return block.new.flatMap { index in
          Self.pairs(file.newLines[index]).compactMap { name, value -> Observation? in
            let wasOther = before.contains { $0.name == name && $0.value != value }
            let isConstant = name.contains { $0.isUppercase } && !name.contains { $0.isLowercase }
            let isNewSwitch = isConstant && !before.contains { $0.name == name }
            guard wasOther || isNewSwitch else { return nil }
            let words = value ? off : on
            let text = name.lowercased()
            guard words.contains(where: { PlainText.contains(text, $0) }) else { return nil }
            return Observation(file.path, index + 1, "\(name) is \(value)")
          }
        }
      }
    }
  }

  private static let trueWords: Set<String> = ["true", "yes", "on"]
  private static let falseWords: Set<String> = ["false", "no", "off"]

  /// Names that are given a truth value in a line.
  static func pairs(_ line: ArraySlice<UInt8>) -> [(name: String, value: Bool)] {
    let text = String(decoding: line.prefix(2000), as: UTF8.self)
    if PlainText.trimmed(text).hasPrefix("#") || PlainText.trimmed(text).hasPrefix("//") {
      return []
    }
    var pairs: [(name: String, value: Bool)] = []
    var name = ""
    var sign = false
    var word = ""
    for character in text + " " {
      if character.isLetter || character.isNumber || character == "_" || character == "-" {
        word.append(character)
        continue
      }
      if !word.isEmpty {
        let value = word.lowercased()
        if sign, !name.isEmpty, trueWords.contains(value) || falseWords.contains(value) {
          pairs.append((name, trueWords.contains(value)))
        }
        name = word
        sign = false
        word = ""
      }
      if character == "=" || character == ":" { sign = true }
      if character == "," || character == ";" || character == "(" { name = "" }
    }
    return pairs
  }
}
