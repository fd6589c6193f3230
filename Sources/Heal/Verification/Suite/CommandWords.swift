internal import Text

/// A command line that cannot be taken.
package struct TestCommandMistake: Error, Equatable, CustomStringConvertible {
  /// What is wrong and what to write instead.
  package var message: String
  /// The same.
  package var description: String { message }
}

/// The words of a command line, as a shell would split it that expands nothing.
enum CommandWords {
  /// The most bytes of a command line.
  private static let mostBytes = 1 << 16

  /// Splits a text: blanks part words; quotes and backslashes keep them together.
  ///
  /// The rules are those of POSIX.1-2024, XCU 2.2. Whatever a shell would expand or act on is a
  /// mistake, since no shell runs the command.
  static func split(_ text: String) throws(TestCommandMistake) -> [String] {
    guard text.utf8.count <= mostBytes, !text.utf8.contains(0) else {
      throw TestCommandMistake(message: "is too long, or has a byte that no command has")
    }
    var reader = Reader(text: Array(text.unicodeScalars))
    let words = try reader.words()
    guard let first = words.first, !first.isEmpty else {
      throw TestCommandMistake(message: "is empty; write the command that runs the tests")
    }
    if let equals = first.firstIndex(of: "="), !first[..<equals].contains("/") {
      throw TestCommandMistake(
        message: "sets a variable before the command; write env \(VisibleText.line(first)) …")
    }
    return words
  }

  private struct Reader {
    let text: [Unicode.Scalar]
    var index = 0

    mutating func words() throws(TestCommandMistake) -> [String] {
      var words: [String] = []
      var word: String?
      while index < text.count {
        let scalar = text[index]
        index += 1
        switch scalar {
        case " ", "\t":
          if let done = word { words.append(done) }
          word = nil
        case "'":
          word = (word ?? "") + (try quoted(by: "'"))
        case "\"":
          word = (word ?? "") + (try quoted(by: "\""))
        case "\\":
          guard index < text.count, text[index] != "\n" else {
            throw TestCommandMistake(message: "ends in a backslash")
          }
          word = (word ?? "") + String(text[index])
          index += 1
        default:
          try refuse(scalar, isStart: word == nil)
          word = (word ?? "") + String(scalar)
        }
      }
      if let done = word { words.append(done) }
      return words
    }

    private mutating func quoted(by quote: Unicode.Scalar) throws(TestCommandMistake) -> String {
      var part = ""
      while index < text.count {
        let scalar = text[index]
        index += 1
        if scalar == quote { return part }
        if quote == "\"", scalar == "$" || scalar == "`" { try refuse(scalar, isStart: false) }
        if quote == "\"", scalar == "\\", index < text.count,
          "\\\"$`".unicodeScalars.contains(text[index])
        {
          part += String(text[index])
          index += 1
        } else {
          part += String(scalar)
        }
      }
      throw TestCommandMistake(message: "has a \(quote) without its other one")
    }

    private func refuse(_ scalar: Unicode.Scalar, isStart: Bool) throws(TestCommandMistake) {
      let isSpecial =
        "$`|&;<>()*?[\n\r".unicodeScalars.contains(scalar)
        || (isStart && "~#!{".unicodeScalars.contains(scalar))
      if isSpecial {
        throw TestCommandMistake(
          message: "has \(VisibleText.line(String(scalar))), which only a shell understands; "
            + "put it in quotes, or write a script into the tree and name that")
      }
    }
  }
}
