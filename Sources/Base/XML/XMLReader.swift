/// Reads XML 1.0 as far as reports need it, strictly and without ever expanding anything.
///
/// A document type is skipped and defines nothing: of entities only the five of XML and characters by
/// number are known, others stay as they are written, so there is nothing to fetch and nothing to
/// multiply. Nesting is bounded, and so is the number of elements. What stood before a mistake of
/// structure is kept.
package struct XMLReader {
  /// The document as far as it was read.
  package struct Document {
    /// The first element; what stood open when the reading ended is part of it.
    package var root: XMLElement
    /// What ended the reading early, or the first thing that is not as XML wants it.
    package var problem: String?
  }

  private static let deepest = 128
  private static let mostElements = 500_000
  private static let longestText = 65_536
  /// Of a longer text so many of its last bytes are kept: there it says where it happened.
  private static let longestEnd = 16_384

  private let bytes: [UInt8]
  private var position = 0
  private var open: [XMLElement] = []
  private var elements = 0
  /// The first thing that is not as it must be and did not end the reading.
  private var flaw: String?

  private struct Problem: Error { let message: String }

  /// Reads a document; `nil` when not even its first element is one.
  package static func read(_ bytes: [UInt8]) -> Document? {
    var reader = XMLReader(bytes: bytes)
    var problem: String?
    do {
      if let root = try reader.document() { return Document(root: root, problem: reader.flaw) }
      problem = reader.flaw ?? "the document breaks off"
    } catch {
      problem = reader.flaw ?? "\(error.message), line \(reader.line)"
    }
    while reader.open.count > 1, let last = reader.open.popLast() {
      reader.open[reader.open.count - 1].children.append(last)
    }
    return reader.open.first.map { Document(root: $0, problem: problem) }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads to the end of the first element; `nil` when the bytes end before.
  private mutating func document() throws(Problem) -> XMLElement? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        text()
        continue
      }
      if accept("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if accept("<![CDATA[") {
        let start = position
        guard skip(past: "]]>") else { return nil }
        append(bytes[start..<position - 3])
      } else if accept("<?") {
        guard skip(past: "?>") else { return nil }
      } else if accept("<!") {
        guard skipDeclaration() else { return nil }
      } else if accept("</") {
        if let root = try endTag() { return root }
      } else {
        position += 1
        if let root = try startTag() { return root }
      }
    }
    return nil
  }

  private func failure(_ message: String) -> Problem { Problem(message: message) }

  private var line: Int { bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1 }

  private mutating func note(_ message: String) {
    if flaw == nil { flaw = "\(message), line \(line)" }
  }

  private mutating func accept(_ literal: StaticString) -> Bool {
    let wanted = literal.description.utf8
    guard bytes[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func skip(past literal: StaticString) -> Bool {
    guard let range = bytes[position...].firstRange(of: Array(literal.description.utf8)) else {
      position = bytes.count
      return false
    }
    position = range.upperBound
    return true
  }

  /// A document type, with or without an internal subset; quotes hide brackets.
  private mutating func skipDeclaration() -> Bool {
    var depth = 0
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let mark = quote {
        if byte == mark { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"):
        if depth <= 0 { return true }
        depth -= 1
      default: break
      }
    }
    return false
  }

  private mutating func text() {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      position += 1
    }
    guard !open.isEmpty else { return }
    append(unescaped(start..<position)[...])
  }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    guard !open.isEmpty, !part.isEmpty else { return }
    if part.contains(0) { note("a character that XML does not have") }
    let last = open.count - 1
    let room = max(0, Self.longestText - Self.longestEnd - open[last].text.utf8.count)
    if room > 0 { open[last].text += String(decoding: part.prefix(room), as: UTF8.self) }
    open[last].rest += part.dropFirst(room).suffix(Self.longestEnd)
    // Now and then, so that many small pieces are not copied each time.
    if open[last].rest.count > 2 * Self.longestEnd {
      open[last].rest.removeFirst(open[last].rest.count - Self.longestEnd)
    }
  }

  private mutating func startTag() throws(Problem) -> XMLElement? {
    guard open.count < Self.deepest else { throw failure("nested too deeply") }
    guard elements < Self.mostElements else {
      throw failure("more than \(Self.mostElements) elements")
    }
    elements += 1
    var element = XMLElement(name: try name())
    while true {
      skipSpace()
      guard position < bytes.count else { return nil }
      if accept("/>") {
        element.isClosed = true
        return close(element)
      }
      if accept(">") {
        open.append(element)
        return nil
      }
      let key = try name()
      skipSpace()
      guard accept("=") else { throw failure("an attribute without a value") }
      skipSpace()
      let value = try quoted()
      if element.attributes.count < 64 { element.attributes.append((key, value)) }
    }
  }

  private mutating func endTag() throws(Problem) -> XMLElement? {
    let ended = try name()
    skipSpace()
    guard accept(">") else { throw failure("an end tag without an end") }
    guard var element = open.popLast() else { throw failure("an end without a beginning") }
    guard element.name == ended else {
      open.append(element)
      throw failure("</\(ended)> where <\(element.name)> is open")
    }
    element.isClosed = true
    element.text += String(decoding: element.rest.suffix(Self.longestEnd), as: UTF8.self)
    element.rest = []
    return close(element)
  }

  /// Files a finished element under its parent; gives it when it is the root.
  private mutating func close(_ element: XMLElement) -> XMLElement? {
    guard !open.isEmpty else { return element }
    open[open.count - 1].children.append(element)
    return nil
  }

  private mutating func skipSpace() {
    while position < bytes.count,
      bytes[position].isBlank || bytes[position] == 0x0A || bytes[position] == 0x0D
    {
      position += 1
    }
  }

  private mutating func name() throws(Problem) -> String {
    let start = position
    while position < bytes.count,
      bytes[position].isWord || ":.-".utf8.contains(bytes[position])
    {
      position += 1
    }
    let part = bytes[start..<position]
    guard let first = part.first, part.count <= 256, first.isWord, !first.isDigit else {
      throw failure("expected a name")
    }
    let local = part.lastIndex(of: UInt8(ascii: ":")).map { part[($0 + 1)...] } ?? part
    return String(decoding: local, as: UTF8.self)
  }

  private mutating func quoted() throws(Problem) -> String {
    guard position < bytes.count,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else { throw failure("expected a quoted value") }
    let quote = bytes[position]
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: quote) else {
      position = bytes.count
      throw failure("a value without an end")
    }
    let value = unescaped(start..<end)
    if value.contains(0) { note("a character that XML does not have") }
    position = end + 1
    return String(decoding: value.prefix(Self.longestText), as: UTF8.self)
  }

  /// Undoes the escapes; an entity that only a document type could define stays as it is written.
  private mutating func unescaped(_ range: Range<Int>) -> [UInt8] {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return Array(bytes[range]) }
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "&") else {
        text.append(bytes[index])
        index += 1
        continue
      }
      let part = bytes[(index + 1)..<min(range.upperBound, index + 12)]
      let end = part.firstIndex(of: UInt8(ascii: ";")) ?? index + 1
      let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      if let character = Self.character(name) {
        text += Array(String(character).utf8)
        index = end + 1
      } else {
        note(name.isEmpty ? "a bare &" : "the entity &\(name); is not expanded")
        text.append(bytes[index])
        index += 1
      }
    }
    return text
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value, value > 0 else { return nil }
    return Unicode.Scalar(value)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// A letter, a digit or an underscore; every byte beyond ASCII counts as a letter.
  fileprivate var isWord: Bool {
    isDigit || self == UInt8(ascii: "_") || self >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
