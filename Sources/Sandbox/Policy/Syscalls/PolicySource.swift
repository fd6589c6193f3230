/// What a policy is made from; equal sources make equal policies.
///
/// It is cheaper than the policy, which a run whose filter is kept never needs.
package struct PolicySource: Equatable, Sendable {
  /// The section of the profile.
  package let syscalls: EffectiveProfile.Syscalls

  /// Whether the payload can write to the host, where nothing may become setuid or setgid.
  package let writesHost: Bool

  /// Whether a program is yet to be executed under it.
  package let startsProgram: Bool

  /// Takes the section as it is.
  package init(
    _ syscalls: EffectiveProfile.Syscalls, writesHost: Bool, startsProgram: Bool = true
  ) {
    self.syscalls = syscalls
    self.writesHost = writesHost
    self.startsProgram = startsProgram
  }

  /// Takes the calls from a profile, whose workspace or mounts may be writable on the host.
  package init(_ profile: EffectiveProfile) {
    self.init(
      profile.syscalls,
      writesHost: profile.workspace.mode == .readWrite
        || profile.filesystem.mounts.contains { $0.access == .readWrite })
  }

  /// Makes the policy; throws where it refuses a call without which nothing can start.
  package func policy() throws(FilterError) -> SyscallPolicy {
    try SyscallPolicy(
      syscalls, readWriteWorkspace: writesHost, startsProgram: startsProgram)
  }

  /// One unambiguous serialisation, for digests.
  package var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 << 14)
    func add(_ words: String...) {
      for word in words {
        bytes += word.utf8
        bytes.append(UInt8(ascii: " "))
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    add("source/1", writesHost ? "writes-host" : "reads-host", syscalls.listener.rawValue)
    if !startsProgram { add("starts-nothing") }
    for call in syscalls.allow {
      bytes += call.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    for condition in syscalls.conditions {
      add("if", condition.call, String(condition.argument), condition.test.rawValue)
      if let mask = condition.mask { add("mask", String(mask.value)) }
      for value in condition.values { add("value", String(value.value)) }
      if let premise = condition.premise {
        add(
          "where", String(premise.argument), String(premise.mask?.value ?? .max),
          String(premise.value.value))
      }
    }
    for answer in syscalls.answers.sorted(by: { $0.key < $1.key }) {
      add("answer", answer.key, answer.value.rawValue)
    }
    return bytes
  }
}
