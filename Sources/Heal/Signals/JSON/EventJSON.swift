internal import Text

/// What monitors and other systems send as JSON: an error with a message, perhaps a stack.
enum EventJSON {
  private static let messageKeys = [
    "message", "msg", "title", "summary", "error_message", "errorMessage", "description", "detail",
    "text", "body", "reason", "culprit",
  ]
  private static let stackKeys = [
    "stack", "stacktrace", "stack_trace", "stackTrace", "traceback", "exc_info", "exc_text",
    "exception", "error_stack", "trace", "backtrace", "log", "logs", "output", "stderr",
  ]
  private static let holders = [
    "error", "err", "exception", "alert", "event", "data", "payload", "incident",
  ]

  /// Reads any document with a message; gives false where there is none.
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    var found = false
    let parts = document.elements.isEmpty ? [document] : document.elements
    for part in parts {
      let alerts = part["alerts"]?.elements ?? []
      for event in alerts.isEmpty ? [part] : alerts {
        guard let signal = signal(of: event) else { continue }
        sink.add(signal, .eventJSON)
        found = true
      }
    }
    return found
  }

  /// Reads one line of a structured log; only what is grave is a signal.
  static func readLine(_ line: JSONValue, into sink: inout Sink) -> Bool {
    guard level(of: line) == .error, let signal = signal(of: line) else { return false }
    sink.add(signal, .eventJSON)
    return true
  }

  /// Reads a log that an event carries.
  static func readText(_ text: String, into sink: inout Sink) {
    if let signal = StackReading.signal(in: text) { sink.add(signal, .eventJSON) }
  }

  /// Makes the signal of one event; `nil` where it says nothing.
  static func signal(of event: JSONValue, depth: Int = 0) -> Signal? {
    guard case .object = event, depth < 4 else { return nil }
    if let signal = sentry(event) { return signal }
    var signal = Signal(.event, level: level(of: event) ?? .error, message: "")
    if let stack = event.text(anyOf: stackKeys), let trace = StackReading.signal(in: stack) {
      signal = trace
    }
    let texts = [event["annotations"], event["labels"], event].compactMap {
      $0?.text(anyOf: messageKeys)
    }
    if let message = texts.first, signal.message.isEmpty { signal.message = message }
    signal.rule =
      signal.rule ?? event.text(anyOf: [
        "exception_type", "errorType", "error_type", "alertname", "code", "type", "name",
      ])
      ?? event["labels"]?["alertname"]?.string
    signal.tool = event.text(anyOf: ["logger", "service", "source", "app", "component"]) ?? ""
    if signal.place == nil, let path = event.text(anyOf: ["file", "filename", "path", "pathname"]) {
      signal.place = Place(path: path, line: (event["line"] ?? event["lineno"])?.loose)
    }
    if signal.frames.isEmpty {
      for key in holders {
        guard let inner = event[key], let found = Self.signal(of: inner, depth: depth + 1) else {
          continue
        }
        if !found.frames.isEmpty || signal.message.isEmpty { return found }
      }
    }
    if signal.message.isEmpty, let error = event["error"]?.string { signal.message = error }
    return signal.message.isEmpty ? nil : signal
  }

  static func level(of event: JSONValue) -> Signal.Level? {
    let names = ["level", "severity", "log.level", "levelname", "lvl", "priority"]
    guard let text = event.text(anyOf: names) ?? event["labels"]?["severity"]?.string else {
      return nil
    }
    switch text.lowercased() {
    case "error", "err", "fatal", "critical", "crit", "panic", "alert", "emergency", "page", "p1",
      "high":
      return .error
    case "warning", "warn": return .warning
    default: return .note
    }
  }

  /// Sentry's event: exceptions with frames, the cause first and the outermost last.
  private static func sentry(_ event: JSONValue) -> Signal? {
    let values =
      (event["exception"]?["values"] ?? event["event"]?["exception"]?["values"])?.elements ?? []
    guard let last = values.last else { return nil }
    let frames = self.frames(of: last)
    return Signal(
      .stackTrace, tool: event["platform"]?.string ?? "", rule: last["type"]?.string,
      message: last["value"]?.string ?? event.text(anyOf: messageKeys) ?? "",
      place: frames.last { $0.place != nil }?.place, frames: frames,
      causes: values.dropLast().reversed().map {
        .init(
          type: $0["type"]?.string ?? "", message: $0["value"]?.string ?? "",
          frames: self.frames(of: $0))
      })
  }

  private static func frames(of exception: JSONValue) -> [Frame] {
    (exception["stacktrace"]?["frames"]?.elements ?? []).map { frame in
      Frame(
        function: frame["function"]?.string ?? "",
        place: frame.text(anyOf: ["filename", "abs_path", "module"]).map {
          Place(path: $0, line: frame["lineno"]?.loose, column: frame["colno"]?.loose)
        })
    }
  }
}
