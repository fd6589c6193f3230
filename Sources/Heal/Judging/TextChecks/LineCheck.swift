internal import Patches

/// New lines of any file that hold some texts in order, such as a download that is run at once.
struct LineCheck: Check {
  private let lines: [[String]]

  init(_ fields: inout ArticleFields) {
    lines = fields.texts("lines").map { line in
      line.lowercased().split(separator: " ").filter { $0 != "..." }.map(String.init)
    }
    if lines.isEmpty { fields.problem("needs lines") }
  }

  func breaches(in input: JudgeInput) -> [Observation] {
    input.files.flatMap { file in
      file.added.compactMap { line, text -> Observation? in
        let words = text.lowercased().split { " \t\n\r`\"'();=".contains($0) }.map(String.init)
        let isHit = lines.contains { wanted in
          var rest = wanted[...]
          for word in words where word == rest.first { rest = rest.dropFirst() }
          return rest.isEmpty
        }
        return isHit ? Observation(file.path, line, PlainText.trimmed(text)) : nil
      }
    }
  }
}
