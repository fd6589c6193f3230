internal import Text

/// The fixes of SARIF 2.1.0 (OASIS, sections 3.27.30, 3.30 and 3.55 to 3.57).
enum SARIFFixes {
  /// Reads every fix of every result.
  static func read(_ log: JSONValue) throws(ReadyFixMistake) -> [ReadyFix] {
    var fixes: [ReadyFix] = []
    for run in log["runs"]?.elements ?? [] {
      let unit: ReadyFix.Unit
      switch run["columnKind"]?.string {
      case nil: unit = .unknown
      case "unicodeCodePoints": unit = .codePoints
      case "utf16CodeUnits": unit = .utf16
      default: throw ReadyFixMistake(description: "columnKind of a run is not a standard one")
      }
      let tool = run["tool"]?["driver"]
      for result in run["results"]?.elements ?? [] {
        guard let list = result["fixes"] else { continue }
        guard case .array(let elements) = list else {
          throw ReadyFixMistake(description: "fixes of a result are not a list")
        }
        let place = result["locations"]?[0]?["physicalLocation"]
        let index = result["ruleIndex"]?.integer ?? result["rule"]?["index"]?.integer
        guard
          let rule = result["ruleId"]?.string ?? result["rule"]?["id"]?.string
            ?? index.flatMap({ tool?["rules"]?[$0]?["id"]?.string }),
          let path = address(place?["artifactLocation"], run),
          let line = try place?["region"]?.count("startLine", least: 1)
        else { continue }  // Without rule and place it is nobody's fix.
        for element in elements {
          fixes.append(
            ReadyFix(
              tool: tool?["name"]?.string ?? "", rule: rule, path: path, line: line,
              title: element["description"]?["text"]?.string ?? "",
              files: try files(element, run), unit: unit))
        }
      }
    }
    return fixes
  }

  private static func files(
    _ fix: JSONValue, _ run: JSONValue
  ) throws(ReadyFixMistake) -> [ReadyFix.File] {
    var files: [ReadyFix.File] = []
    for change in fix["artifactChanges"]?.elements ?? [] {
      guard let path = address(change["artifactLocation"], run) else {
        throw ReadyFixMistake(description: "a fix changes a file without an address")
      }
      var replacements: [ReadyFix.Replacement] = []
      for element in change["replacements"]?.elements ?? [] {
        replacements.append(try replacement(element))
      }
      guard (1...ReadyFixReport.mostReplacements).contains(replacements.count) else {
        throw ReadyFixMistake(description: "a fix has no replacement, or too many")
      }
      files.append(ReadyFix.File(path: path, replacements: replacements))
    }
    if files.isEmpty { throw ReadyFixMistake(description: "a fix changes no file") }
    return files
  }

  private static func replacement(
    _ value: JSONValue
  ) throws(ReadyFixMistake) -> ReadyFix.Replacement {
    guard let region = value["deletedRegion"] else {
      throw ReadyFixMistake(description: "a replacement has no deletedRegion")
    }
    if value["insertedContent"]?["binary"] != nil {
      throw ReadyFixMistake(description: "a replacement inserts bytes that are not text")
    }
    let text: String
    switch value["insertedContent"] {
    case nil: text = ""
    case let content?:
      guard let inserted = content["text"]?.string else {
        throw ReadyFixMistake(description: "a replacement's insertedContent has no text")
      }
      text = inserted
    }
    if let start = try region.count("startLine", least: 1) {
      let column = try region.count("startColumn", least: 1) ?? 1
      let end = try region.count("endLine", least: 1) ?? start
      let endColumn = try region.count("endColumn", least: 1)
      return ReadyFix.Replacement(
        .lines(start: start, column: column, end: end, endColumn: endColumn), text)
    }
    if let offset = try region.count("charOffset", least: 0) {
      let count = try region.count("charLength", least: 0) ?? 0
      return ReadyFix.Replacement(.characters(offset: offset, count: count), text)
    }
    if let offset = try region.count("byteOffset", least: 0) {
      let count = try region.count("byteLength", least: 0) ?? 0
      return ReadyFix.Replacement(.bytes(offset: offset, count: count), text)
    }
    throw ReadyFixMistake(description: "a deletedRegion has neither a line nor an offset")
  }

  /// The path of an artifact, by itself or by its number in the run's list.
  private static func address(_ location: JSONValue?, _ run: JSONValue) -> String? {
    let listed = location?["index"]?.integer.flatMap { run["artifacts"]?[$0]?["location"] }
    let uri = location?["uri"]?.string ?? listed?["uri"]?.string
    guard let uri, !uri.isEmpty else { return nil }
    let base = location?["uriBaseId"]?.string ?? listed?["uriBaseId"]?.string
    let start = base.flatMap { run["originalUriBaseIds"]?[$0]?["uri"]?.string } ?? ""
    return decoded(uri.contains("://") || uri.hasPrefix("/") ? uri : start + uri)
  }

  /// Undoes percent-encoding.
  private static func decoded(_ uri: String) -> String {
    let bytes = Array(uri.utf8)
    var raw: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        raw.append(byte)
        index += 3
      } else {
        raw.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: raw, as: UTF8.self)
  }
}
