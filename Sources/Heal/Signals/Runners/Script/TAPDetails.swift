/// What stands below a point of TAP: a block of YAML, of which keys and texts are read, or comments.
struct TAPDetails {
  var lines: [ByteCursor] = []
  var comments: [String] = []

  /// Adds to a result what the details say.
  func apply(to result: inout TestResult) {
    let values = values
    if let milliseconds = values["duration_ms"].flatMap({ Double($0) }) {
      result.seconds = milliseconds / 1_000
    }
    if result.outcome == .failed || result.outcome == .errored {
      failure(values, &result)
    }
    if let location = values["location"], result.place == nil {
      result.place = Self.place(location)
    }
  }

  private func failure(_ values: [String: String], _ result: inout TestResult) {
    if let stack = values["stack"] {
      let name = values["name"] ?? "Error"
      // Node writes the calls without "at" in front.
      let calls = stack.utf8.split(separator: 0x0A).map { line in
        let call = ByteCursor(String(decoding: line, as: UTF8.self)).trimmed
        return call.hasPrefix("at ") ? "    " + call : "    at " + call
      }
      StackReading.complete(&result, from: "\(name): x\n" + calls.joined(separator: "\n"))
    }
    result.exception = values["name"] ?? result.exception
    result.message = values["error"] ?? values["message"] ?? comments.first { !$0.isEmpty }
    result.detail =
      lines.isEmpty ? comments.joined(separator: "\n") : lines.map(\.rest).joined(separator: "\n")
    if let file = values["file"], let line = values["line"].flatMap({ Int($0) }) {
      result.place = Place(path: file, line: line, column: values["column"].flatMap { Int($0) })
    }
    // Perl: "at t/x.t line 3."
    for comment in comments where result.place == nil {
      var line = ByteCursor(comment)
      guard line.take("at ") || line.take(upTo: " at ") != nil,
        let path = line.take(upToLast: " line "), let number = line.takeNumber()
      else { continue }
      result.place = Place(path: path, line: number)
    }
  }

  private static func place(_ text: String) -> Place? {
    DiagnosticPlace.read(ByteCursor(text))?.place
  }

  /// The keys and texts of the block; those of nested blocks too, the first of each name.
  private var values: [String: String] {
    var values: [String: String] = [:]
    var index = 0
    while index < lines.count {
      var line = lines[index]
      let indent = line.skipBlanks()
      index += 1
      guard let key = line.take(upTo: ":"), !key.isEmpty,
        key.utf8.allSatisfy({ $0.isWord || $0 == UInt8(ascii: "-") })
      else { continue }
      var text = line.trimmed
      if ["|-", "|", ">-", ">", "|+"].contains(text) {
        var block: [String] = []
        while index < lines.count {
          var next = lines[index]
          guard next.skipBlanks() > indent || next.isAtEnd else { break }
          block.append(next.rest)
          index += 1
        }
        text = block.joined(separator: "\n")
      } else if text.utf8.count > 1, let quote = text.utf8.first,
        quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), text.utf8.last == quote
      {
        text = String(text.dropFirst().dropLast())
      }
      if values[key] == nil, !text.isEmpty { values[key] = ByteCursor(text).trimmedLines }
    }
    return values
  }
}
