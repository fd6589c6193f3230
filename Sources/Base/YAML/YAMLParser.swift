internal import CYAML

/// Reads one YAML document into nodes that know their lines.
///
/// The language is cut down to what a policy needs: no aliases, anchors, tags, duplicate keys or
/// second documents, because each of them lets a text say something else than it seems to say.
package enum YAMLParser {
  /// The largest text that is read, in bytes, unless a caller says otherwise.
  package static let sizeLimit = 1 << 20

  /// The most values, keys and brackets that are read.
  ///
  /// Each takes some hundred bytes of memory, and two of text or nearly so: no text within ``sizeLimit``
  /// reaches it.
  static let eventLimit = 1 << 20

  /// The deepest nesting that is read.
  package static let depthLimit = 32

  /// Parses a text, or throws every mistake that could be found.
  package static func parse(
    _ bytes: [UInt8], file: String, sizeLimit: Int = YAMLParser.sizeLimit
  ) throws(Problems) -> YAMLNode {
    let text = try validated(bytes, file: file, sizeLimit: sizeLimit)
    let reading = YAMLReading(file: file)
    return try reading.document(text)
  }

  /// Refuses what must not even reach the library.
  private static func validated(
    _ bytes: [UInt8], file: String, sizeLimit: Int
  ) throws(Problems) -> [UInt8] {
    let start = Mark(file: file, line: 1, column: 1)
    if bytes.count > sizeLimit {
      throw Problems([
        Problem(
          start, "the file has \(bytes.count) bytes, more than \(sizeLimit)",
          remedy: "split it or remove what is not needed")
      ])
    }
    if let index = bytes.firstIndex(of: 0) {
      throw Problems([
        Problem(mark(of: index, in: bytes, file), "a NUL byte", remedy: "write plain UTF-8 text")
      ])
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      let repaired = String(decoding: bytes, as: UTF8.self)
      let valid = zip(repaired.utf8, bytes).prefix { $0 == $1 }.count
      throw Problems([
        Problem(
          mark(of: valid, in: bytes, file), "the text is not valid UTF-8",
          remedy: "save the file as UTF-8")
      ])
    }
    return bytes
  }

  private static func mark(of index: Int, in bytes: [UInt8], _ file: String) -> Mark {
    let before = bytes.prefix(index)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.reduce(into: 1) { if $1 == 0x0A { $0 += 1 } }
    return Mark(file: file, line: line, column: index - lineStart + 1)
  }
}

/// One event of the library, copied out of its memory.
struct YAMLEvent {
  enum Kind {
    case scalar(String, plain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    case documentStart, alias, streamEnd, other
  }

  var kind: Kind
  var mark: Mark
  var hasAnchor = false
  var hasTag = false
}
