/// What a policy says about one system call, worked out without any filter.
///
/// The compiler works with sets of masked equalities, this model with the conditions as written;
/// the two meet only in ``FilterCheck``.
struct PolicyModel {
  /// What a filter should return.
  enum Verdict: Hashable, CustomStringConvertible {
    case allow, notify, kill
    case answer(UInt16)

    /// The return value of the filter program.
    var action: UInt32 {
      switch self {
      case .allow: 0x7fff_0000
      case .notify: 0x7fc0_0000
      case .kill: 0x8000_0000
      case .answer(let number): 0x0005_0000 | UInt32(number)
      }
    }

    var description: String {
      switch self {
      case .allow: "allow"
      case .notify: "notify"
      case .kill: "kill"
      case .answer(let number): "errno \(number)"
      }
    }
  }

  /// What holds for one number.
  struct Rule {
    var call: String
    var isAllowed: Bool
    var conditions: [ArgumentCondition]
    var refusal: Verdict
  }

  let table: SyscallTable
  let rules: [UInt32: Rule]
  let unknown: Verdict

  init(_ policy: SyscallPolicy, table: SyscallTable) {
    self.table = table
    unknown = policy.usesListener ? .notify : .answer(ErrorNumber.notImplemented.number)
    var rules: [UInt32: Rule] = [:]
    for (number, name) in table.names {
      let answer = policy.answer(to: name)
      let isHeard = policy.usesListener && answer != .notImplemented
      rules[number] = Rule(
        call: name, isAllowed: policy.allowed.contains(name),
        conditions: policy.conditions[name] ?? [],
        refusal: isHeard ? .notify : .answer(answer.number))
    }
    self.rules = rules
  }

  func verdict(_ call: SeccompData) -> Verdict {
    if call.architecture != table.architecture { return .kill }
    // Number -1 is what a tracer sets to skip a call; it names nothing in any ABI.
    if table.hasX32, call.number >= 0x4000_0000, call.number != .max { return .kill }
    guard let rule = rules[call.number] else { return unknown }
    guard rule.isAllowed else { return rule.refusal }
    for condition in rule.conditions
    where !condition.accepts(register: { call.arguments[$0] }) {
      return rule.refusal
    }
    return .allow
  }
}
