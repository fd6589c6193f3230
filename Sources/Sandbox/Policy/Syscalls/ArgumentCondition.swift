/// A condition on one argument of one system call.
package struct ArgumentCondition: Hashable, Sendable {
  /// What the argument is compared with.
  package enum Test: String, Sendable, CaseIterable {
    /// The argument equals one of the values.
    case oneOf
    /// The argument equals none of the values.
    case noneOf
    /// None of the bits of any value is set.
    case bitsClear
  }

  /// One value as it was written and as the kernel sees it.
  package struct Constant: Hashable, Sendable {
    /// The text, such as `AF_UNIX`.
    package var text: String
    /// The number as the kernel compares it, for this machine's ABI.
    package var value: UInt64

    /// Pairs a text with its number.
    package init(text: String, value: UInt64) {
      self.text = text
      self.value = value
    }
  }

  /// What another argument must be for a condition to say anything: an option of a socket has a
  /// meaning only together with its level.
  package struct Premise: Hashable, Sendable {
    /// The other argument, counted from 0.
    package var argument: Int
    /// The bits of it that are looked at; all when absent.
    package var mask: Constant?
    /// What they equal.
    package var value: Constant

    /// Asks for a value in another argument.
    package init(argument: Int, mask: Constant? = nil, value: Constant) {
      self.argument = argument
      self.mask = mask
      self.value = value
    }

    /// Where it stands among others, so that equal policies make equal filters.
    var order: (Int, UInt64, UInt64) { (argument, mask?.value ?? .max, value.value) }

    /// The premise by itself, as a condition on a call.
    func condition(on call: String) -> ArgumentCondition {
      ArgumentCondition(call: call, argument: argument, mask: mask, test: .oneOf, values: [value])
    }
  }

  /// The name of the call.
  package var call: String

  /// The argument, counted from 0.
  package var argument: Int

  /// The bits that are looked at before comparing; all when absent.
  package var mask: Constant?

  /// How the argument is compared with the values.
  package var test: Test

  /// What the argument is compared with.
  package var values: [Constant]

  /// When the condition is asked at all; always when absent.
  package var premise: Premise?

  /// A condition on one argument.
  package init(
    call: String, argument: Int, mask: Constant? = nil, test: Test, values: [Constant],
    premise: Premise? = nil
  ) {
    self.call = call
    self.argument = argument
    self.mask = mask
    self.test = test
    self.values = values
    self.premise = premise
  }

  /// Whether a call with these registers is accepted.
  package func accepts(register: (Int) -> UInt64) -> Bool {
    if let premise,
      !premise.condition(on: call).holds(for: register(premise.argument))
    {
      return true
    }
    return holds(for: register(argument))
  }

  /// Whether the test holds for the register's value, where it is asked.
  package func holds(for register: UInt64) -> Bool {
    let seen = seen(register)
    switch test {
    case .bitsClear: return values.allSatisfy { seen & $0.value == 0 }
    case .oneOf: return values.contains { $0.value == seen }
    case .noneOf: return !values.contains { $0.value == seen }
    }
  }

  /// What of a register is compared.
  package func seen(_ register: UInt64) -> UInt64 {
    let isNarrow = ArgumentWidth.isNarrow(call: call, argument: argument)
    return register & (mask?.value ?? .max) & (isNarrow ? 0xffff_ffff : .max)
  }

  /// The inner form of the condition as a profile writes it.
  package var description: String {
    let masked = mask.map { ", mask: \($0.text)" } ?? ""
    let list = values.map(\.text).joined(separator: ", ")
    let asked =
      premise.map { premise in
        let masked = premise.mask.map { ", mask: \($0.text)" } ?? ""
        return ", where: {argument: \(premise.argument)\(masked), is: \(premise.value.text)}"
      } ?? ""
    return "{call: \(call), argument: \(argument)\(masked), \(test.rawValue): [\(list)]\(asked)}"
  }
}

/// Which arguments the kernel reads as 32 bits, whatever the upper half of the register holds.
///
/// A comparison of 64 bits would let `TIOCSTI | 1 << 32` pass a list of forbidden requests while
/// the kernel still sees `TIOCSTI` (CVE-2019-10063). Arguments of kernel type `unsigned long`,
/// such as `clone`'s flags, are compared whole.
package enum ArgumentWidth {
  /// Whether only the low 32 bits of an argument count.
  package static func isNarrow(call: String, argument: Int) -> Bool {
    guard (0..<8).contains(argument) else { return false }
    return (narrow[call] ?? 0) & (1 << UInt8(argument)) != 0
  }

  /// One bit per argument whose kernel type is int, unsigned int, mode_t or smaller.
  private static let narrow: [String: UInt8] = [
    "socket": 0b111, "socketpair": 0b111, "ioctl": 0b011, "prctl": 0b001, "seccomp": 0b011,
    "personality": 0b001, "setns": 0b011, "fcntl": 0b011, "kill": 0b011, "tgkill": 0b111,
    "open": 0b110, "creat": 0b010, "openat": 0b1101, "mkdir": 0b010, "mkdirat": 0b101,
    "mknod": 0b110, "mknodat": 0b1101, "chmod": 0b010, "fchmod": 0b011, "fchmodat": 0b101,
    "fchmodat2": 0b1101, "madvise": 0b100, "bpf": 0b101, "keyctl": 0b001, "userfaultfd": 0b001,
    "memfd_create": 0b010, "setsockopt": 0b10111, "getsockopt": 0b00111, "prlimit64": 0b011,
    "setrlimit": 0b001, "getrlimit": 0b001, "arch_prctl": 0b001, "kcmp": 0b111, "flock": 0b011,
    "pidfd_open": 0b011, "renameat2": 0b10101, "sendto": 0b101001, "recvfrom": 0b001001,
    "sendmsg": 0b101, "recvmsg": 0b101, "sendmmsg": 0b1101, "recvmmsg": 0b1101,
  ]
}
