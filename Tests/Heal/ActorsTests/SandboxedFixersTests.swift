import FoundationEssentials
import Glibc
import Healing
import Kernel
import Patches
import Policy
import ProductData
import Sandbox
import Scanning
import TestSupport
import Testing
import Text

@testable import Actors

/// The fixers as the product runs them: on the pinned interpreter, in a sandbox.
@Suite(.enabled(if: RealFixers.obstacle == nil, "\(RealFixers.obstacle ?? "")"), .serialized)
struct SandboxedFixersTests {
  @Test func `a weakness of the sample shop becomes a diff that applies`() async throws {
    let text = try String(
      contentsOf: RealFixers.shop.appending(path: "shell_true.py"), encoding: .utf8)
    let texts = ["shop/shell_true.py": text]
    let line =
      try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("shell=True") }) + 1
    let actor = CodemodActor(try RealFixers.helper())
    let request = Cases.request(Cases.finding("B602", "shop/shell_true.py", line), texts)
    let answer = await actor.propose(request)
    let proposal = try #require(answer.candidates.first, "\(answer)")
    let patched = try #require(try proposal.applied(to: texts)["shop/shell_true.py"])
    #expect(!patched.contains("shell=True"))
    #expect(patched.contains("def label(name):"))
    #expect(request.budget.spent.cpuMilliseconds > 0)
    #expect(actor.version.utf8.count == 64)
  }

  @Test
  func `a hostile program in the fixers' place reaches nothing, and as a control does without`()
    async throws
  {
    let scratch = try Scratch("tree")
    let target = try scratch.write("secret of the tree", to: "secret.txt", mode: 0o644)
    let attack = """
      import json, os, socket, sys
      def can(work):
          try:
              work()
              return True
          except OSError:
              return False
      server = socket.socket()
      print(json.dumps({
          "read": can(lambda: open("\(target.path)").read()),
          "write": can(lambda: open("\(scratch.url.path)/new", "w")),
          "connect": can(lambda: socket.create_connection(("127.0.0.1", int(sys.stdin.read())), 2)),
          "variables": "SENTINEL_TEST_SECRET" in os.environ}))
      """
    let listener = try HostProcess([
      "/usr/bin/python3", "-c",
      "import socket; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1], "
        + "flush=True)\nwhile True: s.accept()",
    ])
    defer { listener.end() }
    let port = try #require(listener.wait(for: "\n")).filter(\.isNumber)
    let helper = try RealFixers.helper(program: [("__main__.py", Array(attack.utf8))])
    unsafe setenv("SENTINEL_TEST_SECRET", "1", 1)
    let end = await helper.answer(Array(port.utf8), cpuMilliseconds: 20_000)
    guard case .answered(let held) = end.result else {
      Issue.record("\(end)")
      return
    }
    #expect(
      try JSONValue(parsing: held)
        == ["read": false, "write": false, "connect": false, "variables": false])
    let file = try scratch.write(attack, to: "attack.py")
    let free = try HostProcess.run(
      ["/bin/sh", "-c", "echo \(port) | /usr/bin/python3 \(file.path)"],
      environment: ["SENTINEL_TEST_SECRET": "1"])
    #expect(
      try JSONValue(parsing: Array(free.output))
        == ["read": true, "write": true, "connect": true, "variables": true])
  }

  @Test func `a request that is none is a failure, not an answer`() async throws {
    let end = await (try RealFixers.helper()).answer(
      Array("{\"schema\": \"x\"}".utf8), cpuMilliseconds: 20_000)
    guard case .failed(let text) = end.result else {
      Issue.record("\(end)")
      return
    }
    #expect(text.contains("exit code 2"))
  }

  @Test func `two repairs that share an import stand alone and together`() async throws {
    let source = """
      def one(a):
          try:
              a()
          except Exception:
              pass


      def two(b):
          try:
              b()
          except Exception:
              pass

      """
    let tree = MemoryTree(texts: ["app.py": source])
    let path = try #require(PatchPath("app.py"))
    let union = try await CodemodActor(try RealFixers.helper()).union(
      of: [path: [.init(rule: "B110", line: 4), .init(rule: "B110", line: 11)]], in: tree)
    #expect(union.pieces.pieces.count == 2)
    for kept in [[0], [1], [0, 1]] {
      let changes = try #require(union.pieces.changes(keeping: kept))
      let new = String(decoding: try #require(changes.files.first?.new), as: UTF8.self)
      #expect(new.components(separatedBy: "import logging").count == 2)
      #expect(new.components(separatedBy: "pass\n").count == 3 - kept.count)
    }
  }
}

/// The fixers' parts, where they are installed.
enum RealFixers {
  static let shop = Executables.package.appending(path: "Tests/Fixtures/fixers/shop")

  private static let folder: ToolFolder? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["SENTINEL_REAL_TOOLS"] { return ToolFolder(data: Array(named.utf8)) }
    return ToolFolder(environment: environment)
  }()

  private static let tools: ToolSet? = try? ToolSet(
    reading: ProductData.tools.map { document in
      ToolSet.Source(file: "\(document.name)", descriptor: bytes(document.text)) { name in
        let stem = String(name.dropLast(".lock".count))
        return ProductData.document(named: stem, in: ProductData.toolLocks).map { bytes($0.text) }
      }
    },
    rulePacks: Dictionary(
      uniqueKeysWithValues: ProductData.rulePacks.map { ("\($0.name)", bytes($0.text)) }))

  /// Why they cannot run here; nil when they can.
  static let obstacle: String? = {
    guard let tools, let tool = tools["libcst"], let folder else { return "no folder for tools" }
    do { _ = try folder.locate(tool) } catch { return "\(error)" }
    let launcher = Executables.shared.sentinel.deletingLastPathComponent()
      .appending(path: "sentinel-launch").path
    return FileManager.default.isExecutableFile(atPath: launcher) ? nil : "no launcher was built"
  }()

  static func helper(program: [(String, [UInt8])]? = nil) throws -> SandboxedFixers {
    let launcher = Executables.shared.sentinel.deletingLastPathComponent()
      .appending(path: "sentinel-launch").path
    let host = try HostFacts.read(launcher: BytePath(launcher))
    return try SandboxedFixers(
      host: host, isolation: .available,
      profile: { name in
        let text = try #require(ProductData.document(named: name, in: ProductData.profileArchives))
        return try ProfileArchive(reading: bytes(text.text)).profile
      }, folder: try #require(folder), tools: try #require(tools),
      program: program ?? SandboxedFixers.shipped)
  }

  private static func bytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { unsafe Array($0) }
  }
}
