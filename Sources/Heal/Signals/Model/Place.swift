/// A place in a file as a report names it; the path may be absolute, foreign or invented.
package struct Place: Hashable, Sendable {
  /// The file as the report spells it, with `/` between parts.
  package var path: String
  /// The line from 1; `nil` when only the file is known.
  package var line: Int?
  /// The column from 1, in whatever unit the tool counts.
  package var column: Int?

  /// More lines than any file has.
  private static let greatest = 1 << 31 - 2

  /// Makes a place; numbers below 1 and absurd ones count as unknown.
  package init(path: String, line: Int? = nil, column: Int? = nil) {
    self.path = Self.cleaned(path)
    self.line = line.flatMap { (1...Self.greatest).contains($0) ? $0 : nil }
    self.column =
      self.line == nil ? nil : column.flatMap { (1...Self.greatest).contains($0) ? $0 : nil }
  }

  /// Takes the scheme off a file address, and turns a Windows path around.
  private static func cleaned(_ path: String) -> String {
    var bytes = Array(path.utf8)
    if path.hasPrefix("file://") { bytes.removeFirst(7) }
    let hasSlash = bytes.contains(UInt8(ascii: "/"))
    if bytes.contains(UInt8(ascii: "\\")), !hasSlash || isDrive(bytes) {
      for index in bytes.indices where bytes[index] == UInt8(ascii: "\\") {
        bytes[index] = UInt8(ascii: "/")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isDrive(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[1] == UInt8(ascii: ":") && bytes[2] == UInt8(ascii: "\\")
  }
}

/// One call of a stack.
package struct Frame: Hashable, Sendable {
  /// The function, with the class or module as the report spells it; empty when it is not named.
  package var function: String
  /// Where in the code, when the report says so.
  package var place: Place?

  /// Makes a frame.
  package init(function: String, place: Place? = nil) {
    self.function = function
    self.place = place
  }
}
