internal import Text

extension DataNode {
  /// Reads a TOML 1.0 text with the line of every value.
  ///
  /// Numbers, dates and truth values stay as they are spelled, whether or not TOML allows the spelling:
  /// what lock files need of them are texts.
  init(parsingTOML bytes: [UInt8]) throws(PackageFileError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PackageFileError("the text is not UTF-8")
    }
    var reader = TOMLReader(text: Array(text.utf8))
    self = try reader.document()
  }
}

/// A table while it is being filled; references, because later headers go on with it.
private final class TOMLTable {
  enum Value {
    case node(DataNode)
    case table(TOMLTable)
    case tables(TOMLTables)
  }

  let line: Int
  /// Whether a header or a dotted key of its own has made it, so that no second one may.
  var isDefined = false
  private(set) var names: [String] = []
  var values: [String: (value: Value, line: Int)] = [:]

  init(line: Int) { self.line = line }

  func set(_ name: String, _ value: Value, line: Int) {
    if values[name] == nil { names.append(name) }
    values[name] = (value, line)
  }

  func node(line: Int? = nil) -> DataNode {
    var mapping = DataNode.Mapping()
    for name in names {
      guard let (value, line) = values[name] else { continue }
      switch value {
      case .node(let node): mapping.append(name, DataNode(node.content, line: line))
      case .table(let table): mapping.append(name, table.node(line: line))
      case .tables(let tables):
        mapping.append(name, DataNode(.list(tables.all.map { $0.node() }), line: line))
      }
    }
    return DataNode(.mapping(mapping), line: line ?? self.line)
  }
}

/// A list of tables while it grows, which takes no copy for each of them.
private final class TOMLTables {
  var all: [TOMLTable]

  init(_ first: TOMLTable) { all = [first] }
}

private struct TOMLReader {
  let text: [UInt8]
  var position = 0
  var line = 1
  /// How many values and tables may still come: some hundred bytes of memory each, and the largest
  /// public lock files have a tenth of it.
  private var left = 1 << 20

  /// The deepest nesting of arrays, inline tables and dotted keys.
  static let mostDepth = 64

  init(text: [UInt8]) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  var current: UInt8? { position < text.count ? text[position] : nil }

  func failure(_ message: String) -> PackageFileError { PackageFileError(message, line: line) }

  private mutating func count() throws(PackageFileError) {
    guard left > 0 else { throw failure("too many values") }
    left -= 1
  }

  // MARK: Lines

  mutating func document() throws(PackageFileError) -> DataNode {
    let root = TOMLTable(line: 1)
    var table = root
    while true {
      skipLines()
      guard let byte = current else { return root.node() }
      if byte == UInt8(ascii: "[") {
        table = try header(below: root)
      } else {
        try entry(into: table)
      }
      skipBlanks()
      try endLine()
    }
  }

  private mutating func header(below root: TOMLTable) throws(PackageFileError) -> TOMLTable {
    let start = line
    try count()
    position += 1
    let isList = current == UInt8(ascii: "[")
    if isList { position += 1 }
    let path = try key()
    for _ in 0..<(isList ? 2 : 1) { try expect(UInt8(ascii: "]")) }
    var table = root
    for name in path.dropLast() { table = try descend(table, name, start) }
    let name = path[path.count - 1]
    let made = TOMLTable(line: start)
    made.isDefined = true
    switch (table.values[name]?.value, isList) {
    case (nil, true):
      table.set(name, .tables(TOMLTables(made)), line: start)
    case (.tables(let tables), true):
      tables.all.append(made)
    case (nil, false):
      table.set(name, .table(made), line: start)
    case (.table(let present), false) where !present.isDefined:
      present.isDefined = true
      return present
    default: throw failure("\"\(name)\" is defined twice")
    }
    return made
  }

  /// The table of a name on the way to another; the last one of a list of tables.
  private func descend(
    _ table: TOMLTable, _ name: String, _ line: Int
  ) throws(PackageFileError) -> TOMLTable {
    switch table.values[name]?.value {
    case nil:
      let made = TOMLTable(line: line)
      table.set(name, .table(made), line: line)
      return made
    case .table(let present): return present
    case .tables(let tables):
      if let last = tables.all.last { return last }
      fallthrough
    case .node: throw failure("\"\(name)\" is no table")
    }
  }

  private mutating func entry(into table: TOMLTable) throws(PackageFileError) {
    let start = line
    let path = try key()
    try expect(UInt8(ascii: "="))
    skipBlanks()
    let value = try value(depth: 0)
    var table = table
    for name in path.dropLast() { table = try descend(table, name, start) }
    let name = path[path.count - 1]
    guard table.values[name] == nil else { throw failure("\"\(name)\" is defined twice") }
    table.set(name, .node(value), line: start)
  }

  private mutating func skipLines() {
    while let byte = current {
      switch byte {
      case 0x20, 0x09, 0x0D: position += 1
      case 0x0A:
        position += 1
        line += 1
      case UInt8(ascii: "#"): skipComment()
      default: return
      }
    }
  }

  private mutating func skipBlanks() {
    while current == 0x20 || current == 0x09 { position += 1 }
  }

  private mutating func skipComment() {
    while position < text.count, text[position] != 0x0A { position += 1 }
  }

  private mutating func endLine() throws(PackageFileError) {
    if current == UInt8(ascii: "#") { skipComment() }
    if current == 0x0D { position += 1 }
    guard current == nil || current == 0x0A else { throw failure("text after a value") }
  }

  private mutating func expect(_ byte: UInt8) throws(PackageFileError) {
    skipBlanks()
    guard current == byte else {
      throw failure("expected \(Character(Unicode.Scalar(byte)))")
    }
    position += 1
  }

  // MARK: Keys

  private mutating func key() throws(PackageFileError) -> [String] {
    var path: [String] = []
    repeat {
      skipBlanks()
      guard path.count < Self.mostDepth else { throw failure("nested too deeply") }
      switch current {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): path.append(try string())
      default: path.append(try bareKey())
      }
      skipBlanks()
    } while accept(UInt8(ascii: "."))
    return path
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func bareKey() throws(PackageFileError) -> String {
    let start = position
    while let byte = current {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: position += 1
      default:
        guard position > start else { throw failure("expected a key") }
        return String(decoding: text[start..<position], as: UTF8.self)
      }
    }
    throw failure("a key without a value")
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(PackageFileError) -> DataNode {
    guard depth < Self.mostDepth else { throw failure("nested too deeply") }
    try count()
    let start = line
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return DataNode(.text(try string()), line: start)
    case UInt8(ascii: "["): return DataNode(.list(try array(depth)), line: start)
    case UInt8(ascii: "{"): return try inlineTable(depth)
    default: return DataNode(.text(try plain()), line: start)
    }
  }

  /// A number, truth value or date as it is spelled.
  private mutating func plain() throws(PackageFileError) -> String {
    let start = position
    while let byte = current {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x3A, 0x5F: position += 1
      case 0x20 where position - start == 10 && isDigit(position + 1): position += 1
      default:
        guard position > start else { throw failure("expected a value") }
        return String(decoding: text[start..<position], as: UTF8.self)
      }
    }
    guard position > start else { throw failure("expected a value") }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  private func isDigit(_ place: Int) -> Bool {
    place < text.count && (0x30...0x39).contains(text[place])
  }

  private mutating func array(_ depth: Int) throws(PackageFileError) -> [DataNode] {
    position += 1
    var elements: [DataNode] = []
    while true {
      skipLines()
      if accept(UInt8(ascii: "]")) { return elements }
      elements.append(try value(depth: depth + 1))
      skipLines()
      guard accept(UInt8(ascii: ",")) else {
        guard accept(UInt8(ascii: "]")) else { throw failure("expected , or ]") }
        return elements
      }
    }
  }

  private mutating func inlineTable(_ depth: Int) throws(PackageFileError) -> DataNode {
    let table = TOMLTable(line: line)
    position += 1
    skipBlanks()
    if accept(UInt8(ascii: "}")) { return table.node() }
    repeat {
      let start = line
      let path = try key()
      try expect(UInt8(ascii: "="))
      skipBlanks()
      let value = try value(depth: depth + path.count)
      var inner = table
      for name in path.dropLast() { inner = try descend(inner, name, start) }
      guard inner.values[path[path.count - 1]] == nil else {
        throw failure("\"\(path[path.count - 1])\" is defined twice")
      }
      inner.set(path[path.count - 1], .node(value), line: start)
      skipBlanks()
    } while accept(UInt8(ascii: ","))
    guard accept(UInt8(ascii: "}")) else { throw failure("expected , or }") }
    return table.node()
  }

  // MARK: Strings

  private mutating func string() throws(PackageFileError) -> String {
    let quote = text[position]
    let isLong = text[position...].starts(with: [quote, quote, quote])
    position += isLong ? 3 : 1
    if isLong {
      if current == 0x0D { position += 1 }
      if accept(0x0A) { line += 1 }
    }
    var bytes: [UInt8] = []
    while let byte = current {
      if byte == quote, !isLong || text[position...].starts(with: [quote, quote, quote]) {
        position += isLong ? 3 : 1
        // Up to two quotes may stand before the closing three.
        for _ in 0..<2 where isLong && accept(quote) { bytes.append(quote) }
        return String(decoding: bytes, as: UTF8.self)
      }
      if byte == 0x0A {
        guard isLong else { throw failure("a string without end") }
        line += 1
      }
      position += 1
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        try escape(into: &bytes, isLong)
      } else {
        bytes.append(byte)
      }
    }
    throw failure("a string without end")
  }

  private mutating func escape(
    into bytes: inout [UInt8], _ isLong: Bool
  ) throws(PackageFileError) {
    guard let byte = current else { throw failure("a string without end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "e"): bytes.append(0x1B)
    case UInt8(ascii: "u"): bytes += Array(String(try scalar(digits: 4)).utf8)
    case UInt8(ascii: "U"): bytes += Array(String(try scalar(digits: 8)).utf8)
    case 0x20, 0x09, 0x0D, 0x0A:
      guard isLong else { throw failure("unknown escape") }
      position -= 1
      while let blank = current, blank == 0x20 || blank == 0x09 || blank == 0x0D || blank == 0x0A {
        if blank == 0x0A { line += 1 }
        position += 1
      }
    default: throw failure("unknown escape")
    }
  }

  private mutating func scalar(digits: Int) throws(PackageFileError) -> Unicode.Scalar {
    let end = position + digits
    guard end <= text.count,
      text[position..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(String(decoding: text[position..<end], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw failure("unknown escape") }
    position = end
    return scalar
  }
}
