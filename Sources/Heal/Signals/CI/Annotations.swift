/// Messages that a step writes for the service it runs on: GitHub Actions, Azure Pipelines, TeamCity.
struct Annotations: TextReader {
  private var open: [String: String] = [:]

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    line.skipBlanks()
    if line.take("##teamcity[") {
      teamcity(line, into: &sink)
    } else if line.take("##vso[task.logissue ") {
      azure(line, into: &sink)
    } else if let word = line.take(anyOf: ["::error", "::warning", "::notice"]) {
      guard github(word, line, into: &sink) else { return false }
    } else if let word = line.take(anyOf: ["##[error]", "##[warning]"]) {
      plain(word, line, into: &sink)
    } else if line.take(anyOf: [
      "##[group]", "##[endgroup]", "::group::", "::endgroup::", "##[command]", "##[section]",
    ]) != nil
      || line.take("section_start:") || line.take("section_end:")
    {
      sink.saw(page.line().contains("section_") ? .gitlab : .githubActions)
    } else {
      return false
    }
    page.index += 1
    return true
  }

  /// `::error file=a.js,line=1,col=2,title=T::message`.
  private func github(_ word: String, _ text: ByteCursor, into sink: inout Sink) -> Bool {
    var line = text
    guard let head = line.take(upTo: "::"), head.isEmpty || head.hasPrefix(" ") else {
      return false
    }
    let values = Self.pairs(head, separator: UInt8(ascii: ","))
    let place = values["file"].map {
      Place(
        path: $0, line: values["line"].flatMap { Int($0) },
        column: values["col"].flatMap { Int($0) })
    }
    let text = Self.unescaped(line.rest)
    var signal = Signal(
      place == nil ? .ciFailure : .lint, rule: values["title"],
      level: word.hasSuffix("error") ? .error : word.hasSuffix("warning") ? .warning : .note,
      message: text, place: place)
    // Ruff and others: the tool and the rule as the title, the place again in the message.
    var title = ByteCursor(values["title"] ?? "")
    let tool = title.take { $0.isWord || $0 == UInt8(ascii: "-") }
    if title.take(" ("), title.take(suffix: ")"), !tool.isEmpty {
      (signal.tool, signal.rule) = (tool, title.rest)
    }
    if let place, let found = DiagnosticPlace.read(line), found.hasColon,
      found.place.line == place.line
    {
      signal.message = Sink.firstLine(ByteCursor(Self.unescaped(found.rest.rest)).trimmedLines)
      signal.detail = text
    }
    sink.add(signal, .githubActions)
    return true
  }

  /// `##[error]message`; one that only counts or names the step's exit is the log's own.
  private func plain(_ word: String, _ line: ByteCursor, into sink: inout Sink) {
    sink.saw(.githubActions)
    let text = line.trimmed
    guard !BuildLog.isSummary(text) else { return }
    let found = DiagnosticPlace.read(line)
    let rest = found.map { DiagnosticText($0.rest).message } ?? text
    add(
      word == "##[error]" ? .error : .warning, rest, title: nil, found?.place, .githubActions,
      into: &sink)
  }

  /// `##vso[task.logissue type=error;sourcepath=a;linenumber=1;columnnumber=2;code=C]message`.
  private func azure(_ text: ByteCursor, into sink: inout Sink) {
    var line = text
    guard let head = line.take(upTo: "]") else { return }
    let values = Self.pairs(head, separator: UInt8(ascii: ";"))
    let place = values["sourcepath"].map {
      Place(
        path: $0, line: values["linenumber"].flatMap { Int($0) },
        column: values["columnnumber"].flatMap { Int($0) })
    }
    add(
      values["type"] == "error" ? .error : .warning, line.trimmed, title: values["code"], place,
      .azurePipelines, into: &sink)
  }

  private func add(
    _ level: Signal.Level, _ message: String, title: String?, _ place: Place?,
    _ format: SignalFormat, into sink: inout Sink
  ) {
    sink.add(
      Signal(
        place == nil ? .ciFailure : .lint, rule: title, level: level, message: message, place: place
      ), format)
  }

  /// `testFailed name='…' message='…' details='…'` and what else tells of tests.
  private mutating func teamcity(_ text: ByteCursor, into sink: inout Sink) {
    var line = text
    let kind = line.takeWord()
    let values = Self.quoted(line)
    sink.saw(.teamcity)
    guard let name = values["name"] else {
      if kind == "buildProblem" || (kind == "message" && values["status"] == "ERROR") {
        add(
          .error, values["description"] ?? values["text"] ?? "", title: nil, nil, .teamcity,
          into: &sink)
      }
      return
    }
    var result = TestResult(TestID(name: name), .passed, tool: "teamcity")
    switch kind {
    case "testFailed":
      result.outcome = .failed
      StackReading.explain(&result, by: values["details"] ?? "")
      result.message = values["message"] ?? result.message
      open[name] = kind
    case "testIgnored":
      result.outcome = .skipped
      result.message = values["message"]
      open[name] = kind
    case "testFinished":
      guard open.removeValue(forKey: name) == nil else { return }
      result.seconds = values["duration"].flatMap { Double($0) }.map { $0 / 1_000 }
    default: return
    }
    if open.count > 50_000 { open = [:] }
    sink.add(result, .teamcity)
  }

  private static func pairs(_ text: String, separator: UInt8) -> [String: String] {
    var values: [String: String] = [:]
    for part in text.utf8.split(separator: separator).prefix(32) {
      var line = ByteCursor(ByteCursor(String(decoding: part, as: UTF8.self)).trimmed)
      if let key = line.take(upTo: "=") { values[key] = unescaped(line.rest) }
    }
    return values
  }

  /// `name='value'` with the escapes of TeamCity.
  private static func quoted(_ text: ByteCursor) -> [String: String] {
    var line = text
    var values: [String: String] = [:]
    while values.count < 32 {
      line.skipBlanks()
      guard let key = line.take(upTo: "='") else { break }
      var value: [UInt8] = []
      var rest = line.bytes
      while let byte = rest.popFirst(), byte != UInt8(ascii: "'") {
        guard byte == UInt8(ascii: "|"), let escaped = rest.popFirst() else {
          value.append(byte)
          continue
        }
        switch escaped {
        case UInt8(ascii: "n"): value.append(0x0A)
        case UInt8(ascii: "r"): value.append(0x0D)
        default: value.append(escaped)
        }
      }
      values[key] = String(decoding: value, as: UTF8.self)
      line = ByteCursor(rest)
    }
    return values
  }

  /// Undoes the escapes of GitHub's commands.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var line = ByteCursor(text)
    var result = ""
    while let head = line.take(upTo: "%") {
      result += head
      if line.take("0A") {
        result += "\n"
      } else if line.take("0D") {
        result += "\r"
      } else if line.take("25") {
        result += "%"
      } else if line.take("3A") {
        result += ":"
      } else if line.take("2C") {
        result += ","
      } else {
        result += "%"
      }
    }
    return result + line.rest
  }
}
