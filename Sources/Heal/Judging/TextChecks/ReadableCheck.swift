internal import Patches

/// Code that cannot be read cannot be judged: broken tokens, other encodings, hostile encodings.
struct ReadableCheck: Check {
  init(_ fields: inout ArticleFields) {}

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file -> [Observation] in
      guard let new = file.change.new else { return [] }
      if String(validating: new, as: UTF8.self) == nil,
        file.change.old.map({ String(validating: $0, as: UTF8.self) != nil }) ?? true
      {
        return [Observation(file.path, 0, "is not UTF-8")]
      }
      if file.language == .python, let line = Self.foreignCoding(file.newLines),
        Self.foreignCoding(file.oldLines) == nil
      {
        return [Observation(file.path, line, "declares another encoding")]
      }
      if let fault = file.new.fault {
        // What could not be read before either is for a person: no other check has seen it.
        let wasReadable = file.old.fault == nil || file.change.old == nil
        return [
          Observation(file.path, fault.line, fault.message, verdict: wasReadable ? nil : .escalate)
        ]
      }
      if file.language == nil, new.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) {
        return [Observation(file.path, 1, "is a script in an unknown language", verdict: .escalate)]
      }
      return []
    }
  }

  /// A declaration in the first two lines (PEP 263) of anything but UTF-8, ASCII and Latin-1.
  private static func foreignCoding(_ lines: [ArraySlice<UInt8>]) -> Int? {
    for (index, line) in lines.prefix(2).enumerated() {
      let text = String(decoding: line, as: UTF8.self).lowercased()
      guard text.hasPrefix("#"), PlainText.contains(text, "coding") else { continue }
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.map(
        String.init)
      guard let place = words.firstIndex(where: { $0.hasSuffix("coding") }), place + 1 < words.count
      else { continue }
      let name = words[place + 1].filter { $0.isLetter || $0.isNumber }
      if !["utf8", "ascii", "latin1", "iso88591", "usascii"].contains(name) { return index + 1 }
    }
    return nil
  }
}
