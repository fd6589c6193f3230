import CKernel

/// The seccomp program of the tests: the calls that the broker needs, EPERM for all others.
enum BrokerFilter {
  /// Numbers of x86-64 (arch/x86/entry/syscalls/syscall_64.tbl).
  ///
  /// In groups: memory, sockets, waiting and pipes, time and the end.
  static let calls: [UInt32] = [
    9, 10, 11, 12, 25, 28, 202,
    3, 41, 42, 44, 45, 46, 47, 48, 51, 54, 55, 288,
    232, 233, 281, 275, 293,
    15, 219, 228, 231, 318,
  ]

  static var program: [UInt8] {
    // Load the number, compare with each, allow or refuse.
    var bytes = instruction(0x20, 0, 0, 0)
    for (index, call) in calls.enumerated() {
      bytes += instruction(0x15, UInt8(calls.count - index), 0, call)
    }
    return bytes + instruction(0x06, 0, 0, 0x0005_0001) + instruction(0x06, 0, 0, 0x7fff_0000)
  }

  private static func instruction(
    _ code: UInt16, _ yes: UInt8, _ no: UInt8, _ value: UInt32
  ) -> [UInt8] {
    [UInt8(code & 0xff), UInt8(code >> 8), yes, no]
      + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
