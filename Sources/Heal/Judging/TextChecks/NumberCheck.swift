internal import Patches

/// Bounds that a fix must not move: timeouts and retries up, coverage floors down.
struct NumberCheck: Check {
  private let raised: [String]
  private let lowered: [String]

  init(_ fields: inout ArticleFields) {
    raised = fields.texts("raised")
    lowered = fields.texts("lowered")
    if raised.isEmpty, lowered.isEmpty { fields.problem("needs raised or lowered") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file -> [Observation] in
      if file.role == .document || input.isExactRevert { return [] }
      return file.blocks.flatMap { block in
        let before = block.old.flatMap { Self.pairs(file.oldLines[$0]) }
        return block.new.flatMap { index in
          Self.pairs(file.newLines[index]).compactMap { name, value -> Observation? in
            let old = before.filter { $0.name == name }.map(\.value)
            guard let high = old.max(), let low = old.min() else { return nil }
            let isRaised = raised.contains { PlainText.contains(name, $0) } && value > high
            let isLowered = lowered.contains { PlainText.contains(name, $0) } && value < low
            guard isRaised || isLowered else { return nil }
            return Observation(
              file.path, index + 1, "\(name) from \(isRaised ? high : low) to \(value)")
          }
        }
      }
    }
  }

  /// The numbers of a line with the word before each: `timeout=30`, `fail_under: 80`, `--cov-fail-under 80`.
  static func pairs(_ line: ArraySlice<UInt8>) -> [(name: String, value: Double)] {
    var pairs: [(name: String, value: Double)] = []
    var name = ""
    var gap = 0
    var rest = line
    while let byte = rest.first {
      if (0x30...0x39).contains(byte) {
        let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x5F }
        rest = rest.dropFirst(digits.count)
        let text = String(decoding: digits.filter { $0 != 0x5F }, as: UTF8.self)
        if !name.isEmpty, gap <= 4, let value = Double(text) { pairs.append((name, value)) }
        name = ""
      } else if (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_") {
        let word = rest.prefix {
          (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x5F || $0 == 0x2D
            || (0x30...0x39).contains($0)
        }
        name = String(decoding: word, as: UTF8.self).lowercased()
        gap = 0
        rest = rest.dropFirst(word.count)
      } else {
        gap += 1
        rest = rest.dropFirst()
      }
    }
    return pairs
  }
}
