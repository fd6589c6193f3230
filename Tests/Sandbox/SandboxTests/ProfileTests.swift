import Testing

@testable import Policy
@testable import Sandbox
@testable import YAML

@Suite struct ProfileTests {
  private func problems(_ text: String) throws -> [String] {
    let check = ProfileCheck(catalog: try Shipped.catalog(), groups: try Shipped.groups())
    return check.problems(in: Array(text.utf8), file: "p.yaml", compilesFilter: false)
      .map(\.description)
  }

  private let head = "schema: sentinel.profile/1\nname: mine\nsummary: Mine.\ninherits: default\n"

  @Test(arguments: Shipped.names)
  func `a shipped profile has no mistakes`(name: String) throws {
    let check = ProfileCheck(catalog: try Shipped.catalog(), groups: try Shipped.groups())
    let found = check.problems(in: try Shipped.bytes("profiles/\(name).yaml"), file: "\(name).yaml")
    #expect(found == [])
    #expect(try Shipped.effective(name).name == name)
  }

  @Test func `all mistakes of a text are reported at once with their lines`() throws {
    let text = """
      schema: sentinel.profile/2
      name: Mine!
      inherit: default
      filesystem:
        mounts:
          - {source: usr, target: /usr}
          - {source: /a, target: /proc/x}
          - {source: /a, acces: read-only}
          - /x/*/y
        tmpfs: [{target: /tmp, size: 256, inodes: 0}]
        proc: yes
      workspace: {mode: overlai, protect: [a/b]}
      network: {mode: tunnel}
      syscalls:
        arguments:
          - {call: sokcet, argument: 0, oneOf: [AF_UNIXX]}
          - {call: socket, argument: 9, oneOf: [1], noneOf: [2]}
        answers: [{call: socket, errno: EFOO}]
      limits: {memory: 512, cpus: fast, wall: 60, pids: 0}
      environment: {pass: ["*", A-B], set: {X: [1]}}
      identity: {uid: 0, hostname: "a b"}
      terminal: private
      """
    let found = try problems(text).map { $0.prefix { $0 != ";" } }.map(String.init)
    #expect(
      found == [
        "p.yaml:1: the text lacks \"summary\"",
        "p.yaml:1: unknown schema \"sentinel.profile/2\"",
        "p.yaml:2: \"name\" is \"Mine!\"",
        "p.yaml:3: unknown key \"inherit\"",
        "p.yaml:6: \"usr\" is not a simple absolute path",
        "p.yaml:7: \"/proc/x\" lies in a tree that the sandbox makes itself",
        "p.yaml:8: unknown key \"filesystem.mounts.acces\"",
        "p.yaml:9: \"/x/*/y\" has a pattern that is not read",
        "p.yaml:10: \"filesystem.tmpfs.size\" is \"256\", a size without a unit",
        "p.yaml:10: \"filesystem.tmpfs.inodes\" is \"0\"",
        "p.yaml:11: \"filesystem.proc\" is \"yes\", not a Boolean",
        "p.yaml:12: unknown value \"overlai\" of \"workspace.mode\"",
        "p.yaml:12: \"workspace.protect\" holds \"a/b\"",
        "p.yaml:13: unknown value \"tunnel\" of \"network.mode\"",
        "p.yaml:16: unknown system call \"sokcet\"",
        "p.yaml:16: unknown constant \"AF_UNIXX\"",
        "p.yaml:17: \"syscalls.arguments.argument\" is \"9\"",
        "p.yaml:17: a condition with 2 tests",
        "p.yaml:18: unknown value \"EFOO\" of \"syscalls.answers.errno\"",
        "p.yaml:19: \"limits.memory\" is \"512\", a size without a unit",
        "p.yaml:19: \"limits.cpus\" is \"fast\"",
        "p.yaml:19: \"limits.wall\" is \"60\", a span of time without a unit",
        "p.yaml:19: \"limits.pids\" is \"0\"",
        "p.yaml:20: \"\" is not a name for a variable",
        "p.yaml:20: \"A-B\" is not a name for a variable",
        "p.yaml:20: \"environment.set.X\" is a list, not a text",
        "p.yaml:21: \"identity.uid\" is \"0\"",
        "p.yaml:21: \"identity.hostname\" is \"a b\"",
      ])
  }

  @Test(arguments: [
    ("netwrok: {mode: none}", "write \"network\" instead"),
    ("limits: {memroy: 1G}", "write \"memory\" instead"),
    ("limits: {memory: 512}", "write \"512M\" for mebibytes (K, M, G and T are powers of 1024)"),
    ("limits: {wall: 60}", "write \"60s\" for seconds (ms, s, m and h are known)"),
    ("network: {mode: tunnel}", "write none, loopback, egress or host"),
    ("syscalls: {allow: [ptrac]}", "write \"ptrace\" instead"),
    ("syscalls: {allow: [\"@bse\"]}", "write \"@base\" instead"),
    (
      "syscalls: {arguments: [{call: setsockopt, argument: 2, noneOf: [TCP_ULP], "
        + "where: {argument: 1, is: SOL_TPC}}]}", "write \"SOL_TCP\" instead"
    ),
    ("final: [network.mod]", "write \"network.mode\" instead"),
    ("inherits: defualt", "write \"default\" instead"),
  ])
  func `a mistake says what to write instead`(line: String, remedy: String) throws {
    let start = line.hasPrefix("inherits") ? head.replacing("inherits: default\n", with: "") : head
    let found = try problems(start + line + "\n")
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("; " + remedy) == true, "\(found)")
  }

  @Test(arguments: [
    "network: none", "limits: [1]", "syscalls: {allow: base}", "final: x", "name: []",
  ])
  func `a wrong type is reported, never read as something else`(line: String) throws {
    let start = line.hasPrefix("name") ? head.replacing("name: mine\n", with: "") : head
    let found = try problems(start + line + "\n")
    #expect(found.count == 1)
    #expect(found.first?.contains("not a") == true, "\(found)")
  }

  @Test func `a policy that starts nothing is reported where it is written`() throws {
    let found = try problems(head + "syscalls:\n  deny: [execve]\n")
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("p.yaml:6: the policy refuses or restricts execve"))
  }

  @Test(arguments: Shipped.names)
  func `the effective text of a profile reads back equal`(name: String) throws {
    let effective = try Shipped.effective(name)
    let again = try ProfileCatalog(builtIn: []).effective(
      Profile(parsing: effective.bytes, file: "again.yaml"), groups: Shipped.groups())
    #expect(again.render() == effective.render())
    #expect(again.digest == effective.digest)
    #expect(again.syscalls.allow == effective.syscalls.allow)
  }

  @Test func `profiles have digests of their own`() throws {
    let digests = try Set(Shipped.names.map { try Shipped.effective($0).digest })
    #expect(digests.count == Shipped.names.count)
  }

  @Test func `an heir replaces values, appends lists and takes mounts away`() throws {
    let text = """
      schema: sentinel.profile/1
      name: mine
      summary: Mine.
      inherits: default
      filesystem:
        mounts:
          - {source: /opt/jdk, target: /jdk, execute: true}
          - {source: /etc/perl, access: hidden}
      workspace: {protect: [Secrets]}
      syscalls: {allow: [ptrace], deny: [socket]}
      limits: {memory: 1G}
      environment: {set: {HOME: /tmp}}
      """
    let parent = try Shipped.effective("default")
    let heir = try Shipped.catalog().effective(
      Profile(parsing: Array(text.utf8), file: "p"), groups: Shipped.groups())
    #expect(heir.filesystem.mounts.contains { $0.target == "/jdk" && $0.access == .readOnly })
    #expect(!heir.filesystem.mounts.contains { $0.target == "/etc/perl" })
    #expect(heir.filesystem.mounts.count == parent.filesystem.mounts.count)
    #expect(heir.workspace.protect == ["Secrets"])
    #expect(heir.workspace.mode == .overlay)
    #expect(heir.syscalls.allow.contains("ptrace") && !heir.syscalls.allow.contains("socket"))
    #expect(heir.limits.memory == ByteCount(bytes: 1 << 30))
    #expect(heir.limits.milliCPUs == 1500)
    #expect(heir.environment.set["HOME"] == "/tmp")
  }

  @Test func `nothing sensitive of etc is visible in any shipped profile`() throws {
    for name in Shipped.names {
      let sources = try Shipped.effective(name).filesystem.mounts.map(\.source)
      for path in ["/etc", "/etc/shadow", "/etc/machine-id", "/etc/ssl", "/etc/ssh", "/home", "/"] {
        #expect(!sources.contains(path), "\(name) shows \(path)")
      }
      #expect(try Shipped.effective(name).filesystem.mounts.allSatisfy { $0.access == .readOnly })
      #expect(try Shipped.effective(name).workspace.mode != .readWrite)
    }
  }
}
