internal import Patches

extension SafeShape {
  private static let queries: Set<String> = [
    "execute", "executemany", "executescript", "raw", "execute_sql", "read_sql", "read_sql_query",
    "fetch", "fetchrow", "fetchval", "mogrify",
  ]

  static func boundSQL(_ region: ShapeRegion) -> ShapeReading {
    let forwarders = region.functions.compactMap { Forwarder($0) }
    let places = Dictionary(forwarders.map { ($0.name, $0.place) }) { one, _ in one }
    let forwarding = Set(forwarders.map(\.call))
    var reading = ShapeReading()
    for call in region.calls {
      guard let place = queries.contains(call.method) ? 0 : places[call.method] else { continue }
      let arguments = call.positional
      guard arguments.count > place else { continue }
      let statement = arguments[place]
      if statement.count == 1, forwarding.contains("\(call.line) \(statement[0].text)") { continue }
      guard let texts = region.literals(statement) else {
        reading.unsafe += 1
        continue
      }
      reading.statements += texts
      let given = Array(arguments.dropFirst(place + 1)) + Array(call.named.values)
      let values = given.flatMap { $0 }
      reading.bound += given
      let isBound = values.contains { $0.kind == .name }
      let hasPlace = texts.allSatisfy { text in
        ["?", "%s", "%(", ":", "$1", "@"].contains { PlainText.contains(text, $0) }
      }
      // A text without values is neither: something else must show the values.
      if values.isEmpty && !hasPlace { continue }
      if isBound && hasPlace && !values.contains(where: { $0.kind == .holedString }) {
        reading.safe += 1
      } else {
        reading.unsafe += 1
      }
    }
    // Under another name the method would not be recognised.
    reading.unsafe += region.names.references.count { reference in
      guard reference.index >= 0, let last = reference.name.split(separator: ".").last,
        reference.name.contains("."), queries.contains(String(last))
      else { return false }
      return reference.end >= region.names.tokens.count
        || !region.names.tokens[reference.end].is("(")
    }
    reading.assembled = assembled(region)
    return reading
  }

  /// A function that gives one of its parameters to a query as it is, with values beside it.
  private struct Forwarder {
    let name: String
    /// Where that parameter stands in a call.
    let place: Int
    /// The line of the query with the parameter's name.
    let call: String

    init?(_ function: PythonModule.Statement) {
      let parameters = function.parameters
      guard parameters.count > 1, let name = function.name else { return nil }
      let tokens = function.allTokens
      for call in PythonCall.all(PythonNames(tokens)) where queries.contains(call.method) {
        let arguments = call.positional
        guard let statement = arguments.first, statement.count == 1, statement[0].kind == .name,
          let index = parameters.firstIndex(of: statement[0].text),
          // Once in the head and once in the call: nothing else is done to it.
          tokens.count(where: { $0.is(statement[0].text) }) == 2,
          arguments.dropFirst().contains(where: { value in
            value.contains { $0.kind == .name && parameters.contains($0.text) }
          })
        else { continue }
        let isMethod = parameters[0] == "self" || parameters[0] == "cls"
        self.name = name
        place = isMethod ? index - 1 : index
        self.call = "\(call.line) \(statement[0].text)"
        return
      }
      return nil
    }
  }

  // MARK: Texts

  private static let starts = [
    "select ", "insert ", "update ", "delete ", "replace ", "with ", "drop ", "alter ",
  ]

  private static func isStatement(_ text: String) -> Bool {
    let plain = PlainText.trimmed(text).lowercased()
    return starts.contains { plain.hasPrefix($0) }
  }

  /// Texts that begin like a statement of SQL and are not plain.
  private static func assembled(_ region: ShapeRegion) -> Int {
    let tokens = region.names.tokens
    return tokens.indices.count { index in
      guard let text = tokens[index].stringValue, isStatement(text) else { return false }
      // Texts that stand side by side are one.
      let end = tokens[index...].firstIndex { $0.stringValue == nil } ?? tokens.count
      let next = tokens[end...].prefix(2).map(\.text)
      return tokens[index..<end].contains { $0.kind == .holedString }
        || ["%", "+"].contains(next.first) || next == [".", "format"]
    }
  }

  /// What a statement asks for that none of the texts before did, or no longer asks for; nil when values
  /// were bound and nothing else.
  ///
  /// Only where the region before gave a statement to a query at all.
  static func changed(new: ShapeReading, old: ShapeReading, from before: ShapeRegion) -> String? {
    if old.assembled == 0 { return nil }
    let statements = new.statements
    var known: [String: Int] = [:]
    for text in before.strings + before.constantStrings { count(text, into: &known) }
    var wanted: [String: Int] = [:]
    for text in (before.strings + before.constantStrings) where isStatement(text) {
      count(text, into: &wanted)
    }
    for text in statements {
      var words: [String: Int] = [:]
      count(text, into: &words)
      for (word, number) in words.sorted(by: { $0.key < $1.key }) {
        if number > known[word] ?? 0 { return "the statement says \(word), as it did not before" }
        wanted[word, default: 0] -= number
      }
    }
    if statements.isEmpty { return nil }
    return wanted.filter { $0.value > 0 }.keys.sorted().first
      .map { "no statement says \($0) any more" }
  }

  /// Counts the words, numbers and comparisons of a statement; places for values are none.
  private static func count(_ text: String, into words: inout [String: Int]) {
    let bytes = Array(text.lowercased().utf8)
    func isWord(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F || byte >= 0x80
    }
    func isSign(_ byte: UInt8) -> Bool {
      [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!")].contains(byte)
    }
    var at = 0
    while at < bytes.count {
      let start = at
      switch bytes[at] {
      case UInt8(ascii: "{"):
        // A hole, with whatever brackets are in it.
        var depth = 0
        while at < bytes.count {
          if bytes[at] == UInt8(ascii: "{") { depth += 1 }
          if bytes[at] == UInt8(ascii: "}") { depth -= 1 }
          at += 1
          if depth == 0 { break }
        }
      case UInt8(ascii: "\\"): at += 2
      case UInt8(ascii: "%"), UInt8(ascii: ":"), UInt8(ascii: "$"), UInt8(ascii: "@"):
        // %s, %(name)s, :name, $1, @name
        at += 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "(") {
          while at < bytes.count, bytes[at] != UInt8(ascii: ")") { at += 1 }
          at += 2
        } else if bytes[start] == UInt8(ascii: "%") {
          if at < bytes.count, [0x73, 0x64, 0x72, 0x69].contains(bytes[at]) { at += 1 }
        } else {
          while at < bytes.count, isWord(bytes[at]) { at += 1 }
        }
      case let byte where isWord(byte):
        while at < bytes.count, isWord(bytes[at]) { at += 1 }
        words[String(decoding: bytes[start..<at], as: UTF8.self), default: 0] += 1
      case let byte where isSign(byte):
        while at < bytes.count, isSign(bytes[at]) { at += 1 }
        words[String(decoding: bytes[start..<at], as: UTF8.self), default: 0] += 1
      default: at += 1
      }
    }
  }
}
