internal import Text

/// Untrusted text in a prompt: a block that a random word begins and ends.
///
/// Whoever wrote the text cannot know the word, so nothing in it can end the block; a word that occurs
/// in any block is not taken. That does not make a model deaf to what a block says: what it answers is
/// a candidate and nothing else, whatever it was told.
struct PromptData: Equatable, Sendable {
  /// One block.
  struct Block: Equatable, Sendable {
    /// What it is, in our words.
    var title: String
    /// The data.
    var text: String
  }

  /// The blocks in their order.
  var blocks: [Block] = []

  /// The blocks with their marks.
  func marked(by word: String) -> String {
    blocks.map { block in
      "\(word) \(block.title)\n\(block.text)\(block.text.hasSuffix("\n") ? "" : "\n")\(word) end\n"
    }
    .joined(separator: "\n")
  }

  /// A word that occurs in no block.
  ///
  /// - Parameter next: gives a fresh random word.
  /// - Returns: the first that fits.
  func word(_ next: () -> String) -> String {
    while true {
      let word = next()
      if !blocks.contains(where: { $0.text.contains(word) || $0.title.contains(word) }) {
        return word
      }
    }
  }

  /// 128 random bits.
  static func randomWord() -> String {
    let digits = (0..<2).map { _ in
      let text = String(UInt64.random(in: 0 ... .max), radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    return "DATA-\(digits.joined())"
  }

  /// One line of a title: what is not visible is escaped.
  static func line(_ text: String) -> String { VisibleText.line(text) }
}
