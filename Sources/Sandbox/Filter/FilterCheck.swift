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
    let arguments = Set(conditions.map(\.argument)).sorted()
    if arguments.isEmpty { return }
    let passing = Self.passing(conditions, arguments)
    for argument in arguments {
      let edges = Self.edges(conditions.filter { $0.argument == argument })
      for edge in edges {
        for others in [passing, .init(repeating: 0), .init(repeating: .max)] {
          var probe = others
          probe[argument] = edge
          all.append(probe)
        }
      }
    }
  }

  /// Registers that satisfy as many conditions as listed values can.
  private static func passing(
    _ conditions: [ArgumentCondition], _ arguments: [Int]
  ) -> [6 of UInt64] {
    var registers = [6 of UInt64](repeating: 0)
    for argument in arguments {
      let own = conditions.filter { $0.argument == argument }
      let listed = own.flatMap { condition in condition.values.map(\.value) }
      let candidates = [UInt64(0)] + listed
      registers[argument] =
        candidates.first { candidate in own.allSatisfy { $0.holds(for: candidate) } } ?? 0
    }
    return registers
  }

  /// Values at which a wrong comparison would show.
  private static func edges(_ conditions: [ArgumentCondition]) -> Set<UInt64> {
    var edges: Set<UInt64> = [0, .max, 0xffff_ffff, 0xffff_ffff_0000_0000]
    for bit in UInt64(0)..<64 { edges.formUnion([1 << bit, ~(1 << bit)]) }
    for condition in conditions {
      let masks = condition.mask.map { [$0.value, ~$0.value] } ?? []
      for value in condition.values.map(\.value) + masks {
        edges.formUnion([value, value &+ 1, value &- 1, value | 0xffff_ffff_0000_0000])
        for bit in UInt64(0)..<64 { edges.insert(value ^ (1 << bit)) }
      }
    }
    return edges
  }
}
