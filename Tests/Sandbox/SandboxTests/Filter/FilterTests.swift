import Testing

@testable import Policy
@testable import Sandbox

@Suite struct FilterTests {
  @Test(arguments: Shipped.names)
  func `the filter of a shipped profile compiles and agrees with its policy`(name: String) throws {
    let filter = try FilterCompiler.compile(Shipped.policy(name))
    #expect(filter.instructionCount < 1280)
    #expect(filter.usesListener)
    #expect(!filter.answers.entries.isEmpty)
  }

  @Test(arguments: ListenerMode.allCases, [false, true])
  func `every kind of filter agrees with its policy`(
    listener: ListenerMode, readWrite: Bool
  ) throws {
    let policy = try Shipped.policy("agent", readWrite: readWrite, listener: listener)
    let filter = try FilterCompiler.compile(policy)
    #expect(filter.instructionCount < 2816)
    #expect(filter.answers.entries.isEmpty == (listener == .none))
  }

  @Test func `compiling twice yields the same bytes`() throws {
    let policy = try Shipped.policy("scanner")
    #expect(try FilterCompiler.compile(policy) == FilterCompiler.compile(policy))
  }

  @Test(arguments: SyscallPolicy.launchMinimum)
  func `a policy that refuses what a launch needs is refused`(call: String) throws {
    var syscalls = try Shipped.effective("default").syscalls
    syscalls.allow.removeAll { $0 == call }
    let error = #expect(throws: FilterError.self) {
      try SyscallPolicy(syscalls, readWriteWorkspace: false)
    }
    #expect(error?.code == .launchMinimum)
    #expect(error?.context == call)
  }

  private func verdict(
    _ policy: SyscallPolicy, _ call: String, _ arguments: [UInt64] = []
  ) throws -> UInt32 {
    let program = try BPFProgram(bytes: FilterCompiler.compile(policy).program)
    let table = SyscallTable.native
    let number = try #require(table.numbers[call])
    var data = SeccompData(number: number, architecture: table.architecture)
    for (index, argument) in arguments.enumerated() { data.arguments[index] = argument }
    return BPFEvaluator(program).run(data)
  }

  private static let allow: UInt32 = 0x7fff_0000
  private static let notify: UInt32 = 0x7fc0_0000

  @Test(
    arguments: [
      ("ioctl", [0, 0x5412], notify), ("ioctl", [0, 0x5412 | 1 << 32], notify),
      ("ioctl", [0, 0x5413], allow), ("socket", [1, 1, 0], allow),
      ("socket", [2, 1 | 0o2000000, 6], allow), ("socket", [38, 5, 0], notify),
      ("socket", [1 << 32 | 1, 1, 0], allow), ("socket", [2, 3, 0], notify),
      ("socket", [2, 1, 132], notify), ("clone", [0x1200011], allow),
      ("clone", [0x10000011], notify), ("clone", [1 << 40 | 0x20000000], notify),
      ("clone3", [], 0x0005_0026), ("io_uring_setup", [], 0x0005_0026), ("ptrace", [0], notify),
      ("mount", [], notify), ("seccomp", [1, 0], allow), ("seccomp", [1, 8], notify),
      ("prctl", [35], notify), ("prctl", [15], allow), ("mknod", [0, 0o020000], notify),
      ("mknod", [0, 0o010644], allow), ("renameat2", [0, 0, 0, 0, 4], notify),
      ("renameat2", [0, 0, 0, 0, 1], allow), ("personality", [0xffff_ffff], allow),
      ("personality", [0x0400_0000], notify), ("sendto", [0, 0, 0, 1], notify),
      ("sendto", [0, 0, 0, 0x4000], allow), ("recvmmsg", [0, 0, 0, 1 << 32 | 1], notify),
      ("fcntl", [0, 1026], notify), ("fcntl", [0, 1030], allow),
      ("setsockopt", [0, 1, 26], notify), ("setsockopt", [0, 41, 26], allow),
      ("setsockopt", [0, 1 << 32 | 1, 1 << 32 | 26], notify), ("setsockopt", [0, 1, 2], allow),
      ("setsockopt", [0, 6, 31], notify), ("setsockopt", [0, 0, 31], allow),
      ("setsockopt", [0, 282, 1], notify),
    ] as [(String, [UInt64], UInt32)])
  func `arguments are seen as the kernel sees them`(
    call: String, arguments: [UInt64], expected: UInt32
  ) throws {
    #expect(try verdict(Shipped.policy("scanner"), call, arguments) == expected)
  }

  @Test(
    arguments: [
      ("chmod", [0, 0o4755], 0x0005_0001), ("chmod", [0, 0o755], allow),
      ("fchmodat2", [0, 0, 0o2755], 0x0005_0001), ("openat", [0, 0, 0x40, 0o6644], 0x0005_0001),
      ("openat", [0, 0, 0x40, 0o644], allow), ("openat2", [], 0x0005_0026),
      ("open", [0, 0x410000, 0o4755], 0x0005_0001), ("open", [0, 0x410041, 0o4755], 0x0005_0001),
      // Where nothing is made, a caller leaves in the register what was there.
      ("open", [0, 0x8_0000, 0xacc3_0a07], allow), ("openat", [0, 0, 0x1_0000, .max], allow),
      ("mknod", [0, 0o104644], 0x0005_0001), ("mknod", [0, 0o100644], allow),
      ("mkdirat", [0, 0, 0o2755], 0x0005_0001), ("fchmod", [3, 1 << 32 | 0o4000], 0x0005_0001),
    ] as [(String, [UInt64], UInt32)])
  func `a workspace that is written in place gets no setuid files`(
    call: String, arguments: [UInt64], expected: UInt32
  ) throws {
    let policy = try Shipped.policy("scanner", readWrite: true, listener: .none)
    #expect(try verdict(policy, call, arguments) == expected)
  }

  @Test func `foreign and x32 calls are killed and unknown numbers are answered as unknown`() throws
  {
    let policy = try Shipped.policy("scanner", listener: .none)
    let evaluator = BPFEvaluator(try BPFProgram(bytes: FilterCompiler.compile(policy).program))
    let native = SyscallTable.native.architecture
    #expect(evaluator.run(SeccompData(number: 20, architecture: 0x4000_0003)) == 0x8000_0000)
    #expect(evaluator.run(SeccompData(number: 1900, architecture: native)) == 0x0005_0026)
    #expect(evaluator.run(SeccompData(number: .max, architecture: native)) == 0x0005_0026)
    if SyscallTable.native.hasX32 {
      let x32 = SeccompData(number: 0x4000_0000, architecture: native)
      #expect(evaluator.run(x32) == 0x8000_0000)
    }
  }

  @Test func `known refused calls answer as their table says without a listener`() throws {
    let policy = try Shipped.policy("scanner", listener: .none)
    #expect(try verdict(policy, "ptrace") == 0x0005_0001)
    #expect(try verdict(policy, "socket", [38, 5, 0]) == 0x0005_0000 | 97)
    #expect(try verdict(policy, "prctl", [35]) == 0x0005_0000 | 22)
  }

  @Test func `the supervisor's answers cover every call that can reach it`() throws {
    let policy = try Shipped.policy("scanner")
    let answers = try FilterCompiler.compile(policy).answers
    let table = SyscallTable.native
    let byNumber = Dictionary(uniqueKeysWithValues: answers.entries.map { ($0.number, $0) })
    let socket = try #require(table.numbers["socket"].flatMap { byNumber[$0] })
    #expect(socket.errorNumber == 97)
    #expect(socket.argumentMask == 0b111)
    let mount = try #require(table.numbers["mount"].flatMap { byNumber[$0] })
    #expect(mount.errorNumber == 1)
    for quiet in ["clone3", "read", "io_uring_setup"] {
      #expect(try byNumber[#require(table.numbers[quiet])] == nil)
    }
    #expect(answers.entries.map(\.number) == answers.entries.map(\.number).sorted())
    #expect(answers.highestKnown >= 450)
  }

  @Test func `no condition is asked of a call that is refused anyway`() throws {
    var syscalls = try Shipped.effective("strict").syscalls
    syscalls.allow.removeAll { $0 == "socket" }
    let policy = try SyscallPolicy(syscalls, readWriteWorkspace: false)
    #expect(policy.conditions["socket"] == nil)
  }

  @Test func `conditions on several 64-bit arguments hold together`() throws {
    func condition(
      _ argument: Int, _ test: ArgumentCondition.Test, _ values: [UInt64]
    ) -> ArgumentCondition {
      ArgumentCondition(
        call: "ptrace", argument: argument, test: test,
        values: values.map { .init(text: "\($0)", value: $0) })
    }
    var syscalls = try Shipped.effective("strict").syscalls
    syscalls.allow.append("ptrace")
    syscalls.conditions += [
      condition(0, .noneOf, [1 << 40]), condition(1, .oneOf, [5, 1 << 33]),
      condition(2, .bitsClear, [1, 1 << 63]), condition(0, .bitsClear, [0x100]),
    ]
    for listener in ListenerMode.allCases {
      syscalls.listener = listener
      let policy = try SyscallPolicy(syscalls, readWriteWorkspace: false)
      #expect(throws: Never.self) { try FilterCompiler.compile(policy) }
    }
  }
}
