import Findings
import Sandbox
import Testing
import YAML

@testable import Scanning

@Suite struct `Descriptors` {
  @Test(arguments: Fixtures.toolNames + ["libcst"])
  func `Only what finds something is a scanner`(name: String) throws {
    #expect(try Fixtures.tool(name).descriptor.isScanner == (name != "libcst"))
  }

  @Test(arguments: Fixtures.toolNames)
  func `A shipped descriptor is read whole and pins what its lock pins`(name: String) throws {
    let tool = try Fixtures.tool(name)
    #expect(tool.descriptor.name == name)
    #expect(!tool.descriptor.traps.isEmpty)
    #expect(!tool.descriptor.inputs.isEmpty)
    #expect(tool.descriptor.inputs.allSatisfy { !$0.canary.text.isEmpty })
    #expect(tool.descriptor.command.arguments.contains { $0.isFiles })
    #expect(tool.lock.packages.allSatisfy { !$0.digests.isEmpty })
    #expect(
      tool.lock.version(of: tool.descriptor.installation.package)
        == tool.descriptor.installation.version)
  }

  @Test(arguments: Fixtures.toolNames)
  func `Files of the tree come after the end of options`(name: String) throws {
    let arguments = try Fixtures.tool(name).descriptor.command.arguments.map(\.source)
    #expect(arguments.suffix(2) == ["--", "{files}"])
  }

  @Test(arguments: Fixtures.toolNames)
  func `A tool writes to its scratch folder only`(name: String) throws {
    let environment = try Fixtures.tool(name).descriptor.command.environment
    #expect(environment["HOME"]?.source == "{scratch}/home")
    #expect(environment["TMPDIR"]?.source == "{scratch}")
  }

  @Test(arguments: [
    ("bandit", "--ignore-nosec"), ("ruff", "--ignore-noqa"), ("ruff", "--isolated"),
    ("ruff", "--no-fix"), ("semgrep", "--disable-nosem"), ("semgrep", "--metrics=off"),
    ("semgrep", "--disable-version-check"), ("semgrep", "--x-ignore-semgrepignore-files"),
    ("detect-secrets", "--no-verify"), ("shellcheck", "--norc"),
    ("detect-secrets", "detect_secrets.filters.allowlist.is_line_allowlisted"),
  ])
  func `The tree has no say and nothing calls home`(name: String, option: String) throws {
    let arguments = try Fixtures.tool(name).descriptor.command.arguments.map(\.source)
    #expect(arguments.contains(option))
  }

  @Test func `All mistakes of a descriptor are reported with their lines`() throws {
    let text = """
      schema: sentinel.tool/9
      name: broken
      homepage: none
      licence: MIT
      detect: {globs: ["*.x"], sized: true}
      install: {package: x, lock: x.lock}
      run: {executable: bin/x, profile: scanner, wall: soon, memory: 1G, arguments: ["{fiels}"]}
      output: {parser: tea-leaves, coverage: given, exits: {"300": complete}}
      """
    let problems = try #require(throws: Problems.self) {
      try ToolDescriptor.parse(Array(text.utf8), file: "broken.yaml")
    }
    let lines = problems.all.map { "\($0.line)" }
    #expect(Set(lines).isSuperset(of: ["1", "5", "6", "7", "8"]), "\(problems)")
    #expect(problems.all.contains { $0.message.contains("canary") })
  }

  @Test(arguments: [
    "", "bandit\n", "bandit>=1.0 --hash=sha256:00\n", "bandit==1.0\n",
    "bandit==1.0 --hash=sha256:0123\n", "--extra-index-url x\n", "-r other.txt\n",
    "bandit==1.0 --hash=md5:00000000000000000000000000000000\n", "bandit==1.0 \\\n",
  ])
  func `A lock that pins less than everything is refused`(text: String) {
    #expect(throws: ScanError.self) { try Lock(parsing: Array(text.utf8), file: "x.lock") }
  }

  @Test func `A lock and a descriptor that disagree are refused`() throws {
    let descriptor = try Fixtures.bytes("\(Fixtures.root)/tools/ruff.yaml")
    let lock = Array("ruff==0.0.1 --hash=sha256:\(String(repeating: "0", count: 64))\n".utf8)
    #expect(throws: ScanError(.usage, "")) {
      try ToolSet(reading: [
        ToolSet.Source(file: "ruff.yaml", descriptor: descriptor) { _ in lock }
      ])
    }
  }

  @Test(arguments: Fixtures.toolNames)
  func `No address of a package index is written anywhere`(name: String) throws {
    let lock = String(
      decoding: try Fixtures.bytes("\(Fixtures.root)/tools/\(name).lock"), as: UTF8.self)
    #expect(!lock.contains("://") && !lock.contains("index-url"))
  }

  @Test func `Rules of one family share what is known about them`() throws {
    let ruff = try Fixtures.tool("ruff").descriptor
    #expect(ruff.rule("S324")?.severity == .high)
    #expect(ruff.rule("S401")?.severity == .low)
    #expect(ruff.rule("E501") == nil)
  }
}
