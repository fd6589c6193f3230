internal import Glibc

/// A system call that failed: which one, on what, and why.
///
/// Two failures are equal when call, object and number are.
package struct KernelFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call's name, such as `openat2`.
  package var call: String
  /// What it was asked of, escaped for printing; empty when there is no object.
  package var object: String
  /// The errno value, such as `ENOENT`.
  package var number: Int32

  /// Makes a failure with a known number.
  package init(call: String, object: String = "", number: Int32) {
    self.call = call
    self.object = object
    self.number = number
  }

  /// Makes a failure of the call that just returned -1; must be the first thing after it.
  @inline(never)
  package static func last(_ call: String, _ object: String = "") -> KernelFailure {
    let number = errno
    return KernelFailure(call: call, object: object, number: number)
  }

  /// What the C library says about the number.
  package var reason: String {
    unsafe String(cString: strerror(number))
  }

  /// `openat2 /path: No such file or directory`.
  package var description: String {
    object.isEmpty ? "\(call): \(reason)" : "\(call) \(object): \(reason)"
  }
}
