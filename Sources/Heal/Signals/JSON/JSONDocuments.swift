internal import Text

/// Tells the JSON documents apart by their members, never by a file's name.
enum JSONDocuments {
  private static let readers: [@Sendable (JSONValue, inout Sink) -> Bool] = [
    { SARIFSignals.read($0, into: &$1) }, { ScanSignals.read($0, into: &$1) },
    { JestJSON.read($0, into: &$1) }, { MochaJSON.read($0, into: &$1) },
    { PytestJSON.read($0, into: &$1) }, { CloudEvents.read($0, into: &$1) },
    { DiagnosticsJSON.read($0, into: &$1) }, { EventJSON.read($0, into: &$1) },
  ]

  /// Reads a document; gives false when nothing in it is known.
  @discardableResult static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    readers.contains { $0(document, &sink) }
  }
}

extension JSONValue {
  /// The first of these members that is a text which says something.
  func text(anyOf keys: [String]) -> String? {
    for key in keys {
      if let text = self[key]?.string, !text.isEmpty { return text }
    }
    return nil
  }

  /// A number that may have been written as a text.
  var loose: Int? { integer ?? string.flatMap { Int($0) } }
}
