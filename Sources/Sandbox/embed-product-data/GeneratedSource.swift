/// The Swift source that carries the documents as literals.
///
/// String literals go to the binary's read-only data as they are and compile in a fraction of
/// the time that a literal of an array of bytes takes.
struct GeneratedSource {
  /// The text of the file.
  private(set) var text = "// Generated from profiles/, tools/ and rules/. Edit those.\n\n"

  /// Opens the extension that `add` fills.
  init() {
    text += "extension ProductData {\n"
  }

  /// Adds a table of documents as a static property.
  mutating func add(_ documents: [ProductTree.Document], property: String, summary: String) {
    text += "  /// \(summary)\n"
    text += "  package static let \(property): [Document] = [\n"
    for document in documents {
      text += "    Document(name: \(Self.literal(document.name)), text: "
      text += "\(Self.literal(document.text))),\n"
    }
    text += "  ]\n\n"
  }

  /// Closes the extension.
  mutating func finish() {
    text += "}\n"
  }

  /// A raw string literal of one or more lines that stands for exactly this text.
  static func literal(_ text: String) -> String {
    let hashes = String(repeating: "#", count: longestRunOfHashes(in: text) + 1)
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return "\(hashes)\"\(text)\"\(hashes)" }
    return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
  }

  private static func longestRunOfHashes(in text: String) -> Int {
    var longest = 0
    var current = 0
    for byte in text.utf8 {
      current = byte == UInt8(ascii: "#") ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
