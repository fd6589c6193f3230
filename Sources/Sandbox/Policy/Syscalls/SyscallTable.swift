internal import CSeccomp
internal import Glibc

/// The names and numbers of the system calls of the machine's own ABI.
package struct SyscallTable: Sendable {
  /// The table of the ABI this program was built for.
  package static let native = SyscallTable()

  /// Numbers by name; calls that the ABI lacks are missing.
  package let numbers: [String: UInt32]

  /// Names by number; a gap is a number that the ABI does not use.
  package let names: [UInt32: String]

  /// The highest number that has a name; what lies above is answered with ENOSYS.
  package let highest: UInt32

  /// The audit name of the ABI, as `seccomp_data.arch` holds it.
  package let architecture: UInt32

  /// Whether numbers with bit 30 are a second ABI (x32) that must never be let through.
  package var hasX32: Bool { architecture == 0xC000_003E }

  private init() {
    var numbers: [String: UInt32] = [:]
    var names: [UInt32: String] = [:]
    architecture = seccomp_arch_native()
    for number in 0..<Self.scanEnd {
      guard let name = Self.libraryName(number) ?? Self.newer[number] else { continue }
      numbers[name] = number
      names[number] = name
    }
    self.numbers = numbers
    self.names = names
    highest = names.keys.max() ?? 0
  }

  /// Whether any Linux ABI has a call of this name.
  ///
  /// A name that exists elsewhere (`open` on arm64) is known without having a number here.
  package static func isKnown(_ name: String) -> Bool {
    if newer.values.contains(name) { return true }
    return unsafe seccomp_syscall_resolve_name(name) != __NR_SCMP_ERROR
  }

  /// The highest number that is looked for; Linux 6.18 ends at 469.
  private static let scanEnd: UInt32 = 1024

  private static func libraryName(_ number: UInt32) -> String? {
    guard let text = unsafe seccomp_syscall_resolve_num_arch(0, Int32(number)) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Calls newer than the oldest library in use (2.5.4); since 424 all ABIs share the numbers.
  private static let newer: [UInt32: String] = [
    451: "cachestat", 452: "fchmodat2", 453: "map_shadow_stack", 454: "futex_wake",
    455: "futex_wait", 456: "futex_requeue", 457: "statmount", 458: "listmount",
    459: "lsm_get_self_attr", 460: "lsm_set_self_attr", 461: "lsm_list_modules", 462: "mseal",
    463: "setxattrat", 464: "getxattrat", 465: "listxattrat", 466: "removexattrat",
    467: "open_tree_attr", 468: "file_getattr", 469: "file_setattr",
  ]
}
