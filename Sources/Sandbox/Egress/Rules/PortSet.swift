/// Ports that a rule means, as ranges in order that do not touch.
package struct PortSet: Hashable, Sendable, CustomStringConvertible {
  /// The ranges in ascending order, 1 to 65535; two never touch or overlap.
  package private(set) var ranges: [ClosedRange<UInt16>]

  /// Every port from 1 on.
  package static let all = PortSet([1...65_535])

  /// The set without a port.
  package static let none = PortSet([])

  /// Brings ranges into order; port 0 is left out.
  package init(_ ranges: [ClosedRange<UInt16>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > 0 {
      let range = max(1, range.lowerBound)...range.upperBound
      if let last = self.ranges.last, Int(range.lowerBound) <= Int(last.upperBound) + 1 {
        self.ranges[self.ranges.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// A set of single ports, in any order; port 0 is left out.
  package init(_ ports: UInt16...) { self.init(ports.map { $0...$0 }) }

  /// Reads `443`, `80,443`, `8000-8100` and lists of both; nil for anything else and for port 0.
  package init?(parsing text: some StringProtocol) {
    var ranges: [ClosedRange<UInt16>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Self.port($0) }
      guard ends.count <= 2, let first = ends.first, let low = first, let last = ends.last,
        let high = last, low <= high
      else { return nil }
      ranges.append(low...high)
    }
    guard !ranges.isEmpty, ranges.count <= 64 else { return nil }
    self.init(ranges)
  }

  /// Whether a port is meant.
  package func contains(_ port: UInt16) -> Bool { ranges.contains { $0.contains(port) } }

  /// Whether all ports of another set are meant.
  package func contains(_ other: PortSet) -> Bool {
    other.ranges.allSatisfy { range in
      ranges.contains { $0.lowerBound <= range.lowerBound && $0.upperBound >= range.upperBound }
    }
  }

  /// Whether a port is in both.
  package func overlaps(_ other: PortSet) -> Bool {
    other.ranges.contains { range in ranges.contains { $0.overlaps(range) } }
  }

  /// The ports of either.
  package func union(_ other: PortSet) -> PortSet { PortSet(ranges + other.ranges) }

  /// Whether no port is meant.
  package var isEmpty: Bool { ranges.isEmpty }

  /// The only port; nil when there are more or none.
  package var single: UInt16? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }

  /// The form that is read.
  package var description: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  private static func port(_ text: some StringProtocol) -> UInt16? {
    let digits = Array(text.utf8)
    guard digits.count <= 5, digits.first != UInt8(ascii: "0"), let number = ASCII.decimal(digits)
    else { return nil }
    return UInt16(exactly: number)
  }
}
