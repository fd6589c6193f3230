import Egress
import Findings
import Kernel
import Policy
import Sandbox
import Testing
import YAML

@testable import Scanning

/// What descriptors say of the network.
@Suite struct `Networks of tools` {
  private func descriptor(_ network: String) throws -> ToolDescriptor {
    let text = try Fixtures.bytes("\(Fixtures.root)/tools/ruff.yaml")
    return try ToolDescriptor.parse(text + Array("\n\(network)\n".utf8), file: "online.yaml")
  }

  @Test(arguments: Fixtures.toolNames)
  func `No shipped tool reaches anything`(name: String) throws {
    #expect(try Fixtures.tool(name).descriptor.network == .none)
  }

  @Test func `Hosts are named one by one and handed to the sandbox`() throws {
    let descriptor = try descriptor(
      "network: {rules: [{allow: api.example.net}, {allow: db.example.net, ports: 8443, mode: tls}]}"
    )
    #expect(descriptor.network.hosts == ["api.example.net", "db.example.net"])
    #expect(descriptor.network.rules.last?.ports == "8443")
    #expect(descriptor.network.warnings.isEmpty)
    let folder = try TemporaryFolder()
    let installed = InstalledTool(
      origin: .pinned, version: "1", command: [Array("/bin/true".utf8)], readable: [],
      folder: [])
    let preparation = BatchPreparation(
      descriptor: descriptor, installed: installed,
      rules: try RulePacks(of: descriptor, from: [:], file: ""), tree: try folder.tree())
    let batch = try preparation.batch([], scratch: folder.path + Array("/scratch".utf8))
    #expect(batch.invocation.network == .named(descriptor.network))
  }

  @Test(arguments: [
    ("{rules: [{allow: \"*\"}]}", "allows every name there is"),
    ("{rules: [{allow: \"*.com\"}]}", "anybody can register"),
    ("{rules: [{allow: 10.0.0.0/8}]}", "is an address"),
    ("{rules: [{allow: dns.google}]}", "resolves names over HTTPS"),
    ("{rules: [{allow: a.example.net, ports: 53}]}", "is for resolvers"),
    ("{rules: [{deny: a.example.net}]}", "cannot be reached anyway"),
    ("{rules: [{allow: a.example.net, addresses: [10.0.0.0/8]}]}", "one machine"),
    ("{rules: [{allow: a.example.net, port: 80}]}", "unknown key"),
    ("{hosts: [a.example.net]}", "lacks \"rules\""), ("[a.example.net]", "not a mapping"),
  ])
  func `What no tool needs is a mistake with its line`(network: String, reason: String) throws {
    let problems = try #require(throws: Problems.self) { try descriptor("network: \(network)") }
    #expect(problems.all.contains { $0.message.contains(reason) }, "\(problems)")
    #expect(problems.all.allSatisfy { $0.line > 100 }, "\(problems)")
  }

  @Test func `What may be meant well is a warning`() throws {
    let network = try descriptor("network: {rules: [{allow: github.com}]}").network
    #expect(network.warnings.count == 1, "\(network.warnings)")
  }

  @Test func `A tool that was refused a host has no answer`() throws {
    var descriptor = try descriptor("network: {rules: [{allow: api.example.net}]}")
    let outcome = ToolOutcome(
      status: .exited(0), level: .full, output: Array("[]".utf8),
      denials: [
        ToolOutcome.Denial(name: "network other.example.net", text: "it is not on the allow-list")
      ])
    let folder = try TemporaryFolder()
    let installed = InstalledTool(
      origin: .pinned, version: "1", command: [Array("/bin/true".utf8)], readable: [],
      folder: [])
    let preparation = BatchPreparation(
      descriptor: descriptor, installed: installed,
      rules: try RulePacks(of: descriptor, from: [:], file: ""), tree: try folder.tree())
    let batch = try preparation.batch([], scratch: folder.path + Array("/scratch".utf8))
    let verdict = BatchVerdict.judge(outcome, of: batch, descriptor)
    #expect(verdict.state == .denied)
    #expect(verdict.reason?.contains("other.example.net") == true)
    #expect(verdict.notes.contains("could reach api.example.net and nothing else"))
    descriptor.command.expectedDenials = ["network other.example.net"]
    #expect(BatchVerdict.judge(outcome, of: batch, descriptor).state != .denied)
  }

  private func request(
    _ network: ToolInvocation.Network, profile: String, mode: NetworkMode
  ) throws -> RunRequest {
    let groups = try SyscallGroups(
      parsing: Fixtures.bytes("\(Fixtures.root)/profiles/syscalls/groups.yaml"), file: "groups")
    var effective = EffectiveProfile.floor(groups)
    effective.name = profile
    effective.networkMode = mode
    let runner = SandboxToolRunner(
      host: try HostFacts.read(launcher: "/bin/true"), isolation: .full
    ) { [effective] _ in effective }
    return try runner.request(
      for: ToolInvocation(
        tool: "online", arguments: [Array("/bin/true".utf8)], environment: [:],
        workingFolder: Array("/tmp".utf8), readable: [], writable: [], profile: profile,
        network: network,
        limits: ToolInvocation.Limits(wallMilliseconds: 1000, memoryBytes: 64 << 20)))
  }

  @Test func `A tool reaches its hosts under the profile for that and nothing without names`()
    throws
  {
    let network = try descriptor("network: {rules: [{allow: api.example.net}]}").network
    let online = try request(.named(network), profile: "scanner-online", mode: .egress).profile
    #expect(online.networkMode == .egress)
    #expect(online.networkRules.map(\.target) == ["api.example.net"])
    for nothing in [ToolInvocation.Network.none, .named(.none)] {
      let offline = try request(nothing, profile: "scanner-online", mode: .egress).profile
      #expect(offline.networkMode == .none)
      #expect(offline.networkRules.isEmpty)
    }
    let refusal = try #require(throws: Sandbox.Refusal.self) {
      try request(.named(network), profile: "scanner", mode: .none)
    }
    #expect(refusal.remedy.contains("scanner-online"))
  }

  @Test func `The profile for it differs from the other scanners' in the network alone`() throws {
    let lines = try ["scanner", "scanner-online"].map { name in
      let text = String(
        decoding: try Fixtures.bytes("\(Fixtures.root)/profiles/\(name).yaml"), as: UTF8.self)
      return text.split(separator: "\n").map(String.init).filter { line in
        !["#", "name:", "summary:", "final:", "network:"].contains { line.hasPrefix($0) }
      }
    }
    #expect(lines[0] == lines[1])
  }
}
