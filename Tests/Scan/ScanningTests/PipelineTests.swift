import Findings
import Kernel
import Sandbox
import Synchronization
import Testing
import Text

@testable import Scanning

/// A way in which a tool can go wrong.
struct Breakage: CustomTestStringConvertible, Sendable {
  let name: String
  let state: ToolRun.State
  let apply: @Sendable (ToolInvocation, inout ToolOutcome) -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ state: ToolRun.State,
    _ apply: @escaping @Sendable (ToolInvocation, inout ToolOutcome) -> Void
  ) {
    self.name = name
    self.state = state
    self.apply = apply
  }

  static let all: [Breakage] = [
    Breakage("is killed", .failed) { $1.status = .signalled(9) },
    Breakage("crashes", .failed) { $1.status = .signalled(11) },
    Breakage("times out", .timedOut) { $1.status = .timedOut },
    Breakage("runs out of memory", .failed) { $1.status = .outOfMemory },
    Breakage("writes too much", .failed) { $1.status = .limit("output") },
    Breakage("ends with an unknown code", .failed) { $1.status = .exited(97) },
    Breakage("is not executable", .failed) { $1.status = .exited(126) },
    Breakage("has no sandbox", .failed) { $1.status = .setupFailed("no namespaces") },
    Breakage("is killed by the filter", .denied) { $1.status = .killedByPolicy("ptrace") },
    Breakage("is refused a connection", .denied) {
      $1.denials = [ToolOutcome.Denial(name: "connect", text: "to 192.0.2.1 port 443")]
    },
    Breakage("says nothing", .failed) { $1.output = [] },
    Breakage("stops in the middle", .failed) { $1.output = Array($1.output.dropLast(9)) },
    Breakage("writes rubbish", .failed) { $1.output = [0xFF, 0x00, 0x7B] },
    Breakage("writes another document", .failed) { $1.output = Array(#"{"ok": true}"#.utf8) },
    Breakage("is blind to the canary", .blind) { invocation, outcome in
      var deaf = invocation
      deaf.arguments.removeLast()
      outcome = WellBehaved.outcome(deaf)
    },
    Breakage("accuses a file it was not given", .failed) { invocation, outcome in
      var other = invocation
      other.arguments.append(Array("/etc/passwd".utf8))
      outcome = WellBehaved.outcome(other, findingsIn: ["/etc/passwd"])
    },
  ]
}

@Suite struct `Scans` {
  static let files = [
    "a.py": "eval(x)\n", "b.py": "x = 1\n", "run.sh": "#!/bin/sh\necho $1\n", "notes.txt": "text\n",
  ]

  private func scan(
    _ names: [String], _ files: [String: String] = Self.files,
    options: ScanOptions = ScanOptions(parallelism: 2), by answers: [String: FakeRunner.Answer]
  ) async throws -> ScanResult {
    let folder = try TemporaryFolder()
    for (name, content) in files { try folder.write(name, content) }
    let tools = try names.map {
      ChosenTool(try Fixtures.tool($0), .success(.imagined($0)))
    }
    return try await ScanPipeline(runner: FakeRunner(answers))
      .scan(try folder.tree(), with: tools, options)
  }

  @Test func `A scan in which every tool behaves is complete`() async throws {
    let result = try await scan(
      Fixtures.toolNames,
      by: FakeRunner.allBehaved)
    #expect(result.isComplete, "\(result.tools)")
    #expect(result.findings.isEmpty)
    #expect(result.coverage.files == 4)
    #expect(result.coverage.parsed == 4)
    #expect(ExitDecision(result, Gate(failOn: .info).verdict(on: [])).code == 0)
  }

  @Test(arguments: Fixtures.toolNames, Breakage.all)
  func `A tool that goes wrong never leaves a complete scan`(tool: String, breakage: Breakage)
    async throws
  {
    let result = try await scan(
      [tool],
      by: [
        tool: { invocation in
          var outcome = WellBehaved.outcome(invocation)
          breakage.apply(invocation, &outcome)
          return outcome
        }
      ])
    #expect(!result.isComplete)
    #expect(result.tools.map(\.state) == [breakage.state], "\(result.tools)")
    #expect(result.tools.first?.reason?.isEmpty == false)
    let code = ExitDecision(result, Gate(failOn: nil).verdict(on: [])).code
    #expect(code == 3 || code == 5)
  }

  @Test(arguments: ["bandit", "semgrep", "ruff", "detect-secrets"])
  func `A file about which a tool is silent is unseen`(tool: String) async throws {
    let result = try await scan(
      [tool],
      by: [
        tool: { invocation in
          var short = invocation
          short.arguments.remove(at: short.arguments.count - 2)
          return WellBehaved.outcome(short)
        }
      ])
    #expect(result.tools.map(\.state) == [.blind])
    #expect(result.coverage.unseen.count == 1)
    #expect(!result.isComplete)
  }

  @Test func `A file that cannot be examined leaves the scan incomplete unless tolerated`()
    async throws
  {
    let answer: FakeRunner.Answer = { invocation in
      var outcome = WellBehaved.outcome(invocation)
      let text = String(decoding: outcome.output, as: UTF8.self).replacing(
        #""errors": []"#, with: #""errors": [{"filename": "./a.py", "reason": "syntax error"}]"#)
      outcome.output = Array(text.utf8)
      return outcome
    }
    let strict = try await scan(["bandit"], by: ["bandit": answer])
    #expect(strict.tools.first?.state == .blind)
    #expect(strict.coverage.skipped.contains { $0.path == "a.py" && $0.reason == "syntax error" })
    let options = ScanOptions(parallelism: 1, toleratesUnexamined: true)
    let lax = try await scan(["bandit"], options: options, by: ["bandit": answer])
    #expect(lax.isComplete)
    #expect(lax.tools.first?.notes.contains { $0.contains("tolerated") } == true)
    for (paths, isComplete) in [("a.py", true), ("b.py", false)] {
      var when = FindingPredicate()
      when.paths = [PathPattern(paths)]
      let gap = ScanPolicy.Exception(
        when: when, reason: "r", owner: "o", expires: "2027-01-01", place: "p:1")
      let accepted = try await scan(
        ["bandit"], options: ScanOptions(parallelism: 1, gaps: [gap]), by: ["bandit": answer])
      #expect(accepted.isComplete == isComplete)
      #expect(accepted.coverage.skipped.contains { $0.path == "a.py" })
    }
  }

  @Test func `A tool that is not installed leaves the scan incomplete`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a.py", "x = 1\n")
    let missing = ScanError(.missing, "bandit is not installed", context: "bandit")
    let result = try await ScanPipeline(runner: FakeRunner([:])).scan(
      try folder.tree(), with: [ChosenTool(try Fixtures.tool("bandit"), .failure(missing))],
      ScanOptions(parallelism: 1))
    #expect(result.tools.map(\.state) == [.missing])
    #expect(result.coverage.unseen.map(\.path) == ["a.py"])
    #expect(ExitDecision(result, Gate(failOn: .info).verdict(on: [])).code == 3)
  }

  @Test func `A tree without input starts no tool and is nothing to do`() async throws {
    let result = try await scan(["bandit", "shellcheck"], ["a.txt": "text\n"], by: [:])
    #expect(result.tools.allSatisfy { $0.state == .notApplicable })
    #expect(ExitDecision(result, Gate(failOn: .info).verdict(on: [])).code == 4)
  }

  @Test func `Expected refusals are noted and nothing more`() async throws {
    let result = try await scan(
      ["semgrep"],
      by: [
        "semgrep": { invocation in
          var outcome = WellBehaved.outcome(invocation)
          outcome.denials = [ToolOutcome.Denial(name: "io_uring_setup", text: "EPERM")]
          outcome.level = .reduced
          outcome.missing = ["cgroup"]
          return outcome
        }
      ])
    #expect(result.isComplete)
    #expect(result.tools.first?.notes.contains("was refused io_uring_setup, as expected") == true)
    #expect(result.tools.first?.notes.contains("isolation was reduced: without cgroup") == true)
  }

  @Test func `Findings are counted per tool before they are merged`() async throws {
    let result = try await scan(
      ["bandit", "ruff"],
      by: [
        "bandit": { WellBehaved.outcome($0, findingsIn: ["a.py"]) },
        "ruff": { WellBehaved.outcome($0, findingsIn: ["a.py"]) },
      ])
    #expect(result.tools.map(\.findings) == [2, 2])
    #expect(result.findings.count == 4)
  }

  @Test func `Hostile names go as copies and come back as they are`() async throws {
    let folder = try TemporaryFolder()
    let names = ["-rf.py", "new\nline.py", "two words.py", "back\\slash.py"]
    for name in names { try folder.write(name, "eval(x)\n") }
    try folder.write(Array("caf".utf8) + [0xE9] + Array(".py".utf8), Array("eval(x)\n".utf8))
    let runner = FakeRunner([
      "bandit": { WellBehaved.outcome($0, findingsIn: WellBehaved.files(of: $0)) }
    ])
    let result = try await ScanPipeline(runner: runner).scan(
      try folder.tree(),
      with: [ChosenTool(try Fixtures.tool("bandit"), .success(.imagined("bandit")))],
      ScanOptions(parallelism: 1))
    #expect(result.isComplete, "\(result.tools)")
    #expect(Set(result.findings.map(\.location.path)) == Set(names + ["caf\\xE9.py"]))
    let given = try #require(runner.invocations.first).arguments
    let files = try #require(given.lastIndex(of: Array("--".utf8)))
    #expect(given[(files + 1)...].allSatisfy { TreePath($0).isPlain })
    #expect(given.contains(Array("./-rf.py".utf8)))
  }

  @Test func `Large inputs are cut into batches, and every file is in exactly one`() async throws {
    var tool = try Fixtures.tool("bandit").descriptor
    tool.command.batchFiles = 3
    let entries = (0..<10).map {
      FileEntry(path: TreePath("\($0).py"), sizeBytes: 1, content: .text)
    }
    let pieces = BatchPreparation.pieces(entries, batchFiles: tool.command.batchFiles)
    #expect(pieces.map(\.count) == [3, 3, 3, 1])
    #expect(pieces.flatMap { $0 } == entries)
  }

  @Test func `Events tell the story of each tool in order`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a.py", "eval(x)\n")
    let events = Mutex<[ScanEvent]>([])
    let pipeline = ScanPipeline(
      runner: FakeRunner(["bandit": { WellBehaved.outcome($0, findingsIn: ["a.py"]) }])
    ) { event in events.withLock { $0.append(event) } }
    let result = try await pipeline.scan(
      try folder.tree(),
      with: [ChosenTool(try Fixtures.tool("bandit"), .success(.imagined("bandit")))],
      ScanOptions(parallelism: 1))
    let run = try #require(result.tools.first)
    #expect(
      events.withLock { $0 } == [
        .queued(tool: "bandit", files: 1, batches: 1), .started(tool: "bandit"),
        .progress(tool: "bandit", batchesDone: 1, batches: 1, findings: 2), .finished(run),
      ])
  }

  @Test func `A cancelled scan is incomplete and leaves no scratch folder`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("tree/a.py", "eval(x)\n")
    try folder.write("work/keep", "")
    let tree = try FileTree.walk(folder.path + Array("/tree".utf8))
    let work = folder.path + Array("/work".utf8)
    let tool = ChosenTool(try Fixtures.tool("bandit"), .success(.imagined("bandit")))
    let scan = Task {
      try await ScanPipeline(runner: FakeRunner(["bandit": { WellBehaved.outcome($0) }]))
        .scan(tree, with: [tool], ScanOptions(parallelism: 1, workFolder: work))
    }
    scan.cancel()
    let result = try await scan.value
    #expect(!result.isComplete)
    #expect(result.coverage.unseen.map(\.path) == ["a.py"])
    #expect(try FileTree.walk(work).files.map(\.path.text) == ["keep"])
  }

  @Test func `A scan takes away what a killed one has left, and nothing of one that runs`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("tree/a.py", "eval(x)\n")
    try folder.write("work/sentinel-scan-1-dead/work/bandit-0/report.json", "{}")
    try folder.write("work/sentinel-scan-results/work/notes", "")
    try folder.write("work/sentinel-scanner/notes", "")
    let work = folder.path + Array("/work".utf8)
    let dead = BytePath(work).appending("sentinel-scan-1-dead")
    let status = try FileStatus.of(dead)
    let mark = "sentinel.work/1 sentinel-scan \(status.device) \(status.inode)\n"
    // The mark of one folder proves nothing in another.
    for name in ["sentinel-scan-1-dead", "sentinel-scan-results"] {
      try folder.write("work/\(name)/.sentinel-work", mark)
    }
    let running = try WorkFolder("sentinel-scan", in: BytePath(work))
    defer { withExtendedLifetime(running) {} }
    let tool = ChosenTool(try Fixtures.tool("bandit"), .success(.imagined("bandit")))
    let result = try await ScanPipeline(
      runner: FakeRunner(["bandit": { WellBehaved.outcome($0, findingsIn: ["a.py"]) }])
    ).scan(
      try FileTree.walk(folder.path + Array("/tree".utf8)), with: [tool],
      ScanOptions(parallelism: 1, workFolder: work))
    #expect(result.isComplete)
    #expect(FileSystem.exists(running.path))
    #expect(!FileSystem.exists(dead))
    #expect(FileSystem.exists(BytePath(work).appending("sentinel-scan-results/work/notes")))
    #expect(FileSystem.exists(BytePath(work).appending("sentinel-scanner")))
  }
}
