/// How a run used one place, or all of them together.
///
/// The property names are the JSON keys. Sums that do not fit stay at the largest number.
package struct PlaceUse: Hashable, Sendable, Codable {
  /// A name or address with its port.
  struct Place: Hashable, Comparable {
    var name: String
    var port: UInt16?

    static func < (left: Self, right: Self) -> Bool {
      (left.name, left.port ?? 0) < (right.name, right.port ?? 0)
    }
  }

  /// Connections that were let through to their end.
  package private(set) var connections: UInt64 = 0
  /// Attempts that were refused or cut.
  package private(set) var refusals: UInt64 = 0
  /// Bytes sent to the place.
  package private(set) var bytesUp: UInt64 = 0
  /// Bytes received from the place.
  package private(set) var bytesDown: UInt64 = 0
  /// What was spoken, sorted; absent in records where nothing was said.
  package private(set) var modes: [EgressMode] = []
  /// The least that was checked of a connection; nil when none was made.
  package private(set) var assurance: Assurance?
  /// The programs that asked, sorted, as far as they are known.
  package private(set) var executables: [String] = []
  /// Why attempts were refused, sorted.
  package private(set) var codes: [EgressRefusal.Code] = []

  /// More names of programs than this make no report clearer; further ones are left out.
  static let mostExecutables = 64

  /// A place that was not used.
  init() {}

  /// Adds an attempt.
  mutating func add(_ record: EgressRecord) {
    let count = UInt64(clamping: record.count)
    if record.verdict == .allowed {
      connections = Self.sum(connections, count)
    } else {
      refusals = Self.sum(refusals, count)
    }
    bytesUp = Self.sum(bytesUp, record.bytesUp)
    bytesDown = Self.sum(bytesDown, record.bytesDown)
    if let level = record.assurance { assurance = min(assurance ?? level, level) }
    if let mode = record.mode, !modes.contains(mode) {
      modes = (modes + [mode]).sorted { $0.rawValue < $1.rawValue }
    }
    if let code = record.code, !codes.contains(code) {
      codes = (codes + [code]).sorted { $0.rawValue < $1.rawValue }
    }
    if let program = record.executable, executables.count < Self.mostExecutables,
      !executables.contains(program)
    {
      executables = (executables + [program]).sorted()
    }
  }

  /// Adds all that another use holds.
  mutating func add(_ other: PlaceUse) {
    connections = Self.sum(connections, other.connections)
    refusals = Self.sum(refusals, other.refusals)
    bytesUp = Self.sum(bytesUp, other.bytesUp)
    bytesDown = Self.sum(bytesDown, other.bytesDown)
    assurance = [assurance, other.assurance].compactMap { $0 }.min()
    modes = Set(modes + other.modes).sorted { $0.rawValue < $1.rawValue }
    codes = Set(codes + other.codes).sorted { $0.rawValue < $1.rawValue }
    executables = Array(Set(executables + other.executables).sorted().prefix(Self.mostExecutables))
  }

  /// What is different from another run's use of the same place.
  func aspects(
    since base: PlaceUse, _ tolerance: EgressReport.Tolerance
  ) -> [EgressReport.Difference.Aspect] {
    var found: [EgressReport.Difference.Aspect] = []
    if connections > 0, base.connections == 0 { found.append(.allowed) }
    if connections == 0, base.connections > 0 { found.append(.refused) }
    if !Set(modes).isSubset(of: base.modes) { found.append(.modes) }
    if let assurance, let before = base.assurance, assurance < before { found.append(.assurance) }
    // Without any the base was recorded where programs are not found.
    if !base.executables.isEmpty, !Set(executables).isSubset(of: base.executables) {
      found.append(.executables)
    }
    if tolerance.isExceeded(by: bytesUp, from: base.bytesUp) { found.append(.bytesUp) }
    if tolerance.isExceeded(by: base.bytesUp, from: bytesUp) { found.append(.bytesUpFewer) }
    if tolerance.isExceeded(by: bytesDown, from: base.bytesDown)
      || tolerance.isExceeded(by: base.bytesDown, from: bytesDown)
    {
      found.append(.bytesDown)
    }
    return found
  }

  /// The places of records.
  static func places(of records: [EgressRecord]) -> [Place: PlaceUse] {
    records.reduce(into: [:]) { places, record in
      places[Place(name: record.name, port: record.port), default: PlaceUse()].add(record)
    }
  }

  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
