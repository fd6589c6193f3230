/// The error numbers that a filter may answer with, by name; x86-64 and arm64 agree on them.
package enum ErrorNumber: String, Sendable, CaseIterable, Hashable {
  /// Not permitted: the answer for a known call that the policy refuses.
  case EPERM
  /// No such entry.
  case ENOENT
  /// Try again.
  case EAGAIN
  /// Permission denied.
  case EACCES
  /// Invalid argument: what a kernel answers for an option it does not know.
  case EINVAL
  /// Not a terminal, or a request the device does not know.
  case ENOTTY
  /// Not implemented: makes a C library fall back to an older call.
  case ENOSYS
  /// Not supported.
  case EOPNOTSUPP
  /// Address family not supported.
  case EAFNOSUPPORT
  /// Protocol not supported.
  case EPROTONOSUPPORT

  /// The number that the kernel uses.
  package var number: UInt16 {
    switch self {
    case .EPERM: 1
    case .ENOENT: 2
    case .EAGAIN: 11
    case .EACCES: 13
    case .EINVAL: 22
    case .ENOTTY: 25
    case .ENOSYS: 38
    case .EPROTONOSUPPORT: 93
    case .EOPNOTSUPP: 95
    case .EAFNOSUPPORT: 97
    }
  }
}
