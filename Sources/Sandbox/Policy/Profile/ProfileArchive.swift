/// A shipped profile as the build has resolved it, so that no start has to.
///
/// The text is one value per line in a fixed order, lists after their length. The build writes it
/// from the YAML files into the binary; nothing else is ever read in this form.
package struct ProfileArchive: Sendable, Equatable {
  /// The profile with everything inherited.
  package var profile: EffectiveProfile

  /// The names along its inheritance, its own first; a user's profile of such a name replaces it.
  package var line: [String]

  /// Pairs a profile with its inheritance.
  package init(profile: EffectiveProfile, line: [String]) {
    self.profile = profile
    self.line = line
  }

  /// The text; a value that holds a line end cannot be written.
  package func text() throws(ArchiveFault) -> String {
    var writer = ArchiveWriter()
    writer.list(line) { $0.add($1) }
    writer.add(profile)
    return try writer.text()
  }

  /// Reads the text; a deviation of any kind is a fault.
  package init(reading text: [UInt8]) throws(ArchiveFault) {
    var reader = ArchiveReader(text)
    line = try reader.texts()
    profile = try reader.profile()
    try reader.finish()
  }
}

/// A text that is no archive of a profile, or a profile that fits into none.
package struct ArchiveFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line where reading ended, counted from 1; 0 when writing.
  package var line: Int

  /// What happened, in one sentence.
  package var description: String {
    line == 0 ? "a profile holds a value of several lines" : "line \(line) of an archive is not one"
  }
}

/// Writes values line by line.
struct ArchiveWriter {
  private var lines: [String] = []

  mutating func add(_ value: String) { lines.append(value) }
  mutating func add(_ value: some FixedWidthInteger) { lines.append(String(value)) }
  mutating func add(_ value: Bool) { lines.append(value ? "true" : "false") }

  mutating func list<Value>(_ values: [Value], _ add: (inout Self, Value) -> Void) {
    self.add(values.count)
    for value in values { add(&self, value) }
  }

  func text() throws(ArchiveFault) -> String {
    if lines.contains(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) {
      throw ArchiveFault(line: 0)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// Reads them back.
struct ArchiveReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func text() throws(ArchiveFault) -> String {
    String(decoding: try next(), as: UTF8.self)
  }

  mutating func number() throws(ArchiveFault) -> UInt64 {
    let digits = try next()
    guard !digits.isEmpty else { throw fault }
    var value: UInt64 = 0
    for digit in digits {
      let (product, isTooMuch) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = product.addingReportingOverflow(UInt64(digit &- UInt8(ascii: "0")))
      guard !isTooMuch, !isOver, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else {
        throw fault
      }
      value = sum
    }
    return value
  }

  mutating func count() throws(ArchiveFault) -> Int {
    guard let value = Int(exactly: try number()) else { throw fault }
    return value
  }

  mutating func flag() throws(ArchiveFault) -> Bool {
    switch try text() {
    case "true": return true
    case "false": return false
    default: throw fault
    }
  }

  mutating func choice<Choice: RawRepresentable>(
    of type: Choice.Type
  ) throws(ArchiveFault) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: try text()) else { throw fault }
    return choice
  }

  mutating func list<Value>(
    _ read: (inout Self) throws(ArchiveFault) -> Value
  ) throws(ArchiveFault) -> [Value] {
    let count = try count()
    // Every element has a line of its own at least.
    guard count <= bytes.count - position else { throw fault }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  mutating func texts() throws(ArchiveFault) -> [String] {
    try list { reader throws(ArchiveFault) in try reader.text() }
  }

  func finish() throws(ArchiveFault) {
    if position != bytes.count { throw fault }
  }

  private var fault: ArchiveFault { ArchiveFault(line: line + 1) }

  private mutating func next() throws(ArchiveFault) -> ArraySlice<UInt8> {
    var end = position
    while end < bytes.count && bytes[end] != UInt8(ascii: "\n") { end += 1 }
    guard end < bytes.count else { throw fault }
    defer {
      position = end + 1
      line += 1
    }
    return bytes[position..<end]
  }
}
