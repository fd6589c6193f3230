import Testing

@testable import Policy
@testable import Sandbox

@Suite struct FilterCheckTests {
  /// Single faults of one program: operands, branches and return values, one at a time.
  func mutants(of program: BPFProgram) -> [BPFProgram] {
    var mutants: [BPFProgram] = []
    for (index, original) in program.instructions.enumerated() {
      var changed: [BPFProgram.Instruction] = []
      for bit in [0, 3, 12, 16, 31] as [UInt32] {
        var mutant = original
        mutant.operand ^= 1 << bit
        changed.append(mutant)
      }
      if original.code & 0x07 == BPFClass.jmp.rawValue {
        var swapped = original
        swap(&swapped.whenTrue, &swapped.whenFalse)
        var longer = original
        longer.whenTrue &+= 1
        var shorter = original
        shorter.whenFalse &-= 1
        changed += [swapped, longer, shorter]
      }
      for mutant in changed where mutant != original {
        var instructions = program.instructions
        instructions[index] = mutant
        if let valid = try? BPFProgram(instructions: instructions) { mutants.append(valid) }
      }
    }
    return mutants
  }

  @Test func `nearly every single fault of a filter is noticed`() throws {
    let policy = try Shipped.policy("strict", readWrite: true)
    let program = try BPFProgram(bytes: FilterCompiler.compile(policy).program)
    let check = FilterCheck(policy)
    let mutants = mutants(of: program)
    // A sample keeps the run short; the stride shares no factor with the kinds of mutation.
    let sample = stride(from: 0, to: mutants.count, by: 61).map { mutants[$0] }
    let survivors = sample.filter { (try? check.check($0)) != nil }
    #expect(survivors.count * 5 < sample.count, "\(survivors.count) of \(sample.count) unnoticed")
    // Those left must be harmless: masks that remove a bit which another branch accepts anyway,
    // comparisons of a word that was masked away, jumps that end at an equal return.
    for survivor in survivors {
      let difference = difference(between: program, and: survivor, under: policy)
      #expect(difference == nil, "unnoticed: \(difference ?? "")")
    }
  }

  /// Looks for a call that two programs answer differently, at random among likely values.
  func difference(
    between first: BPFProgram, and second: BPFProgram, under policy: SyscallPolicy,
    tries: Int = 3000
  ) -> String? {
    let (left, right) = (BPFEvaluator(first), BPFEvaluator(second))
    let table = SyscallTable.native
    let numbers = policy.conditions.keys.compactMap { table.numbers[$0] }
    let listed = policy.conditions.values.joined().flatMap { $0.values.map(\.value) }
    for _ in 0..<tries {
      var call = SeccompData(
        number: numbers.randomElement() ?? 0, architecture: table.architecture)
      if Bool.random() { call.number = .random(in: 0..<480) }
      for index in 0..<6 {
        call.arguments[index] = listed.randomElement() ?? 0
        if .random(in: 0..<3) == 0 { call.arguments[index] ^= 1 << UInt64.random(in: 0..<64) }
        if .random(in: 0..<4) == 0 { call.arguments[index] = .random(in: .min ... .max) }
      }
      if left.run(call) != right.run(call) { return "\(call)" }
    }
    return nil
  }

  @Test func `a filter of another policy is noticed and named`() throws {
    let weaker = try FilterCompiler.compile(Shipped.policy("default")).program
    let error = #expect(throws: FilterError.self) {
      try FilterCheck(Shipped.policy("strict")).check(BPFProgram(bytes: weaker))
    }
    #expect(error?.code == .mismatch)
    #expect(error?.message.contains("the policy says notify") == true)
  }

  @Test func `a filter that lets one request through with upper bits set is noticed`() throws {
    // What a 64-bit comparison of ioctl's request would do: allow TIOCSTI | 1 << 32.
    let policy = try Shipped.policy("default")
    let program = try BPFProgram(bytes: FilterCompiler.compile(policy).program)
    let number = try #require(SyscallTable.native.numbers["ioctl"])
    let prologue: [BPFProgram.Instruction] = [
      .init(code: 0x20, whenTrue: 0, whenFalse: 0, operand: 4),
      .init(
        code: 0x15, whenTrue: 0, whenFalse: 5, operand: SyscallTable.native.architecture),
      .init(code: 0x20, whenTrue: 0, whenFalse: 0, operand: 0),
      .init(code: 0x15, whenTrue: 0, whenFalse: 3, operand: number),
      .init(code: 0x20, whenTrue: 0, whenFalse: 0, operand: 28),
      .init(code: 0x15, whenTrue: 1, whenFalse: 0, operand: 0),
      .init(code: 0x06, whenTrue: 0, whenFalse: 0, operand: 0x7fff_0000),
    ]
    let smuggling = try BPFProgram(instructions: prologue + program.instructions)
    let error = #expect(throws: FilterError.self) { try FilterCheck(policy).check(smuggling) }
    #expect(error?.context == "ioctl")
  }

  @Test func `cubes and conditions agree on random values`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        UInt64.random(in: 0...0x3f, using: &random) << UInt64.random(in: 0...40, using: &random)
      }
      for test in ArgumentCondition.Test.allCases {
        let condition = ArgumentCondition(
          call: "ptrace", argument: 0, test: test,
          values: values.map { .init(text: "\($0)", value: $0) })
        let set = CubeSet(condition)
        for probe in values + values.map({ $0 ^ 1 }) + [0, .max, random.next()] {
          let holding = set.cubes.filter { probe & $0.mask == $0.value }.count
          #expect(holding == (condition.holds(for: probe) ? 1 : 0), "\(condition) at \(probe)")
        }
      }
    }
  }

  @Test func `every system call that has a name was judged`() throws {
    let groups = try Shipped.groups()
    let judged = Set(groups.groups.values.flatMap(\.calls)).union(groups.withheld)
    let known = SyscallTable.native.numbers.filter { $0.value <= 469 }
    #expect(known.keys.filter { !judged.contains($0) }.sorted() == [])
  }

  @Test func `no shipped profile allows a withheld, debugging, NUMA or io_uring call`() throws {
    let groups = try Shipped.groups()
    let kept = ["debug", "numa", "io-uring"].flatMap { groups.groups[$0]?.calls ?? [] }
    let forbidden = Set(kept + groups.withheld)
    for name in Shipped.names {
      #expect(try forbidden.intersection(Shipped.effective(name).syscalls.allow).isEmpty, "\(name)")
    }
  }
}
