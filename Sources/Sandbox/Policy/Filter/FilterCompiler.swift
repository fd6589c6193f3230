internal import CSeccomp
internal import Glibc

/// Compiles policies into seccomp programs by way of libseccomp, for the machine's own ABI.
package struct FilterCompiler {
  /// Raised whenever the same policy would compile to another program.
  package static let version = 1

  /// The most rules that the conditions of one call may need.
  private static let ruleLimit = 4096

  private let policy: SyscallPolicy
  private let table: SyscallTable

  /// Compiles a policy and proves that the program answers as the policy says.
  package static func compile(
    _ policy: SyscallPolicy, table: SyscallTable = .native
  ) throws(FilterError) -> CompiledFilter {
    let filter = try compileUnchecked(policy, table: table)
    try FilterCheck(policy, table: table).check(try BPFProgram(bytes: filter.program))
    return filter
  }

  /// Compiles without the proof, for tests that take the two apart.
  package static func compileUnchecked(
    _ policy: SyscallPolicy, table: SyscallTable = .native
  ) throws(FilterError) -> CompiledFilter {
    let program = try FilterCompiler(policy: policy, table: table).program()
    let model = PolicyModel(policy, table: table)
    return CompiledFilter(
      program: program, answers: policy.usesListener ? DenialAnswers(model, policy) : .none,
      usesListener: policy.usesListener)
  }

  private func program() throws(FilterError) -> [UInt8] {
    // Level 6 knows the listener; asking the running kernel would tie the program to it.
    seccomp_api_set(6)
    guard let context = unsafe seccomp_init(fallback) else {
      throw FilterError(.library, "libseccomp cannot start a filter; is it 2.5 or newer?")
    }
    defer { unsafe seccomp_release(context) }
    // 0x80000000 kills the process: a foreign ABI is never an accident.
    try unsafe Self.check(
      seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, 0x8000_0000), "bad architecture action")
    try unsafe Self.check(seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2), "binary tree")
    for number in table.names.keys.sorted() {
      guard let name = table.names[number] else { continue }
      for rule in try rules(for: name) {
        try unsafe add(rule, Int32(number), name, to: context)
      }
    }
    return try FilterTrimmer.trim(BPFProgram(bytes: unsafe export(context))).bytes
  }

  /// What a program does with everything that no rule names.
  private var fallback: UInt32 {
    policy.usesListener ? 0x7fc0_0000 : Self.answer(.notImplemented)
  }

  private static func answer(_ number: ErrorNumber) -> UInt32 {
    0x0005_0000 | UInt32(number.number)
  }

  // MARK: Rules

  private struct Rule {
    var action: UInt32
    var cubes: [(argument: Int, cube: Cube)]
  }

  private func rules(for call: String) throws(FilterError) -> [Rule] {
    let answer = policy.answer(to: call)
    let isHeard = policy.usesListener && answer != .notImplemented
    let refusal = isHeard ? fallback : Self.answer(answer)
    guard policy.allowed.contains(call) else {
      return [Rule(action: refusal, cubes: [])].filter { $0.action != fallback }
    }
    var rules: [Rule] = []
    for premises in cases(of: call) {
      rules += try self.rules(
        for: call, where: premises, refusal: refusal == fallback ? nil : refusal)
    }
    return rules
  }

  /// The registers that premises tell apart, and the conditions that are asked there.
  private struct Premises {
    var registers: [Int: CubeSet]
    var conditions: [ArgumentCondition]
  }

  /// Every combination of premises that hold and that do not.
  private func cases(of call: String) -> [Premises] {
    let grouped = Dictionary(grouping: policy.conditions[call] ?? [], by: \.premise)
    var cases = [Premises(registers: [:], conditions: grouped[nil] ?? [])]
    for premise in Set(grouped.keys.compactMap(\.self)).sorted(by: { $0.order < $1.order }) {
      let conditions = grouped[premise] ?? []
      let met = CubeSet(premise.condition(on: call))
      cases = cases.flatMap { old in
        [(met, conditions), (CubeSet.everything.subtracting(met), [])].compactMap { set, added in
          var new = old
          let registers = (old.registers[premise.argument] ?? .everything).intersection(set)
          new.registers[premise.argument] = registers
          new.conditions += added
          return registers.isEmpty ? nil : new
        }
      }
    }
    return cases
  }

  private func rules(
    for call: String, where premises: Premises, refusal: UInt32?
  ) throws(FilterError) -> [Rule] {
    let bounds = premises.registers.sorted { $0.key < $1.key }
    let grouped = Dictionary(grouping: premises.conditions, by: \.argument)
    let accepted = Dictionary(
      uniqueKeysWithValues: grouped.map { argument, conditions in
        (argument, conditions.reduce(CubeSet.everything) { $0.intersection(CubeSet($1)) })
      })
    var rules = [Rule(action: 0x7fff_0000, cubes: [])]
    var refusals: [Rule] = []
    for argument in Set(grouped.keys).union(premises.registers.keys).sorted() {
      let bound = premises.registers[argument] ?? .everything
      let set = accepted[argument] ?? .everything
      rules = Self.product(rules, argument, bound.intersection(set))
      if let refusal {
        // One failing argument is enough to refuse, whatever the others hold.
        var failing = [Rule(action: refusal, cubes: [])]
        for (other, registers) in bounds where other != argument {
          failing = Self.product(failing, other, registers)
        }
        refusals += Self.product(failing, argument, bound.subtracting(set))
      }
      if rules.count + refusals.count > Self.ruleLimit {
        throw FilterError(
          .unsupported,
          "the conditions on \(call) need more than \(Self.ruleLimit) rules; "
            + "list fewer values", context: call)
      }
    }
    return rules + refusals
  }

  private static func product(_ rules: [Rule], _ argument: Int, _ set: CubeSet) -> [Rule] {
    rules.flatMap { rule in
      set.cubes.map { cube in
        Rule(
          action: rule.action, cubes: cube.mask == 0 ? rule.cubes : rule.cubes + [(argument, cube)])
      }
    }
  }

  // MARK: Library

  private func add(
    _ rule: Rule, _ number: Int32, _ name: String, to context: scmp_filter_ctx
  ) throws(FilterError) {
    let comparisons = rule.cubes.map { argument, cube in
      scmp_arg_cmp(
        arg: UInt32(argument), op: SCMP_CMP_MASKED_EQ, datum_a: cube.mask, datum_b: cube.value)
    }
    try unsafe Self.check(
      seccomp_rule_add_exact_array(
        context, rule.action, number, UInt32(comparisons.count), comparisons),
      "rule for \(name)")
  }

  private func export(_ context: scmp_filter_ctx) throws(FilterError) -> [UInt8] {
    let descriptor = sentinel_open_memory_file()
    guard descriptor >= 0 else {
      throw FilterError(.library, "no memory file for the filter (errno \(errno))")
    }
    defer { close(descriptor) }
    try unsafe Self.check(seccomp_export_bpf(context, descriptor), "export")
    var bytes = [UInt8](repeating: 0, count: BPFProgram.lengthLimit * 8 + 8)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { throw FilterError(.library, "the exported filter is empty") }
    guard count <= BPFProgram.lengthLimit * 8 else {
      throw FilterError(
        .unsupported,
        "the filter needs more than the kernel's 4096 instructions; "
          + "list fewer values in syscalls.arguments")
    }
    return Array(bytes.prefix(count))
  }

  private static func check(_ result: Int32, _ step: String) throws(FilterError) {
    guard result < 0 else { return }
    throw FilterError(.library, "libseccomp refused: \(step) (errno \(-result))", context: step)
  }
}
