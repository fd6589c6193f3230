import Testing
import YAML

@testable import Policy
@testable import Sandbox

@Suite struct ProfileFinalTests {
  private let parent = """
    schema: sentinel.profile/1
    name: parent
    summary: Marks most keys final.
    inherits: test
    final: [
      network, limits, workspace, syscalls.allow, syscalls.arguments, syscalls.deny,
      syscalls.listener, syscalls.answers, filesystem, environment, terminal, identity,
    ]
    limits: {io: 100M}
    syscalls: {deny: [aio_placeholder]}
    """.replacing("aio_placeholder", with: "io_setup")

  private func problems(_ lines: String) throws -> [String] {
    let text =
      "schema: sentinel.profile/1\nname: heir\nsummary: Heir.\ninherits: parent\n" + lines + "\n"
    let check = ProfileCheck(
      catalog: try Shipped.catalog(extra: ["parent": parent]), groups: try Shipped.groups())
    return check.problems(in: Array(text.utf8), file: "heir.yaml", compilesFilter: false)
      .map(\.description)
  }

  @Test(arguments: [
    "network: {mode: host}", "limits: {memory: 3G}", "limits: {wall: 1h}", "limits: {cpus: 2.5}",
    "limits: {io: 1G}",
    "workspace: {mode: read-write}", "syscalls: {allow: [ptrace]}", "syscalls: {allow: [io_setup]}",
    "syscalls: {arguments: [{call: socket, argument: 0, oneOf: [AF_UNIX, AF_ALG]}]}",
    "syscalls: {arguments: [{call: ioctl, argument: 1, noneOf: [TIOCSTI]}]}",
    "syscalls: {arguments: [{call: setsockopt, argument: 2, noneOf: [SO_ATTACH_FILTER], "
      + "where: {argument: 1, is: SOL_SOCKET}}]}",
    "syscalls: {listener: none}", "syscalls: {answers: [{call: socket, errno: EPERM}]}",
    "filesystem: {mounts: [{source: /opt}]}",
    "filesystem: {mounts: [{source: /usr, access: read-write, execute: true}]}",
    "filesystem: {mounts: [{source: /opt, target: /usr, execute: true}]}",
    "filesystem: {mounts: [{source: /etc/perl, execute: true}]}",
    "filesystem: {tmpfs: [{target: /tmp, size: 9G, inodes: 10}]}",
    "filesystem: {tmpfs: [{target: /other, size: 1M, inodes: 10}]}",
    "environment: {pass: [SSH_AUTH_SOCK]}", "environment: {set: {PATH: /x}}", "identity: {uid: 5}",
  ])
  func `loosening a final key names both files and lines`(line: String) throws {
    let found = try problems(line)
    #expect(!found.isEmpty)
    for problem in found {
      #expect(problem.hasPrefix("heir.yaml:5: "), "\(problem)")
      #expect(problem.contains("is final since profiles/"), "\(problem)")
    }
  }

  @Test(arguments: [
    "network: {mode: none}", "limits: {memory: 1G, wall: 1s, cpus: 0.5, io: 1M}",
    "workspace: {mode: read-only, execute: false, protect: [more]}",
    "syscalls: {deny: [socket]}", "syscalls: {allow: [read]}",
    "syscalls: {arguments: [{call: socket, argument: 0, oneOf: [AF_UNIX]}]}",
    "syscalls: {arguments: [{call: ioctl, argument: 1, oneOf: [TCGETS]}]}",
    "syscalls: {arguments: [{call: bind, argument: 2, oneOf: [16]}]}",
    "filesystem: {mounts: [{source: /etc/perl, access: hidden}], toolchains: none}",
    "filesystem: {mounts: [{source: /usr, execute: false}], masks: [/proc/stat], proc: false}",
    "filesystem: {tmpfs: [{target: /tmp, size: 1M, inodes: 10}]}", "terminal: none",
  ])
  func `tightening a final key is free`(line: String) throws {
    #expect(try problems(line) == [])
  }

  @Test func `what an ancestor made final stays final`() throws {
    let middle = """
      schema: sentinel.profile/1
      name: middle
      summary: Says nothing.
      inherits: parent
      """
    let heir = """
      schema: sentinel.profile/1
      name: heir
      summary: Heir.
      inherits: middle
      network: {mode: host}
      """
    let catalog = try Shipped.catalog(extra: ["parent": parent, "middle": middle])
    let groups = try Shipped.groups()
    let problems = ProfileCheck(catalog: catalog, groups: groups)
      .problems(in: Array(heir.utf8), file: "heir.yaml", compilesFilter: false)
    #expect(problems.map(\.line) == [5])
  }
}
