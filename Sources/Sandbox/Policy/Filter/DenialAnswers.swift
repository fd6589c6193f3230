/// What the supervisor answers when the filter puts a call to it.
package struct DenialAnswers: Hashable, Sendable {
  /// The answer to one number.
  package struct Entry: Hashable, Sendable {
    /// The number of the call.
    package var number: UInt32
    /// The errno value that the caller of the refused call gets.
    package var errorNumber: UInt16
    /// One bit per argument that is worth recording; pointers are not.
    package var argumentMask: UInt8
  }

  /// The numbers that can reach the supervisor, ascending; any other gets ENOSYS.
  package var entries: [Entry]

  /// The highest number that has a name.
  package var highestKnown: UInt32

  /// Nothing reaches the supervisor.
  package static let none = DenialAnswers(entries: [], highestKnown: 0)

  /// Lists the numbers that a model puts to the listener.
  init(_ model: PolicyModel, _ policy: SyscallPolicy) {
    let heard = model.rules.filter { _, rule in
      rule.refusal == .notify && !(rule.isAllowed && rule.conditions.isEmpty)
    }
    entries = heard.map { number, rule in
      Entry(
        number: number, errorNumber: policy.answer(to: rule.call).number,
        argumentMask: Self.mask(rule))
    }.sorted { $0.number < $1.number }
    highestKnown = model.table.highest
  }

  init(entries: [Entry], highestKnown: UInt32) {
    self.entries = entries
    self.highestKnown = highestKnown
  }

  private static func mask(_ rule: PolicyModel.Rule) -> UInt8 {
    rule.conditions.reduce(scalars[rule.call] ?? 0) { mask, condition in
      let asked = [condition.argument] + (condition.premise.map { [$0.argument] } ?? [])
      return asked.reduce(mask) { $0 | 1 << UInt8($1) }
    }
  }

  /// Arguments that say what was wanted, for calls that are refused as a whole.
  private static let scalars: [String: UInt8] = [
    "ptrace": 0b11, "bpf": 0b1, "keyctl": 0b1, "socket": 0b111, "socketpair": 0b111,
    "clone": 0b1, "unshare": 0b1, "setns": 0b11, "personality": 0b1, "prctl": 0b1, "ioctl": 0b10,
    "seccomp": 0b11, "kcmp": 0b111, "userfaultfd": 0b1, "process_vm_readv": 0b1,
    "process_vm_writev": 0b1, "pidfd_getfd": 0b11, "reboot": 0b111, "kill": 0b11, "mount": 0b1000,
    "umount2": 0b10, "fanotify_init": 0b11, "quotactl": 0b1, "syslog": 0b1, "arch_prctl": 0b1,
    "perf_event_open": 0b0110, "bind": 0b1, "listen": 0b11, "connect": 0b1, "setuid": 0b1,
  ]
}
