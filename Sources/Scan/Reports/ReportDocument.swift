internal import Text
internal import XML

/// A report as values, whatever it was written in.
struct ReportDocument {
  /// The forms of reports.
  enum Form: String, CaseIterable, Sendable {
    /// One JSON document.
    case json
    /// JSON documents one after another, on a line each or not, read as a list.
    case jsonStream = "json-stream"
    /// Elements become objects: attributes as members, children as lists, text under `#text`.
    case xml
    /// Records with a first line of names, read as a list of objects.
    case csv
    /// Lines that a regular expression reads, whose named groups become members.
    case lines
    /// `name: value` lines, records parted by empty lines, read as a list of objects.
    case records
  }

  /// The member under which the text of an XML element stands.
  static let textKey = "#text"

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - bytes: The whole report; hostile.
  ///   - form: What it is written in.
  ///   - line: Reads one line of ``Form/lines``; others are passed over.
  /// - Returns: The report as one value.
  /// - Throws: Why the bytes are no such report.
  static func read(
    _ bytes: [UInt8], _ form: Form, line: LinePattern?
  ) throws(ReportFailure) -> JSONValue {
    switch form {
    case .json: return try json(bytes[...])
    case .jsonStream:
      var values: [JSONValue] = []
      for document in JSONStream.documents(of: bytes) {
        // Some write the same documents as one list.
        let value = try json(document)
        if case .array(let elements) = value { values += elements } else { values.append(value) }
      }
      return .array(values)
    case .xml:
      guard let document = XMLReader.read(bytes), document.root.isClosed else {
        throw ReportFailure("is no whole XML document")
      }
      return .object([document.root.name: .array([value(of: document.root)])])
    case .csv: return .array(CommaSeparated.records(try text(bytes)))
    case .lines: return try some(line?.records(of: try text(bytes).split(separator: "\n")) ?? [])
    case .records: return try some(records(try text(bytes)))
    }
  }

  /// A text in which nothing is an entry may be any text, and is no report without findings.
  private static func some(_ records: [JSONValue]) throws(ReportFailure) -> JSONValue {
    if records.isEmpty { throw ReportFailure("holds no entry") }
    return .array(records)
  }

  private static func json(_ bytes: ArraySlice<UInt8>) throws(ReportFailure) -> JSONValue {
    do throws(JSONFailure) {
      return try JSONValue(parsing: Array(bytes))
    } catch {
      throw ReportFailure("is \(error.description)")
    }
  }

  private static func text(_ bytes: [UInt8]) throws(ReportFailure) -> String {
    let lines = bytes.filter { $0 != 0x0D }
    guard let text = String(validating: lines, as: UTF8.self), !bytes.contains(0) else {
      throw ReportFailure("is not text in UTF-8")
    }
    return text
  }

  private static func value(of element: XMLElement) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (name, value) in element.attributes { members[name] = .string(value) }
    let children = Dictionary(grouping: element.children, by: \.name)
    for (name, group) in children { members[name] = .array(group.map(value)) }
    let text = element.trimmedText
    if !text.isEmpty { members[textKey] = .string(text) }
    return .object(members)
  }

  private static func records(_ text: String) -> [JSONValue] {
    var records: [[String: JSONValue]] = [[:]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let colon = line.firstIndex(of: ":") else {
        if records.last?.isEmpty == false { records.append([:]) }
        continue
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      records[records.count - 1][String(line[..<colon])] = .string(String(value))
    }
    return records.filter { !$0.isEmpty }.map { .object($0) }
  }
}

/// Why a report cannot be read, as a clause; untrusted text in it is escaped by whoever shows it.
package struct ReportFailure: Error, Equatable, CustomStringConvertible {
  /// What is wrong, such as `is no whole XML document`.
  package let description: String

  init(_ description: String) { self.description = description }
}
