internal import XML

/// Tells the XML documents apart by their root.
enum XMLDocuments {
  private typealias Format = (
    matches: @Sendable (XMLElement) -> Bool, read: @Sendable (XMLElement, inout Sink) -> Void
  )
  private static let formats: [Format] = [
    ({ JUnitXML.matches($0) }, { JUnitXML.read($0, into: &$1) }),
    ({ NUnitXML.matches($0) }, { NUnitXML.read($0, into: &$1) }),
    ({ XUnitXML.matches($0) }, { XUnitXML.read($0, into: &$1) }),
    ({ TRX.matches($0) }, { TRX.read($0, into: &$1) }),
    ({ DiagnosticsXML.matches($0) }, { DiagnosticsXML.read($0, into: &$1) }),
  ]

  /// Reads a document; gives false when its root is not known.
  static func read(_ bytes: [UInt8], into sink: inout Sink) -> Bool {
    guard let document = XMLReader.read(bytes),
      let format = formats.first(where: { $0.matches(document.root) })
    else {
      return false
    }
    format.read(document.root, &sink)
    if let problem = document.problem {
      sink.cut(.malformed, "the XML is not sound and was read as far as it is: \(problem)")
    }
    return true
  }
}
