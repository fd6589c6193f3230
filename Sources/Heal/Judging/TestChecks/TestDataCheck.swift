internal import Patches

/// Data files that repeat the inputs and answers of the tests: special cases that lie beside the code.
struct TestDataCheck: Check {
  private let endings: [String]
  private let share: Int
  private let least: Int

  init(_ fields: inout ArticleFields) {
    endings = fields.texts("endings")
    share = fields.number("percent")
    least = fields.number("least")
    if endings.isEmpty { fields.problem("needs endings") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    if input.isExactRevert { return [] }
    return input.files.compactMap { file in
      let name = file.change.path.name.lowercased()
      guard file.role != .test, endings.contains(where: name.hasSuffix) else { return nil }
      let old = Set(file.oldLines.flatMap { Self.literals(String(decoding: $0, as: UTF8.self)) })
      var all = 0
      var known = 0
      for (_, text) in file.added {
        for literal in Self.literals(text) where !old.contains(literal) {
          all += 1
          if input.testLiterals.contains(literal) { known += 1 }
        }
      }
      guard known >= least, known * 100 >= all * share else { return nil }
      return Observation(
        file.path, file.added.first?.line ?? 0, "\(known) of \(all) values stand in the tests")
    }
  }

  /// The numbers of two and more digits and the quoted texts of a line, as the tests' are kept.
  private static func literals(_ line: String) -> [String] {
    var found: [String] = []
    let bytes = Array(line.utf8)
    var at = 0
    while at < bytes.count {
      let start = at
      if (0x30...0x39).contains(bytes[at]) {
        while at < bytes.count, (0x30...0x39).contains(bytes[at]) || bytes[at] == 0x2E { at += 1 }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if at - start > 1, let value = Double(text) { found.append("#\(value)") }
      } else if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
        let quote = bytes[at]
        at += 1
        while at < bytes.count, bytes[at] != quote { at += 1 }
        let text = String(decoding: bytes[(start + 1)..<min(at, bytes.count)], as: UTF8.self)
        if text.utf8.count > 2 { found.append("\"" + text) }
        at += 1
      } else {
        at += 1
      }
    }
    return found
  }
}
