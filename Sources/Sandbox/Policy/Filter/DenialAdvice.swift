/// Explains a refused system call and names the profile line that would permit it.
package struct DenialAdvice: Hashable, Sendable {
  /// What was refused, such as `socket(AF_NETLINK, …): address family not allowed`.
  package var text: String

  /// The line to add to a profile, such as `syscalls.allow: [ptrace]`.
  package var allowWith: String

  /// Explains a refusal under a policy; arguments that were not recorded may be 0.
  package init(call: String, arguments: [UInt64], policy: SyscallPolicy) {
    let failed = (policy.conditions[call] ?? []).first { condition in
      condition.argument < arguments.count
        && !condition.accepts { $0 < arguments.count ? arguments[$0] : 0 }
    }
    let shown = Self.shown(call, arguments)
    guard policy.allowed.contains(call), let failed else {
      self.init(
        text: "\(shown): the call is not allowed", allowWith: "syscalls.allow: [\(call)]")
      return
    }
    let value = arguments[failed.argument]
    // What a list names keeps its name there, also where other values of the argument have none.
    let listed = failed.values.first { failed.test == .noneOf && $0.value == failed.seen(value) }
    let shownValue = listed?.text ?? Self.shownValue(value, call, failed.argument)
    self.init(
      text: "\(shown): argument \(failed.argument) may not be \(shownValue)",
      allowWith: "syscalls.arguments: \(Self.loosened(failed, toAccept: value).description)")
  }

  private init(text: String, allowWith: String) {
    self.text = text
    self.allowWith = allowWith
  }

  /// Explains a refusal by number; an unnamed number has no line that would permit it.
  package init(number: UInt32, arguments: [UInt64], policy: SyscallPolicy, table: SyscallTable) {
    guard let call = table.names[number] else {
      self.init(text: "system call \(number) has no name here and is unknown", allowWith: "")
      return
    }
    self.init(call: call, arguments: arguments, policy: policy)
  }

  /// The condition that accepts one more value.
  private static func loosened(
    _ condition: ArgumentCondition, toAccept value: UInt64
  ) -> ArgumentCondition {
    var loosened = condition
    let seen = condition.seen(value)
    switch condition.test {
    case .oneOf:
      let text = shownValue(seen, condition.call, condition.argument)
      loosened.values.append(ArgumentCondition.Constant(text: text, value: seen))
    case .noneOf: loosened.values.removeAll { $0.value == seen }
    case .bitsClear: loosened.values.removeAll { seen & $0.value != 0 }
    }
    return loosened
  }

  /// The call with the arguments that have names.
  private static func shown(_ call: String, _ arguments: [UInt64]) -> String {
    let shown = arguments.indices.prefix(6).map { index in
      KernelConstants.family(call: call, argument: index) == nil
        ? nil : shownValue(arguments[index], call, index)
    }
    guard let last = shown.lastIndex(where: { $0 != nil }) else { return "\(call)(…)" }
    return "\(call)(\(shown[...last].map { $0 ?? "…" }.joined(separator: ", ")), …)"
  }

  private static func shownValue(_ value: UInt64, _ call: String, _ argument: Int) -> String {
    let isNarrow = ArgumentWidth.isNarrow(call: call, argument: argument)
    let seen = isNarrow ? value & 0xffff_ffff : value
    guard let family = KernelConstants.family(call: call, argument: argument) else {
      return KernelConstants.hex(seen)
    }
    // Types of sockets and files share their word with flags or permissions.
    let masks: [KernelConstants.Family: UInt64] = [.socketType: 0xf, .fileType: 0o170000]
    return KernelConstants.name(of: seen & (masks[family] ?? .max), in: family)
      ?? KernelConstants.hex(seen)
  }
}
