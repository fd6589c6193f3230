/// The functions and types around each line of a file, read from indentation and keywords.
///
/// A heuristic over most languages, not a parser: what matters is that it gives the same answer
/// before and after code moves, not that it knows every dialect.
struct EnclosingScopes {
  private struct Scope {
    var name: String
    var parent: Int?
    var indentation: Int
  }

  private var scopes: [Scope] = []
  /// For each line the innermost scope, as an index.
  private var innermost: [Int?] = []

  init(of source: SourceText) {
    innermost.reserveCapacity(source.lines.count)
    var current: Int?
    for line in source.lines {
      let text = source.bytes[line]
      guard let first = text.firstIndex(where: { !CodeContext.isSpace($0) }) else {
        innermost.append(current)
        continue
      }
      let indentation = first - text.startIndex
      let body = text[first...]
      if body.first != UInt8(ascii: "#") {
        while let index = current, scopes[index].indentation >= indentation {
          current = scopes[index].parent
        }
        if let name = DeclarationHeader.name(in: body) {
          scopes.append(Scope(name: name, parent: current, indentation: indentation))
          current = scopes.count - 1
        }
      }
      innermost.append(current)
    }
  }

  /// Gives the names around a line, counted from 1, outermost first and joined by dots.
  func name(atLine line: Int) -> String? {
    guard innermost.indices.contains(line - 1), var index = innermost[line - 1] else { return nil }
    var names = [scopes[index].name]
    while let parent = scopes[index].parent, names.count < 32 {
      names.append(scopes[parent].name)
      index = parent
    }
    return names.reversed().joined(separator: ".")
  }
}

/// Recognises the line that opens a function or a type.
private enum DeclarationHeader {
  private static let modifiers = words(
    """
    public private protected internal package open static final abstract async export default \
    pub unsafe extern const override virtual inline mutating nonisolated sealed data partial
    """)
  private static let keywords = words(
    """
    def class func function fn struct enum trait impl module namespace interface protocol \
    extension actor object sub proc record
    """)
  private static let control = words(
    "if for while switch catch else elif do try with return match guard repeat foreach when using")

  private static func words(_ list: String) -> Set<[UInt8]> {
    Set(list.split(separator: " ").map { Array($0.utf8) })
  }

  /// Gives the declared name; `nil` where the line opens nothing that has one.
  static func name(in line: ArraySlice<UInt8>) -> String? {
    // A longer line is minified code, which has no headers worth reading.
    guard line.count <= 400 else { return nil }
    var rest = line
    var word = takeWord(from: &rest)
    let first = word
    while modifiers.contains(word) { word = takeWord(from: &rest) }
    if keywords.contains(word) {
      skipReceiver(in: &rest)
      let name = takeWord(from: &rest)
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
    guard line.last(where: { !CodeContext.isSpace($0) }) == UInt8(ascii: "{"),
      !first.isEmpty, !control.contains(first), !control.contains(word),
      let parenthesis = line.firstIndex(of: UInt8(ascii: "("))
    else { return nil }
    return name(before: parenthesis, in: line)
  }

  /// The word before the parenthesis, as in `void run(int a) {`, or the one before `=`, as in
  /// `const run = (a) => {`.
  private static func name(before parenthesis: Int, in line: ArraySlice<UInt8>) -> String? {
    let equals = line[..<parenthesis].firstIndex(of: UInt8(ascii: "="))
    let head = line[..<(equals ?? parenthesis)]
    let end = head.lastIndex { !CodeContext.isSpace($0) }.map { $0 + 1 } ?? head.endIndex
    let start = head[..<end].lastIndex { !isWord($0) }.map { $0 + 1 } ?? head.startIndex
    return start < end ? String(decoding: head[start..<end], as: UTF8.self) : nil
  }

  private static func takeWord(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
    rest = rest.drop(while: CodeContext.isSpace)
    let word = rest.prefix(while: isWord)
    rest = rest.dropFirst(word.count)
    return Array(word)
  }

  /// Skips Go's `(r *Reader)` and Rust's `<T>` between keyword and name.
  private static func skipReceiver(in rest: inout ArraySlice<UInt8>) {
    rest = rest.drop(while: CodeContext.isSpace)
    guard let open = rest.first, open == UInt8(ascii: "(") || open == UInt8(ascii: "<") else {
      return
    }
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: ">")
    if let end = rest.firstIndex(of: close) { rest = rest[(end + 1)...] }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }
}
