/// Which system calls a payload may make: the value that a filter is compiled from.
package struct SyscallPolicy: Hashable, Sendable {
  /// Names of allowed calls; names that this machine's ABI lacks have no effect.
  package private(set) var allowed: Set<String>

  /// Conditions by call; all conditions of one call must hold.
  package private(set) var conditions: [String: [ArgumentCondition]]

  /// Answers to refused calls other than EPERM.
  package private(set) var answers: [String: ErrorNumber]

  /// Whether refusals are put to a listener; otherwise the filter answers them itself.
  package let usesListener: Bool

  /// Calls between the filter's installation and the payload's first instruction, and at its end.
  package static let launchMinimum = [
    "read", "write", "close", "execve", "exit_group", "rt_sigreturn",
  ]

  /// Takes the calls from a profile.
  ///
  /// A workspace or mount that is writable on the host adds the rule that nothing there becomes
  /// setuid or setgid.
  package init(_ profile: EffectiveProfile) throws(FilterError) {
    let source = PolicySource(profile)
    try self.init(source.syscalls, readWriteWorkspace: source.writesHost)
  }

  /// Takes the calls from the section of a profile, or of a process that runs already.
  package init(
    _ syscalls: EffectiveProfile.Syscalls, readWriteWorkspace: Bool, startsProgram: Bool = true
  ) throws(FilterError) {
    allowed = Set(syscalls.allow)
    answers = syscalls.answers
    usesListener = syscalls.listener == .record
    conditions = Dictionary(
      grouping: syscalls.conditions.filter { syscalls.allow.contains($0.call) }, by: \.call)
    if readWriteWorkspace { refuseSetID() }
    let needed = startsProgram ? Self.launchMinimum : []
    for call in needed where !allowed.contains(call) || conditions[call] != nil {
      throw FilterError(
        .launchMinimum,
        "the policy refuses or restricts \(call), without which no program can start or end; "
          + "allow @base, or remove \(call) from syscalls.deny and syscalls.arguments",
        context: call)
    }
  }

  /// Whether a call is allowed with these registers; those that are not given hold 0.
  package func allows(_ call: String, _ registers: [UInt64]) -> Bool {
    allowed.contains(call)
      && (conditions[call] ?? []).allSatisfy { condition in
        condition.accepts { $0 < registers.count ? registers[$0] : 0 }
      }
  }

  /// The answer to a refused call that has a name.
  package func answer(to call: String) -> ErrorNumber { answers[call] ?? .notPermitted }

  /// Refuses mode bits that would leave a setuid or setgid file on the host.
  private mutating func refuseSetID() {
    let bits = ["S_ISUID", "S_ISGID"].compactMap(Self.constant)
    let creating = ["O_CREAT", "O_TMPFILE"].compactMap(Self.constant)
    for (call, argument) in Self.modeArguments where allowed.contains(call) {
      // Where no file is made, the mode is whatever the register happens to hold.
      let premises =
        ["open", "openat"].contains(call)
        ? creating.map { .init(argument: argument - 1, mask: $0, value: $0) }
        : [ArgumentCondition.Premise?.none]
      for premise in premises {
        conditions[call, default: []].append(
          ArgumentCondition(
            call: call, argument: argument, test: .bitsClear, values: bits, premise: premise))
      }
    }
    // The mode of openat2 lies in memory, where no filter can check it.
    allowed.remove("openat2")
    conditions["openat2"] = nil
    answers["openat2"] = .notImplemented
  }

  private static func constant(_ name: String) -> ArgumentCondition.Constant? {
    KernelConstants.value(of: name).map { .init(text: name, value: $0) }
  }

  private static let modeArguments = [
    ("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("fchmodat2", 2), ("open", 2), ("openat", 3),
    ("creat", 1), ("mkdir", 1), ("mkdirat", 2), ("mknod", 1), ("mknodat", 2),
  ]
}
