/// Alerts by which the broker tells a client that it was policy (RFC 8446, section 6).
package enum TLSAlert: UInt8, Sendable, CaseIterable {
  /// The hello was not understood.
  case decodeError = 50
  /// The policy refuses.
  case accessDenied = 49
  /// The name is not the one that this address stands for.
  case unrecognizedName = 112

  /// A record with the fatal alert.
  package var bytes: [UInt8] { [21, 3, 3, 0, 2, 2, rawValue] }
}
