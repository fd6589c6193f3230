/// The error numbers that a filter may answer with, by name; x86-64 and arm64 agree on them.
package enum ErrorNumber: String, Sendable, CaseIterable, Hashable {
  /// Not permitted: the answer for a known call that the policy refuses.
  case notPermitted = "EPERM"
  /// No such entry.
  case noEntry = "ENOENT"
  /// Try again.
  case tryAgain = "EAGAIN"
  /// Permission denied.
  case accessDenied = "EACCES"
  /// Invalid argument: what a kernel answers for an option it does not know.
  case invalidArgument = "EINVAL"
  /// Not a terminal, or a request the device does not know.
  case noTerminal = "ENOTTY"
  /// Not implemented: makes a C library fall back to an older call.
  case notImplemented = "ENOSYS"
  /// Not supported.
  case notSupported = "EOPNOTSUPP"
  /// Address family not supported.
  case noAddressFamily = "EAFNOSUPPORT"
  /// Protocol not supported.
  case noProtocol = "EPROTONOSUPPORT"

  /// The number that the kernel uses.
  package var number: UInt16 {
    switch self {
    case .notPermitted: 1
    case .noEntry: 2
    case .tryAgain: 11
    case .accessDenied: 13
    case .invalidArgument: 22
    case .noTerminal: 25
    case .notImplemented: 38
    case .noProtocol: 93
    case .notSupported: 95
    case .noAddressFamily: 97
    }
  }
}
