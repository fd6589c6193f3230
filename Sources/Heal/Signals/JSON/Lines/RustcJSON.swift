internal import Text

/// Diagnostics of rustc, alone (`--error-format=json`) or in cargo's messages.
enum RustcJSON {
  /// Reads one message; gives false for any other object.
  static func read(_ line: JSONValue, into sink: inout Sink) -> Bool {
    if let reason = line["reason"]?.string {
      guard
        ["compiler-message", "compiler-artifact", "build-script-executed", "build-finished"]
          .contains(reason)
      else { return false }
      sink.saw(.rustcJSON)
      if let message = line["message"] { add(message, into: &sink) }
      return true
    }
    guard line["spans"] != nil, line["level"]?.string != nil,
      line["rendered"] != nil || line["children"] != nil
    else { return line["$message_type"] != nil }
    sink.saw(.rustcJSON)
    add(line, into: &sink)
    return true
  }

  private static func add(_ message: JSONValue, into sink: inout Sink) {
    guard let text = message["message"]?.string, let level = message["level"]?.string else {
      return
    }
    let spans = message["spans"]?.elements ?? []
    let primary = spans.first { $0["is_primary"]?.bool == true } ?? spans.first
    // "aborting due to 2 previous errors" and "1 warning emitted" say nothing of their own.
    guard primary != nil || message["code"] != nil || !isSummary(text) else { return }
    let rule = message["code"]?["code"]?.string
    let isError = level.hasPrefix("error")
    sink.add(
      Signal(
        isError ? .compilerError : .lint,
        tool: rule?.hasPrefix("clippy::") == true ? "clippy" : "rustc",
        rule: rule, level: isError ? .error : level == "warning" ? .warning : .note, message: text,
        detail: message["rendered"]?.string, place: primary.flatMap(place),
        related: spans.filter { $0["is_primary"]?.bool != true }.compactMap(place)),
      .rustcJSON)
  }

  static func isSummary(_ text: String) -> Bool {
    text.hasPrefix("aborting due to") || text.hasSuffix("emitted")
      || text.hasPrefix("could not compile")
      || text.hasPrefix("build failed") || text.contains(" generated ")
      || text.hasPrefix("Some errors have detailed explanations")
      || text.hasPrefix("For more information about ")
  }

  private static func place(_ span: JSONValue) -> Place? {
    span["file_name"]?.string.map {
      Place(path: $0, line: span["line_start"]?.integer, column: span["column_start"]?.integer)
    }
  }
}
