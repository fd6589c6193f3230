internal import Text

/// Reads comma-separated values as RFC 4180 writes them.
enum CommaSeparated {
  /// The records by the names of the first line; a value without a name is passed over.
  ///
  /// Where no record follows, one without values stands for the names.
  static func records(_ text: String) -> [JSONValue] {
    let rows = rows(Array(text.utf8))
    guard let names = rows.first else { return [] }
    if rows.count == 1 {
      return [.object(Dictionary(names.map { ($0, JSONValue.string("")) }) { first, _ in first })]
    }
    return rows.dropFirst().map { row in
      .object(Dictionary(zip(names, row.map { JSONValue.string($0) })) { first, _ in first })
    }
  }

  private static func rows(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    func text() -> String { String(decoding: field, as: UTF8.self) }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\""):
        // A doubled quote inside quotes closes and opens again, and stands for one.
        if !isQuoted, index > 0, bytes[index - 1] == byte { field.append(byte) }
        isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        row.append(text())
        field = []
      case 0x0A where !isQuoted:
        row.append(text())
        if row != [""] { rows.append(row) }
        row = []
        field = []
      default: field.append(byte)
      }
    }
    row.append(text())
    if row != [""] { rows.append(row) }
    return rows
  }
}
