import Testing

@testable import Policy
@testable import Sandbox

@Suite struct DenialAdviceTests {
  @Test(
    arguments: [
      (
        "ptrace", [0], "ptrace(PTRACE_TRACEME, …): the call is not allowed",
        "syscalls.allow: [ptrace]"
      ),
      ("mount", [], "mount(…): the call is not allowed", "syscalls.allow: [mount]"),
      (
        "socket", [16, 3 | 0o2000000, 0],
        "socket(AF_NETLINK, SOCK_RAW, IPPROTO_IP, …): argument 0 may not be AF_NETLINK",
        "syscalls.arguments: {call: socket, argument: 0, "
          + "oneOf: [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK]}"
      ),
      (
        "ioctl", [0, 0x5412 | 1 << 32], "ioctl(…, TIOCSTI, …): argument 1 may not be TIOCSTI",
        "syscalls.arguments: {call: ioctl, argument: 1, noneOf: [TIOCLINUX, TIOCSETD, TIOCCONS]}"
      ),
      (
        "clone", [0x1000_0011],
        "clone(CLONE_NEWUSER|0x11, …): argument 0 may not be CLONE_NEWUSER|0x11",
        "syscalls.arguments: {call: clone, argument: 0, bitsClear: [CLONE_NEWNS, CLONE_NEWCGROUP, "
          + "CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWPID, CLONE_NEWNET]}"
      ),
      ("prctl", [35], "prctl(PR_SET_MM, …): argument 0 may not be PR_SET_MM", nil),
      (
        "setsockopt", [0, 6, 31], "setsockopt(…, SOL_TCP, …): argument 2 may not be TCP_ULP",
        "syscalls.arguments: {call: setsockopt, argument: 2, noneOf: [], "
          + "where: {argument: 1, is: SOL_TCP}}"
      ),
    ] as [(String, [UInt64], String, String?)])
  func `a denial is named and its remedy is a line of a profile`(
    call: String, arguments: [UInt64], text: String, line: String?
  ) throws {
    let policy = try Shipped.policy("scanner")
    let advice = DenialAdvice(call: call, arguments: arguments, policy: policy)
    #expect(advice.text == text)
    if let line { #expect(advice.allowWith == line) }
  }

  @Test(
    arguments: [
      ("socket", [16, 2, 0]), ("ioctl", [0, 0x5412]), ("clone", [0x1000_0011]), ("prctl", [35]),
      ("ptrace", [16]), ("mknod", [0, 0o020644]), ("personality", [0x0400_0000]),
      ("socketpair", [2, 1, 0]), ("renameat2", [0, 0, 0, 0, 4]), ("seccomp", [1, 8]),
      ("arch_prctl", [0x2001]), ("setsockopt", [0, 1, 26]), ("setsockopt", [0, 279, 1]),
      ("sendto", [0, 0, 0, 1]), ("fcntl", [0, 1026]),
    ] as [(String, [UInt64])])
  func `the advised line permits the call`(call: String, arguments: [UInt64]) throws {
    let advice = DenialAdvice(
      call: call, arguments: arguments, policy: try Shipped.policy("scanner"))
    let section =
      advice.allowWith.hasPrefix("syscalls.allow: ")
      ? "allow: " + advice.allowWith.dropFirst("syscalls.allow: ".count)
      : "arguments: [" + advice.allowWith.dropFirst("syscalls.arguments: ".count) + "]"
    let text =
      "schema: sentinel.profile/1\nname: a\nsummary: S.\ninherits: scanner\n"
      + "syscalls: {\(section)}\n"
    let effective = try Shipped.catalog().effective(
      Profile(parsing: Array(text.utf8), file: "a"), groups: Shipped.groups())
    let policy = try SyscallPolicy(effective)
    let number = try #require(SyscallTable.native.numbers[call])
    var data = SeccompData(number: number, architecture: SyscallTable.native.architecture)
    for (index, argument) in arguments.enumerated() { data.arguments[index] = argument }
    #expect(PolicyModel(policy, table: .native).verdict(data) == .allow)
  }

  @Test func `a number without a name has no line`() throws {
    let policy = try Shipped.policy("scanner")
    let advice = DenialAdvice(number: 1999, arguments: [], policy: policy, table: .native)
    #expect(advice.allowWith == "")
    #expect(advice.text.contains("1999"))
  }
}
