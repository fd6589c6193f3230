/// How one version relates to another in the order of their ecosystem.
package enum VersionOrder: Equatable, Sendable {
  /// The first version comes earlier.
  case less
  /// The order does not tell the two apart, whatever their spelling.
  case equal
  /// The first version comes later.
  case greater

  /// The relation seen from the other version.
  package var reversed: VersionOrder {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }

  /// The relation of two values.
  init<Value: Comparable>(_ one: Value, _ other: Value) {
    self = one < other ? .less : one > other ? .greater : .equal
  }
}
