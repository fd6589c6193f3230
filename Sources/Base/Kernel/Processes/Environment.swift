internal import Glibc

/// The process environment as bytes, in its own order.
package struct Environment: Sendable {
  /// `NAME=VALUE` entries without a NUL, as they were given: names may repeat or be missing.
  package let entries: [[UInt8]]

  /// Takes entries as they are.
  package init(entries: [[UInt8]]) { self.entries = entries }

  /// The environment this process was started with.
  package static func current() -> Environment {
    var entries: [[UInt8]] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      unsafe entries.append(bytes(of: entry))
      unsafe next += 1
    }
    return Environment(entries: entries)
  }

  /// Every variable as text by its name, the first of several with one name as `getenv` has it; bytes
  /// that are not UTF-8 are repaired.
  package var variables: [String: String] {
    var variables: [String: String] = [:]
    for entry in entries {
      let text = String(decoding: entry, as: UTF8.self)
      guard let equals = text.firstIndex(of: "=") else { continue }
      let name = String(text[..<equals])
      if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
    }
    return variables
  }

  /// The value of a variable, the first of several with one name.
  package func bytes(of name: String) -> [UInt8]? {
    let prefix = Array(name.utf8) + [UInt8(ascii: "=")]
    return entries.first { $0.starts(with: prefix) }.map { Array($0.dropFirst(prefix.count)) }
  }

  /// The value of a variable as text; bytes that are not UTF-8 are repaired.
  package func text(of name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of a variable as a path; absent when it is empty.
  package func path(of name: String) -> BytePath? {
    bytes(of: name).flatMap { $0.isEmpty ? nil : BytePath($0) }
  }

  private static func bytes(of pointer: UnsafePointer<CChar>) -> [UInt8] {
    let count = unsafe strlen(pointer)
    return unsafe UnsafeRawBufferPointer(start: pointer, count: count).map { $0 }
  }
}
