/// Builds questions and answers, well formed or not.
package struct DNSBytes {
  package var id: UInt16 = 0x1234
  package var flags: UInt16 = 0x0100
  package var counts: [UInt16] = [1, 0, 0, 0]
  package var labels: [[UInt8]] = []
  package var type: UInt16 = 1
  package var classNumber: UInt16 = 1
  package var rest: [UInt8] = []

  package init(_ name: String, type: UInt16 = 1) {
    labels =
      name.isEmpty
      ? [] : name.split(separator: ".", omittingEmptySubsequences: false).map { Array($0.utf8) }
    self.type = type
  }

  package static func word(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xff)] }

  package static func name(_ labels: [[UInt8]]) -> [UInt8] {
    labels.reduce(into: []) { $0 += [UInt8(truncatingIfNeeded: $1.count)] + $1 } + [0]
  }

  package static func name(_ text: String) -> [UInt8] {
    name(text.split(separator: ".").map { Array($0.utf8) })
  }

  package static func record(
    _ owner: [UInt8], type: UInt16, lifetime: UInt16 = 300, data: [UInt8]
  ) -> [UInt8] {
    owner + word(type) + word(1) + [0, 0] + word(lifetime) + word(UInt16(data.count)) + data
  }

  package var bytes: [UInt8] {
    ([id, flags] + counts).flatMap { Self.word($0) } + Self.name(labels) + Self.word(type)
      + Self.word(classNumber) + rest
  }

  /// The same question with an OPT record.
  package func withEDNS(payload: UInt16 = 1232, version: UInt8 = 0, data: [UInt8] = []) -> DNSBytes
  {
    var copy = self
    copy.counts[3] += 1
    copy.rest +=
      [0] + Self.word(41) + Self.word(payload) + [0, version, 0, 0]
      + Self.word(UInt16(data.count)) + data
    return copy
  }
}
