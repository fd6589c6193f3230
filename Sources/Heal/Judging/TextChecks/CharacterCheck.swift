internal import Patches

/// Characters that show something other than what is read: overrides, look-alikes, controls.
struct CharacterCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file -> [Observation] in
      guard file.change.new != nil else { return [] }
      return hidden(file) + confusable(file)
    }
  }

  // MARK: Hidden characters

  private func hidden(_ file: FileCase) -> [Observation] {
    file.blocks.flatMap { block -> [Observation] in
      let before = block.old.reduce(into: Set<UInt32>()) { $0.formUnion(odd(file.oldLines[$1])) }
      return block.new.compactMap { index in
        let found = odd(file.newLines[index]).filter { !before.contains($0) }
        guard let first = found.min() else { return nil }
        return Observation(file.path, index + 1, "U+" + String(first, radix: 16, uppercase: true))
      }
    }
  }

  /// The characters of a line that do not show, or that end a line for some readers only.
  private func odd(_ line: ArraySlice<UInt8>) -> Set<UInt32> {
    if line.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 || $0 == 0x0A }) { return [] }
    var found: Set<UInt32> = []
    let scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isEnd = index + 2 == scalars.count && scalars[index + 1] == "\n"
      switch scalar.value {
      case 0x09, 0x0A: continue
      case 0x0D where isEnd || index + 1 == scalars.count: continue
      // Emoji are joined and chosen by these.
      case 0x200D where Self.follows(index, scalars), 0xFE0F where Self.follows(index, scalars):
        continue
      case 0..<0x20, 0x7F...0x9F, 0xFFFD: found.insert(scalar.value)
      default:
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .control:
          found.insert(scalar.value)
        default:
          if scalar.properties.isDefaultIgnorableCodePoint { found.insert(scalar.value) }
        }
      }
    }
    return found
  }

  private static func follows(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    index > 0 && scalars[index - 1].value > 0x2000
  }

  // MARK: Look-alikes

  /// New names that mix alphabets, look like ASCII, or become other names when they are normalised.
  private func confusable(_ file: FileCase) -> [Observation] {
    let known = Set(file.old.tokens.filter { $0.kind == .name }.map(\.text))
    return file.new.tokens.compactMap { token in
      guard token.kind == .name, !known.contains(token.text),
        token.text.utf8.contains(where: { $0 >= 0x80 }), Self.deceives(token.text)
      else { return nil }
      return Observation(file.path, token.line, token.text)
    }
  }

  private static func deceives(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    let foreign = scalars.filter { $0.value >= 0x250 }
    if foreign.isEmpty { return false }
    let hasASCII = scalars.contains { $0.properties.isAlphabetic && $0.value < 0x250 }
    let isCompatible = scalars.contains { scalar in
      // Full-width, mathematical and enclosed letters, ligatures: Python reads them as plain ones.
      switch scalar.value {
      case 0xFB00...0xFB06, 0xFF00...0xFFEF, 0x1D400...0x1D7FF, 0x2070...0x218F, 0x2460...0x24FF:
        true
      default: false
      }
    }
    return hasASCII || isCompatible || foreign.allSatisfy { lookAlikes.contains($0.value) }
  }

  /// Cyrillic and Greek letters that look like Latin ones (Unicode's confusables.txt, the common part).
  private static let lookAlikes: Set<UInt32> = [
    0x391, 0x392, 0x395, 0x396, 0x397, 0x399, 0x39A, 0x39C, 0x39D, 0x39F, 0x3A1, 0x3A4, 0x3A5,
    0x3A7, 0x3B1, 0x3B9, 0x3BD, 0x3BF, 0x3C1, 0x3C5, 0x3F2, 0x405, 0x406, 0x408, 0x410, 0x412,
    0x415, 0x417, 0x41A, 0x41C, 0x41D, 0x41E, 0x420, 0x421, 0x422, 0x423, 0x425, 0x430, 0x435,
    0x43E, 0x440, 0x441, 0x443, 0x445, 0x455, 0x456, 0x458, 0x4BB, 0x501, 0x51B, 0x51D,
  ]
}
