/// Paths of the scanned tree as the URI references that SARIF wants.
enum SARIFAddress {
  /// Percent-encodes everything but unreserved characters and slashes; `\xHH` of a path stands for
  /// a byte that is not UTF-8 and becomes `%HH`.
  static func encoded(_ path: String) -> String {
    let bytes = Array(path.utf8)
    var uri: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let byte = escapedByte(in: bytes, at: index) {
        append(byte, to: &uri)
        index += 4
      } else if isUnreserved(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
        uri.append(bytes[index])
        index += 1
      } else {
        append(bytes[index], to: &uri)
        index += 1
      }
    }
    return uri.isEmpty ? "." : String(decoding: uri, as: UTF8.self)
  }

  /// Undoes percent-encoding; bytes that are not UTF-8 become `\xHH`, a bare `%` stays.
  static func decoded(_ uri: String) -> String {
    guard uri.utf8.contains(UInt8(ascii: "%")) else { return uri }
    let bytes = Array(uri.utf8)
    var raw: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), let byte = hexByte(in: bytes, at: index + 1) {
        raw.append(byte)
        index += 3
      } else {
        raw.append(bytes[index])
        index += 1
      }
    }
    return text(of: raw)
  }

  /// Removes empty and `.` parts and resolves `..` where there is something to leave.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Writes bytes as text, with `\xHH` for each byte that is not part of valid UTF-8.
  static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var shown = ""
    var index = 0
    while index < bytes.count {
      let width = sequenceWidth(bytes[index])
      let end = min(index + width, bytes.count)
      if let scalar = String(validating: bytes[index..<end], as: UTF8.self) {
        shown += scalar
        index = end
      } else {
        shown += "\\x" + hex(bytes[index])
        index += 1
      }
    }
    return shown
  }

  /// The bytes of a scalar that begins with this one.
  private static func sequenceWidth(_ first: UInt8) -> Int {
    switch first {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }

  private static func escapedByte(in bytes: [UInt8], at index: Int) -> UInt8? {
    guard index + 3 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "x"), let byte = hexByte(in: bytes, at: index + 2),
      byte >= 0x80
    else { return nil }
    return byte
  }

  private static func hexByte(in bytes: [UInt8], at index: Int) -> UInt8? {
    guard index + 1 < bytes.count, let high = hexDigit(bytes[index]),
      let low = hexDigit(bytes[index + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func append(_ byte: UInt8, to uri: inout [UInt8]) {
    uri += Array(("%" + hex(byte)).utf8)
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0\(digits)" : digits
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
