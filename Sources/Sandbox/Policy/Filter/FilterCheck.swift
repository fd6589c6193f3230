/// Compares a filter program with the policy it was made from, call by call.
///
/// The program is run by ``BPFEvaluator`` over every number, every foreign ABI and the edges of
/// every conditioned argument; the expected answers come from ``PolicyModel``. Neither shares code
/// with the compiler, so a fault of libseccomp (GHSA-4q85-33p6-j5g6) or of ours shows here.
package struct FilterCheck {
  private let model: PolicyModel

  /// Prepares the comparison with one policy.
  package init(_ policy: SyscallPolicy, table: SyscallTable = .native) {
    model = PolicyModel(policy, table: table)
  }

  /// Throws the first call that the program answers differently from the policy.
  package func check(_ program: BPFProgram) throws(FilterError) {
    let evaluator = BPFEvaluator(program)
    for number in Self.numbers {
      let conditions = model.rules[number].map { $0.isAllowed ? $0.conditions : [] } ?? []
      for arguments in ArgumentProbes(conditions).all {
        try compare(
          evaluator,
          SeccompData(number: number, architecture: model.table.architecture, arguments: arguments))
      }
    }
    for architecture in Self.architectures where architecture != model.table.architecture {
      for number in Self.foreignNumbers {
        try compare(evaluator, SeccompData(number: number, architecture: architecture))
      }
    }
  }

  private func compare(_ evaluator: BPFEvaluator, _ call: SeccompData) throws(FilterError) {
    let expected = model.verdict(call)
    let got = evaluator.run(call)
    if got == expected.action { return }
    let name = model.table.names[call.number] ?? "number \(call.number)"
    var arguments: [String] = []
    for index in 0..<6 { arguments.append(KernelConstants.hex(call.arguments[index])) }
    throw FilterError(
      .mismatch,
      "the filter answers \(name)(\(arguments.joined(separator: ", "))) on ABI "
        + "\(KernelConstants.hex(UInt64(call.architecture))) with "
        + "\(KernelConstants.hex(UInt64(got))), the policy says \(expected); "
        + "it was not used, update libseccomp",
      context: name)
  }

  /// Every number that some kernel could know, the tracer's -1 and -2, and the x32 range.
  private static let numbers: [UInt32] =
    Array(0..<2048) + [.max, .max - 1, 0x8000_0000, 0x3fff_ffff] + Array(0x4000_0000..<0x4000_0258)

  private static let foreignNumbers: [UInt32] =
    Array(0..<512) + [.max, .max - 1, 0x4000_0000, 0x4000_003b]

  /// ABIs by their audit names: i386, x86-64, x32 as libseccomp names it, arm, arm64, riscv64,
  /// s390x, ppc64le, mips64, and values that differ from ours in one bit.
  private static let architectures: [UInt32] = [
    0x4000_0003, 0xC000_003E, 0x4000_003E, 0x4000_0028, 0xC000_00B7, 0xC000_00F3, 0x8000_0016,
    0xC000_0015, 0x8000_0008, 0, .max, 0xC000_003F, 0xC000_00B6,
  ]
}

/// The argument registers that one call is tried with.
struct ArgumentProbes {
  private(set) var all: [[6 of UInt64]] = [
    .init(repeating: 0), .init(repeating: .max),
    [0x1111_1111_2222_2222, 1, 2, 0x8000_0000, 1 << 32, 0x7fff_ffff_ffff_ffff],
  ]

  init(_ conditions: [ArgumentCondition]) {
    let premises = conditions.compactMap(\.premise)
    let arguments = Set(conditions.map(\.argument) + premises.map(\.argument)).sorted()
    if arguments.isEmpty { return }
    let accepted = Self.accepted(conditions, arguments)
    for argument in arguments {
      let edges = Self.edges(
        conditions.filter { $0.argument == argument },
        besides: premises.filter { $0.argument == argument }
          .flatMap { [$0.value.value] + ($0.mask.map { [$0.value, ~$0.value] } ?? []) })
      for others in Self.baselines(accepted, besides: argument) {
        for edge in edges {
          var probe = others
          probe[argument] = edge
          all.append(probe)
        }
      }
    }
  }

  /// For each argument the listed values that all its conditions accept, or zero.
  private static func accepted(
    _ conditions: [ArgumentCondition], _ arguments: [Int]
  ) -> [Int: [UInt64]] {
    var accepted: [Int: [UInt64]] = [:]
    for argument in arguments {
      let own = conditions.filter { $0.argument == argument }
      let premises = conditions.compactMap(\.premise).filter { $0.argument == argument }
      let listed = Set(
        own.flatMap { condition in condition.values.map(\.value) } + premises.map(\.value.value)
          + [0])
      let holding = listed.filter { value in own.allSatisfy { $0.holds(for: value) } }
      accepted[argument] = holding.isEmpty ? [0] : holding.sorted()
    }
    return accepted
  }

  /// Registers under which one argument is tried: nothing, everything, and each accepted value of
  /// each other argument, because a filter may test this argument anew under each of them.
  private static func baselines(
    _ accepted: [Int: [UInt64]], besides argument: Int
  ) -> [[6 of UInt64]] {
    var baselines: [[6 of UInt64]] = [.init(repeating: 0)]
    for (other, values) in accepted.sorted(by: { $0.key < $1.key }) where other != argument {
      baselines = baselines.flatMap { baseline in
        values.map { value in
          var varied = baseline
          varied[other] = value
          return varied
        }
      }
      // Enough for every shipped policy; beyond it the time is better spent on edges.
      if baselines.count > baselineLimit { baselines = Array(baselines.prefix(baselineLimit)) }
    }
    return baselines + [.init(repeating: .max)]
  }

  private static let baselineLimit = 64

  /// Listed values with two bits changed: what is not listed is accepted by prefixes, and a fault
  /// in the mask of one shows only beyond the bit in which the prefix differs.
  private static func pairFlips(_ condition: ArgumentCondition) -> Set<UInt64> {
    var flips: Set<UInt64> = []
    for value in condition.values.prefix(16).map(\.value) {
      for high in UInt64(1)..<32 {
        for low in 0..<high { flips.insert(value ^ (1 << high) ^ (1 << low)) }
      }
    }
    return flips
  }

  /// Values at which a wrong comparison would show.
  private static func edges(
    _ conditions: [ArgumentCondition], besides premises: [UInt64]
  ) -> Set<UInt64> {
    var edges: Set<UInt64> = [0, .max, 0xffff_ffff, 0xffff_ffff_0000_0000]
    for bit in UInt64(0)..<64 { edges.formUnion([1 << bit, ~(1 << bit)]) }
    let masks = conditions.compactMap(\.mask).flatMap { [$0.value, ~$0.value] }
    for value in conditions.flatMap(\.values).map(\.value) + masks + premises {
      edges.formUnion([value, value &+ 1, value &- 1, value | 0xffff_ffff_0000_0000])
      for bit in UInt64(0)..<64 { edges.insert(value ^ (1 << bit)) }
    }
    for condition in conditions where condition.test == .noneOf {
      edges.formUnion(pairFlips(condition))
    }
    return edges
  }
}
