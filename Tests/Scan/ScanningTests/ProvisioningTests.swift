import Findings
import FoundationEssentials
import Glibc
import Kernel
import Sandbox
import Testing

@testable import Scanning

@Suite struct `Installations` {
  /// A machine with one interpreter and an installer that writes a program.
  private struct Machine {
    let home: TemporaryFolder
    let runner: FakeRunner
    let provisioning: Provisioning

    init(
      version: String = "3.13", prefix: String = "/python", program: String = "program",
      index: String = "https://index.example/simple\nhttps://files.example\n",
      canary: @escaping FakeRunner.Answer = { WellBehaved.outcome($0) }
    ) throws {
      home = try TemporaryFolder()
      let base = home.text
      try home.write("python/bin/python3", "")
      #expect(chmodExecutable("\(base)/python/bin/python3"))
      runner = FakeRunner([
        "python": { _ in
          let facts = "\(base)/python/bin/python3\n\(version)\n\(base)\(prefix)\nx86_64\n"
          return ToolOutcome(status: .exited(0), level: .full, output: Array(facts.utf8))
        },
        "ruff": { invocation in
          let words = invocation.arguments.map { TreePath($0).text }
          if words.contains("venv") {
            #expect(invocation.network == .none)
            return ToolOutcome(status: .exited(0), level: .full)
          }
          if words.contains(PackageHost.probe) {
            #expect(invocation.network == .none)
            return ToolOutcome(status: .exited(0), level: .full, output: Array(index.utf8))
          }
          guard words.contains("pip") else { return canary(invocation) }
          let builtIn = PackageHost.probed(Array(index.utf8)) ?? []
          let configured = [PackageHost(name: "mirror.example", port: 8443)]
          #expect(invocation.network == .hosts(builtIn + configured))
          #expect(words.contains("--require-hashes") && words.contains("--no-deps"))
          #expect(words.contains("--only-binary") && words.contains(":all:"))
          let programs = BytePath(invocation.writable[0]).appending("bin")
          #expect(throws: Never.self) {
            try FileSystem.makeFolder(programs)
            try FileSystem.write(Array(program.utf8), to: programs.appending("ruff"))
          }
          return ToolOutcome(status: .exited(0), level: .full)
        },
      ])
      provisioning = Provisioning(
        runner: runner, folder: ToolFolder(data: home.path + Array("/data".utf8)),
        source: PackageSource(hosts: [PackageHost(name: "mirror.example", port: 8443)]),
        searchPath: "\(base)/python/bin")
    }

    func leftovers() throws -> [String] {
      try FileTree.walk(home.path + Array("/data/tools/ruff".utf8)).files.map(\.path.text)
    }
  }

  @Test func `A pinned tool is installed aside, proves itself, and gets its name`() async throws {
    let machine = try Machine()
    let tool = try Fixtures.tool("ruff")
    let made = try await machine.provisioning.install(tool)
    #expect(!made.wasPresent)
    let hosts = "index.example, files.example, mirror.example"
    #expect(made.notes == ["the installer of ruff could reach \(hosts) and nothing else"])
    #expect(made.tool.version == "0.17.6")
    let name = "0.17.6-\(tool.lock.digest.prefix(12))"
    #expect(try machine.leftovers() == ["\(name)/bin/ruff", "\(name)/receipt.json"])
    let check = await machine.provisioning.check(tool)
    #expect(check.state == .ready, "\(check.reason ?? "")")
    #expect(check.receipt?.interpreter.version == "3.13")
    #expect(check.receipt?.network == "egress")
    let again = try await machine.provisioning.install(tool)
    #expect(again.wasPresent)
  }

  @Test func `Without a word of pip on its index nothing is installed`() async throws {
    let machine = try Machine(index: "no address\n")
    await #expect(throws: ScanError(.failed, "", context: "ruff")) {
      try await machine.provisioning.install(try Fixtures.tool("ruff"))
    }
    #expect(try machine.leftovers().isEmpty)
    #expect(!machine.runner.invocations.contains { $0.network != .none })
  }

  @Test func `An installation that was changed is refused`() async throws {
    let machine = try Machine()
    let tool = try Fixtures.tool("ruff")
    let made = try await machine.provisioning.install(tool)
    try machine.home.write(
      Array(made.tool.folder.dropFirst(machine.home.path.count + 1)) + Array("/lib/extra".utf8),
      Array("x".utf8))
    #expect(throws: Never.self) { try machine.provisioning.folder.locate(tool) }
    #expect(await machine.provisioning.check(tool).state == .tampered)
    #expect(throws: ScanError(.tampered, "", context: "ruff")) {
      try machine.provisioning.verified(tool)
    }
    let program = made.tool.folder + Array("/bin/ruff".utf8)
    try FileSystem.write(Array("other".utf8), to: BytePath(program))
    #expect(throws: ScanError(.tampered, "", context: "ruff")) {
      try machine.provisioning.folder.locate(tool)
    }
    await #expect(throws: ScanError(.tampered, "", context: "ruff")) {
      try await machine.provisioning.install(tool)
    }
    let forced = try await machine.provisioning.install(tool, force: true)
    #expect(!forced.wasPresent)
    #expect(await machine.provisioning.check(tool).state == .ready)
  }

  @Test func `A tool whose canary is silent is not installed`() async throws {
    let machine = try Machine(canary: { invocation in
      var deaf = invocation
      deaf.arguments.removeLast()
      return WellBehaved.outcome(deaf)
    })
    await #expect(throws: ScanError(.failed, "", context: "ruff")) {
      try await machine.provisioning.install(try Fixtures.tool("ruff"))
    }
    #expect(try machine.leftovers().isEmpty)
  }

  @Test func `An interpreter that the lock does not cover is not taken`() async throws {
    let machine = try Machine(version: "3.9")
    await #expect(throws: ScanError(.missing, "", context: "ruff")) {
      try await machine.provisioning.install(try Fixtures.tool("ruff"))
    }
  }

  @Test(arguments: ["python/bin", "python/bin/python3", "python"])
  func `An interpreter that others can exchange is not even asked`(place: String) async throws {
    let machine = try Machine()
    let path = "\(machine.home.text)/\(place)"
    #expect(unsafe chmod(path, 0o777) == 0)
    await #expect(throws: ScanError(.missing, "", context: "ruff")) {
      try await machine.provisioning.install(try Fixtures.tool("ruff"))
    }
    #expect(machine.runner.invocations.isEmpty)
    #expect(unsafe chmod(path, 0o755) == 0)
    _ = try await machine.provisioning.install(try Fixtures.tool("ruff"))
    #expect(await machine.provisioning.check(try Fixtures.tool("ruff")).state == .ready)
  }

  @Test(arguments: ["", "/elsewhere", "/python/..", "/python/lib"])
  func `An interpreter names nothing that it was not shown`(prefix: String) async throws {
    let machine = try Machine(prefix: prefix)
    await #expect(throws: ScanError(.missing, "", context: "ruff")) {
      try await machine.provisioning.install(try Fixtures.tool("ruff"))
    }
  }

  @Test func `The folder around a home is nobody's library`() throws {
    let home = try #require(Environment.current().path(of: "HOME"))
    #expect(ProgramTrust.prefix(of: home.appending("bin/python3")) == nil)
    #expect(ProgramTrust.prefix(of: home.appending(".pyenv/bin/python3")) != nil)
    #expect(ProgramTrust.prefix(of: "/usr/bin/python3") == "/usr")
  }

  @Test func `What is not installed is missing`() async throws {
    let machine = try Machine()
    #expect(await machine.provisioning.check(try Fixtures.tool("ruff")).state == .missing)
    #expect(machine.provisioning.state(of: try Fixtures.tool("ruff")).state == .missing)
    #expect(machine.runner.invocations.isEmpty)
  }

  @Test func `Scripts follow their installation to its final place`() {
    let script = Array("#!/data/.new.Ab/bin/python\nrun('/data/.new.Ab')\n".utf8)
    let moved = ScriptRelocation.replacing(
      Array("/data/.new.Ab".utf8), by: Array("/data/1.0".utf8), in: script)
    #expect(moved == Array("#!/data/1.0/bin/python\nrun('/data/1.0')\n".utf8))
  }

  @Test func `Addresses in the installer's words are not repeated`() {
    let line = "ERROR: no match at \("https")://user:secret@packages.invalid/simple for ruff"
    #expect(Provisioning.withoutAddresses(line) == "ERROR: no match at … for ruff")
  }

  @Test(arguments: [
    ("ruff 0.17.6", "0.17.6"), ("bandit 1.9.4\n  python version = 3.13.0", "1.9.4"),
    ("ShellCheck - shell script analysis tool\nversion: 0.11.0\nlicense: GPL", "0.11.0"),
    ("nothing", nil), ("a.b", nil), ("1.182.0\n", "1.182.0"),
  ])
  func `A version is found in what a tool says`(text: String, version: String?) {
    #expect(Provisioning.version(in: text) == version)
  }

  @Test func `The data folder follows the user's environment`() {
    let named = ToolFolder(environment: ["XDG_DATA_HOME": "/data", "HOME": "/home/me"])
    #expect(named?.data == Array("/data/sentinel".utf8))
    let usual = ToolFolder(environment: ["HOME": "/home/me"])
    #expect(usual?.data == Array("/home/me/.local/share/sentinel".utf8))
    #expect(ToolFolder(environment: ["XDG_DATA_HOME": "relative"]) == nil)
  }

  @Test func `A run takes away what killed ones left, and its own folder goes with it`()
    async throws
  {
    let killed = "/tmp/sentinel-tool-1-\(WorkFolder.nonce())"
    try FileSystem.makeFolder(BytePath("\(killed)/cache"))
    let status = try FileStatus.of(BytePath(killed))
    try "sentinel.work/1 sentinel-tool \(status.device) \(status.inode)\n".write(
      toFile: "\(killed)/.sentinel-work", atomically: false, encoding: .utf8)
    let held = try WorkFolder("sentinel-tool", in: "/tmp")
    let runner = FakeRunner([
      "ruff": { run in
        #expect(FileSystem.exists(BytePath(run.workingFolder)))
        return ToolOutcome(status: .exited(0), level: .full, output: run.workingFolder)
      }
    ])
    let folder = try TemporaryFolder()
    try folder.write("ruff", "")
    #expect(chmodExecutable("\(folder.text)/ruff"))
    let provisioning = Provisioning(
      runner: runner, folder: ToolFolder(data: folder.path), source: PackageSource(), searchPath: ""
    )
    _ = try await provisioning.replaced(
      try Fixtures.tool("ruff"), by: folder.path + Array("/ruff".utf8))
    #expect(!FileSystem.exists(BytePath(killed)))
    #expect(FileSystem.exists(held.path))
    let own = try #require(runner.invocations.first?.workingFolder)
    #expect(!FileSystem.exists(BytePath(own)))
  }

  @Test func `A replaced program is run as it is, and every report says so`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("ruff", "")
    #expect(chmodExecutable("\(folder.text)/ruff"))
    let runner = FakeRunner([
      "ruff": { _ in ToolOutcome(status: .exited(0), level: .full, output: Array("ruff 9.8.7".utf8))
      }
    ])
    let provisioning = Provisioning(
      runner: runner, folder: ToolFolder(data: folder.path), source: PackageSource(), searchPath: ""
    )
    let tool = try Fixtures.tool("ruff")
    let replaced = try await provisioning.replaced(tool, by: folder.path + Array("/ruff".utf8))
    #expect(replaced.version == "9.8.7")
    #expect(replaced.notes.first?.contains("its digest was not checked") == true)
    await #expect(throws: ScanError(.missing, "", context: "ruff")) {
      try await provisioning.replaced(tool, by: folder.path + Array("/absent".utf8))
    }
  }
}
