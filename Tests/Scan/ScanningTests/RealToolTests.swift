import Findings
import Glibc
import Testing

@testable import Scanning

/// The pinned tools themselves, installed by the product and run without a sandbox.
///
/// `SENTINEL_REAL_TOOLS` names a folder for the installations; without it the tests are skipped,
/// for they need an interpreter, a package index and minutes.
@Suite(
  .enabled(if: RealTools.folder != nil, "SENTINEL_REAL_TOOLS names no folder for installations"),
  .serialized)
struct `Real tools` {
  private let runner = PlainRunner()

  private func installed(_ name: String) async throws -> InstalledTool {
    try await RealTools.provisioning().install(try Fixtures.tool(name)).tool
  }

  private func scan(
    _ names: [String], _ tree: FileTree, options: ScanOptions = ScanOptions(parallelism: 2)
  ) async throws -> ScanResult {
    var chosen: [ChosenTool] = []
    for name in names {
      chosen.append(ChosenTool(try Fixtures.tool(name), .success(try await installed(name))))
    }
    return try await ScanPipeline(runner: runner).scan(tree, with: chosen, options)
  }

  private var recordedTree: FileTree {
    get throws { try FileTree.walk(Array("\(Fixtures.recordings)/tree".utf8)) }
  }

  @Test(arguments: Fixtures.toolNames + ["libcst"])
  func `A pinned tool installs from its lock and is ready`(name: String) async throws {
    _ = try await installed(name)
    let check = await RealTools.provisioning().check(try Fixtures.tool(name))
    #expect(check.state == .ready, "\(check.reason ?? "")")
  }

  @Test(
    arguments: [
      ("bandit", 12, ["app/broken.py"]), ("ruff", 9, ["app/broken.py"]), ("semgrep", 9, []),
      ("shellcheck", 9, ["scripts/broken"]), ("detect-secrets", 2, []),
    ] as [(String, Int, [String])])
  func `A scan finds what the recordings hold, whatever the tree wants`(
    name: String, count: Int, failed: [String]
  ) async throws {
    let result = try await scan([name], try recordedTree)
    #expect(result.tools.first?.findings == count, "\(result.tools) \(result.findings)")
    #expect(result.coverage.skipped.filter { $0.tool == name }.map(\.path) == failed)
    #expect(result.coverage.unseen.isEmpty)
    #expect(result.tools.first?.state == (failed.isEmpty ? .completed : .blind), "\(result.tools)")
  }

  @Test(arguments: Fixtures.toolNames)
  func `Hostile names hide nothing`(name: String) async throws {
    let folder = try TemporaryFolder()
    let text =
      name == "shellcheck"
      ? "#!/bin/sh\necho $1\n" : "import pickle\npassword = \"correct-horse-battery\"\neval(x)\n"
    let ending = name == "shellcheck" ? ".sh" : ".py"
    let names: [[UInt8]] = [
      Array("-x\(ending)".utf8), Array("--help\(ending)".utf8), Array("two words\(ending)".utf8),
      Array("new\nline\(ending)".utf8), Array("caf".utf8) + [0xE9] + Array(ending.utf8),
      Array("tests/node.egg/a\(ending)".utf8), Array("swagger/$(touch x)\(ending)".utf8),
      Array("\u{1F40D}\(ending)".utf8), Array("quote\"'`\(ending)".utf8),
    ]
    for name in names { try folder.write(name, Array(text.utf8)) }
    let result = try await scan([name], try folder.tree())
    #expect(result.isComplete, "\(result.tools)")
    #expect(
      Set(result.findings.map(\.location.path)) == Set(names.map { TreePath($0).text }))
  }

  @Test func `All tools together account for every file`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a.py", "eval(x)\n")
    try folder.write("run.sh", "#!/bin/sh\necho $1\n")
    try folder.write(
      Array("latin.py".utf8), Array("# coding: latin-1\nx = '".utf8) + [0xE9, 0x27, 0x0A])
    let result = try await scan(Fixtures.toolNames, try folder.tree())
    #expect(result.isComplete, "\(result.tools)")
    #expect(result.coverage.files == 3 && result.coverage.parsed == 3)
  }

  @Test(arguments: Fixtures.toolNames)
  func `A broken installation never leaves a complete scan`(name: String) async throws {
    let tool = try Fixtures.tool(name)
    let real = try await installed(name)
    let tree = try recordedTree
    let breakages: [(String, (inout [[UInt8]], inout ToolDescriptor) -> Void)] = [
      ("program is true", { command, _ in command = [Array("/bin/true".utf8)] }),
      ("program is false", { command, _ in command = [Array("/bin/false".utf8)] }),
      ("program prints its arguments", { command, _ in command = [Array("/bin/echo".utf8)] }),
      ("program is absent", { command, _ in command = [Array("/absent".utf8)] }),
      (
        "program hangs",
        { command, descriptor in
          command = ["/bin/sh", "-c", "sleep 60"].map { Array($0.utf8) }
          descriptor.command.wallMilliseconds = 300
        }
      ),
      (
        "memory is short",
        { command, _ in
          let limit = "ulimit -v 8000; exec \"$@\""
          command = ["/bin/sh", "-c", limit, "sh"].map { Array($0.utf8) } + command
        }
      ),
      (
        "output is cut",
        { command, _ in
          let cut = "\"$@\" | head -c 700"
          command = ["/bin/sh", "-c", cut, "sh"].map { Array($0.utf8) } + command
        }
      ),
      (
        "output is lost",
        { command, _ in
          let lost = "\"$@\" > /dev/null"
          command = ["/bin/sh", "-c", lost, "sh"].map { Array($0.utf8) } + command
        }
      ),
      (
        "option is unknown",
        { _, descriptor in
          descriptor.command.arguments.insert(
            contentsOf: [ArgumentTemplate("--no-such-option")].compactMap { $0 }, at: 0)
        }
      ),
      ("canary is not the one", { _, descriptor in descriptor.inputs[0].canary.text = "x = 1\n" }),
    ]
    for (what, apply) in breakages {
      var command = real.command
      var descriptor = tool.descriptor
      descriptor.command.wallMilliseconds = 20_000
      apply(&command, &descriptor)
      let broken = InstalledTool(
        origin: .pinned, version: real.version, command: command, readable: [], folder: real.folder)
      let chosen = ChosenTool(
        ToolSet.Tool(descriptor: descriptor, lock: tool.lock, rules: tool.rules), .success(broken))
      let result = try await ScanPipeline(runner: runner)
        .scan(tree, with: [chosen], ScanOptions(parallelism: 1, toleratesUnexamined: true))
      #expect(!result.isComplete, "\(name): \(what)")
    }
  }
}

enum RealTools {
  static let folder = unsafe getenv("SENTINEL_REAL_TOOLS").map { unsafe String(cString: $0) }

  static func provisioning() -> Provisioning {
    var environment: [String: String] = [:]
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let parts = unsafe String(cString: entry).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
      unsafe next += 1
    }
    return Provisioning(
      runner: PlainRunner(), folder: ToolFolder(data: Array((folder ?? "/nowhere").utf8)),
      source: PackageSource(environment: environment), searchPath: environment["PATH"] ?? "")
  }
}
