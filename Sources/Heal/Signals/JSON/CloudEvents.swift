internal import Text

/// Events in the JSON form of CloudEvents 1.0, one or a batch.
enum CloudEvents {
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    if case .array(let events) = document {
      let known = events.filter(isEvent)
      guard !known.isEmpty, known.count == events.count else { return false }
      for event in known { add(event, into: &sink) }
      return true
    }
    guard isEvent(document) else { return false }
    add(document, into: &sink)
    return true
  }

  private static func isEvent(_ value: JSONValue) -> Bool {
    value["specversion"]?.string != nil && value["type"]?.string != nil && value["source"] != nil
  }

  /// A report inside the event is read as what it is; otherwise the event itself is the signal.
  private static func add(_ event: JSONValue, into sink: inout Sink) {
    sink.saw(.cloudEvents)
    let before = (sink.reading.signals.count, sink.reading.tests.count)
    if let data = event["data"], data["specversion"] == nil {
      if let text = data.string {
        EventJSON.readText(text, into: &sink)
      } else if SARIFSignals.read(data, into: &sink) || ScanSignals.read(data, into: &sink)
        || JestJSON.read(data, into: &sink) || DiagnosticsJSON.read(data, into: &sink)
      {
        sink.saw(.cloudEvents)
      }
    }
    guard before == (sink.reading.signals.count, sink.reading.tests.count) else { return }
    var signal = EventJSON.signal(of: event["data"] ?? event) ?? Signal(.event, message: "")
    signal.rule = signal.rule ?? event["type"]?.string
    signal.tool = event["source"]?.string ?? ""
    if signal.message.isEmpty {
      signal.message = event.text(anyOf: ["subject", "type"]) ?? "event"
    }
    sink.add(signal, .cloudEvents)
  }
}
