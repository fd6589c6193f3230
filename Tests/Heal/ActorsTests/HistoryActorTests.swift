import Actors
import FoundationEssentials
import Git
import GitTestKit
import Healing
import Judging
import Kernel
import Patches
import ProductData
import Signals
import Synchronization
import TestSupport
import Testing
import Verification

@Suite struct HistoryActorTests {
  private static let lines = (1...40).map { "line \($0)\n" }.joined()

  /// A history of eight harmless commits, one that breaks line 20, and eight harmless ones more.
  private static func broken(also: [String: String] = [:]) throws -> History {
    let history = try History(["app.py": lines, "conf.yaml": "retries: 3\ntimeout: 30\nname: a\n"])
    for number in 1...8 { try history.commit(["notes.txt": "\(number)\n"], "note \(number)") }
    var change = ["app.py": lines.replacing("line 20\n", with: "broken\n")]
    change.merge(also) { $1 }
    try history.commit(change, "break it")
    for number in 9...16 { try history.commit(["notes.txt": "\(number)\n"], "note \(number)") }
    return history
  }

  private static let holds: @Sendable (BytePath) -> CulpritSearch.Verdict = { folder in
    guard let text = try? FileSystem.read(folder.appending("app.py")) else { return .inconclusive }
    return String(decoding: text, as: UTF8.self).contains("broken") ? .failed : .passed
  }

  private static func request(
    _ history: History, limits: RunBudget.Limits = .init(), message: String = "1 != 2"
  ) throws -> ActorRequest {
    Cases.request(
      Cases.test("test_line", in: "tests/test_app.py", message: message), try history.texts(),
      limits: limits)
  }

  // MARK: Revert

  @Test func `the culprit is found and taken back exactly, and what came later stays`() async throws
  {
    let history = try Self.broken()
    let before = try history.state()
    let runs = Runs(Self.holds)
    let request = try Self.request(history)
    let answer = await RevertActor(try history.finder(runs), memory: nil, now: { 0 })
      .propose(request)
    let proposal = try #require(answer.candidates.first, "\(answer)")
    let culprit = try history.git("rev-parse", "HEAD~8")
    #expect(proposal.origin.hasPrefix("revert of \(culprit), made again "))
    #expect(proposal.highestLevel == 2)
    #expect(try proposal.applied(to: try history.texts()) == ["app.py": Self.lines])
    let reverted = try history.texts().merging(["app.py": Self.lines]) { $1 }
    var again = proposal
    again.text = try #require(proposal.culprit)
    #expect(try again.applied(to: reverted)["app.py"] == (try history.texts()["app.py"]))
    #expect(runs.count <= 10)
    #expect(request.budget.spent.cpuMilliseconds == runs.count * 100)
    #expect(try history.state() == before)
    #expect(try history.leftovers() == [])
    #expect(!runs.sawRepository)
  }

  @Test
  func `where a later commit changed the same lines, the culprit is named and nothing proposed`()
    async throws
  {
    let history = try Self.broken()
    try history.commit(
      ["app.py": Self.lines.replacing("line 20\n", with: "still broken\n")], "touch it again")
    let answer = await RevertActor(try history.finder(Runs(Self.holds)), memory: nil, now: { 0 })
      .propose(try Self.request(history))
    let culprit = try history.git("rev-parse", "HEAD~9").prefix(12)
    #expect(
      answer.abstention?.reason.hasPrefix("Commit \(culprit) broke it and cannot be taken back")
        == true, "\(answer)")
    #expect(answer.abstention?.inspected == ["app.py"])
  }

  @Test func `what a killed search has left is removed by the next`() async throws {
    let history = try Self.broken()
    let left = try history.scratch.leftover("sentinel-history")
    _ = await RevertActor(try history.finder(Runs(Self.holds)), memory: nil, now: { 0 })
      .propose(try Self.request(history))
    #expect(!FileSystem.exists(left))
  }

  @Test func `a history of one commit is not searched`() async throws {
    let history = try History(["app.py": Self.lines])
    let runs = Runs(Self.holds)
    let answer = await RevertActor(try history.finder(runs), memory: nil, now: { 0 })
      .propose(try Self.request(history))
    #expect(answer.abstention?.reason == "The history has one commit, and none before it.")
    #expect(runs.count == 0)
  }

  @Test func `what is broken and not committed has no culprit`() async throws {
    let history = try History(["app.py": Self.lines])
    try history.commit(["notes.txt": "1\n"], "note")
    let answer = await RevertActor(try history.finder(Runs(Self.holds)), memory: nil, now: { 0 })
      .propose(try Self.request(history))
    #expect(answer.abstention?.reason.contains("not committed") == true)
  }

  @Test func `each run is paid for before it is made`() async throws {
    let history = try Self.broken()
    var limits = RunBudget.Limits()
    limits.cpuMilliseconds = 120_150
    let runs = Runs(Self.holds)
    let answer = await RevertActor(try history.finder(runs), memory: nil, now: { 0 })
      .propose(try Self.request(history, limits: limits))
    #expect(answer.unavailable == .cpuExhausted)
    #expect(runs.count == 2)
  }

  @Test func `hooks and programs of the repository never run, and as a control do for git itself`()
    async throws
  {
    let history = try Self.broken()
    let marker = history.scratch.url.appending(path: "ran")
    try history.scratch.write(
      "#!/bin/sh\ntouch '\(marker.path)'\n", to: "project/.git/hooks/post-checkout", mode: 0o755)
    try history.scratch.write(
      "#!/bin/sh\ntouch '\(marker.path)'\ncat\n", to: "project/evil.sh", mode: 0o755)
    try history.git("config", "filter.evil.smudge", history.root.appending(path: "evil.sh").path)
    try history.git("config", "diff.evil.textconv", history.root.appending(path: "evil.sh").path)
    try history.git("config", "core.fsmonitor", history.root.appending(path: "evil.sh").path)
    try history.commit([".gitattributes": "* filter=evil diff=evil\n"], "attributes")
    try? FileManager.default.removeItem(at: marker)
    let answer = await RevertActor(try history.finder(Runs(Self.holds)), memory: nil, now: { 0 })
      .propose(try Self.request(history))
    #expect(!answer.candidates.isEmpty, "\(answer)")
    #expect(!FileManager.default.fileExists(atPath: marker.path))
    try history.git("checkout", "-q", "HEAD~1")
    #expect(FileManager.default.fileExists(atPath: marker.path))
  }

  @Test func `a proven revert bars the change from being made again`() async throws {
    let history = try Self.broken()
    let memory = BarMemory()
    let actor = RevertActor(try history.finder(Runs(Self.holds)), memory: memory, now: { 42 })
    let request = try Self.request(history)
    let proposal = try #require(await actor.propose(request).candidates.first)
    try await actor.wasProven(proposal, for: request.healingCase)
    let bar = try #require(try await memory.bars().first)
    #expect(bar.fingerprint == request.healingCase.incident.fingerprint)
    #expect(bar.until == "each of these tests passes with the change: tests.test_app.test_line")
    #expect(bar.milliseconds == 42)
    let path = try #require(PatchPath("app.py"))
    let again = ChangeSet([
      ChangeSet.File(
        path: path, old: Array(Self.lines.utf8),
        new: Array(Self.lines.replacing("line 20\n", with: "broken\n").utf8))
    ])
    #expect(bar.changeDigest == again.syntaxDigest())
  }

  @Test func `a revert takes tests of its culprit back, and the judge sees that it is just that`()
    async throws
  {
    let history = try Self.broken(also: [
      "test_more.py": "def test_more():\n    assert 1 + 1 == 2\n"
    ])
    let request = try Self.request(history)
    let proposal = try #require(
      await RevertActor(try history.finder(Runs(Self.holds)), memory: nil, now: { 0 })
        .propose(request).candidates.first)
    let document = try #require(
      ProductData.document(named: "constitution", in: ProductData.judge))
    let constitution = try Constitution(parsing: Array(document.text.description.utf8))
    let tree = MemoryTree(texts: try history.texts())
    let changes = try Candidate(reading: proposal.text).applied(to: tree)
    #expect(changes.files.map(\.path.text) == ["app.py", "test_more.py"])
    let verdict = { (signal: JudgeSignal) in
      constitution.judge(changes, of: tree, signal: signal, rationale: nil).verdict
    }
    #expect(verdict(request.healingCase.judged(for: proposal).signal) == .accept)
    var claimed = proposal
    claimed.culprit = Array("--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-line 1\n+x\n".utf8)
    #expect(verdict(request.healingCase.judged(for: claimed).signal) == .reject)
    #expect(verdict(request.healingCase.signal) == .reject)
  }

  @Test func `a case without tests is no case for a search`() async throws {
    let history = try Self.broken()
    let runs = Runs(Self.holds)
    let request = Cases.request(Cases.finding("B101", "app.py", 1), try history.texts())
    let answer = await RevertActor(try history.finder(runs), memory: nil, now: { 0 })
      .propose(request)
    #expect(answer.abstention != nil)
    #expect(runs.count == 0)
  }

  // MARK: Configuration

  private static let settingHolds: @Sendable (BytePath) -> CulpritSearch.Verdict = { folder in
    let text = (try? FileSystem.read(folder.appending("conf.yaml"))) ?? []
    return String(decoding: text, as: UTF8.self).contains("timeout: 0") ? .failed : .passed
  }
  private static let before =
    "retries: 3\nlevel: info\nhost: a\nport: 1\ntimeout: 30\nname: a\npath: b\nsize: 1\nmode: x\n"

  private static func misconfigured(also: [String: String] = [:]) throws -> History {
    let history = try History(["conf.yaml": before, "app.py": lines])
    let after = before.replacing("timeout: 30", with: "timeout: 0")
      .replacing("retries: 3", with: "retries: 4")
    try history.commit(["conf.yaml": after].merging(also) { $1 }, "tune")
    try history.commit(["notes.txt": "1\n"], "note")
    return history
  }

  @Test func `of a culprit that changed settings alone the key that is told of goes first`()
    async throws
  {
    let history = try Self.misconfigured()
    let runs = Runs(Self.settingHolds)
    let finder = try history.finder(runs)
    let request = try Self.request(history, message: "timeout must be above 0")
    let answer = await ConfigActor(
      finder, source: try history.source(), by: try SandboxedGit.shared(),
      scratch: BytePath(history.scratch.url.path)
    ).propose(request)
    let texts = try answer.candidates.map { try $0.applied(to: try history.texts())["conf.yaml"] }
    #expect(texts == [Self.before.replacing("retries: 3", with: "retries: 4"), Self.before])
    let count = runs.count
    let revert = await RevertActor(finder, memory: nil, now: { 0 }).propose(request)
    #expect(!revert.candidates.isEmpty)
    #expect(runs.count == count, "the culprit is looked for once")
    #expect(try history.leftovers() == [])
  }

  @Test func `a culprit that changed more than settings is no case for it`() async throws {
    let history = try Self.misconfigured(also: ["app.py": "x = 1\n"])
    let answer = await ConfigActor(
      try history.finder(Runs(Self.settingHolds)), source: try history.source(),
      by: try SandboxedGit.shared(),
      scratch: BytePath(history.scratch.url.path)
    ).propose(try Self.request(history))
    #expect(answer.abstention?.inspected == ["app.py"])
  }

  @Test func `a signal that names a file of settings gets its last change back, without a search`()
    async throws
  {
    let history = try Self.misconfigured(also: ["app.py": "x = 1\n"])
    let path = try #require(PatchPath("conf.yaml"))
    var judge = JudgeSignal(.configuration, places: [.init(path: path, line: 5)])
    let runs = Runs(Self.settingHolds)
    let actor = ConfigActor(
      try history.finder(runs), source: try history.source(), by: try SandboxedGit.shared(),
      scratch: BytePath(history.scratch.url.path))
    let signal = Signal(.event, tool: "monitor", message: "requests fail")
    var request = Cases.request(Cases.of([signal], judge), try history.texts())
    let texts = try await actor.propose(request).candidates
      .map { try $0.applied(to: try history.texts()) }
    #expect(
      texts.map { $0["conf.yaml"] } == [
        Self.before.replacing("retries: 3", with: "retries: 4"), Self.before,
      ])
    #expect(texts.allSatisfy { $0.count == 1 })
    judge.places = [.init(path: try #require(PatchPath("app.py")))]
    request.healingCase.signal = judge
    #expect(await actor.propose(request).abstention != nil)
    #expect(runs.count == 0)
    #expect(try history.leftovers() == [])
  }
}

/// A real repository, made by git itself.
final class History: Sendable {
  let scratch: Scratch
  let root: URL

  init(_ files: [String: String]) throws {
    scratch = try Scratch("history")
    root = scratch.url.appending(path: "project")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try git("init", "-q", "-b", "main")
    try commit(files, "first")
  }

  func commit(_ files: [String: String], _ message: String) throws {
    for (name, text) in files { try scratch.write(text, to: "project/\(name)") }
    try git("add", "-A")
    try git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qm", message)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let result = try HostProcess.run(
      ["/usr/bin/git", "-C", root.path] + arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": scratch.url.path, "GIT_CONFIG_NOSYSTEM": "1",
      ])
    if result.code != 0 { Issue.record("git \(arguments): \(result.errors)") }
    return result.text.split(separator: "\n").first.map(String.init) ?? ""
  }

  func source() throws -> SourceRepository {
    try #require(try SourceRepository.find(at: BytePath(root.path)))
  }

  func finder(_ runs: Runs) throws -> CulpritFinder {
    CulpritFinder(try source(), by: try SandboxedGit.shared(), scratch: BytePath(scratch.url.path))
    { folder, tests in
      runs.run(folder, tests)
    }
  }

  /// The files of the tree, without the repository.
  func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: root.path) where name != ".git"
    {
      texts[name] = try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }
    return texts
  }

  /// Everything below the project, with contents and times: nothing of it may change.
  func state() throws -> String {
    try HostProcess.run([
      "/bin/sh", "-c",
      "cd '\(root.path)' && find . -printf '%p %m %s %T@\\n' | sort && find . -type f -exec sha256sum {} + | sort",
    ]).text
  }

  /// What a search left beside the project.
  func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
      .filter { $0.hasPrefix("sentinel-history-") || $0.hasPrefix("sentinel-git-") }
  }
}

/// Runs tests in a sandbox's place, and counts.
final class Runs: Sendable {
  private let verdict: @Sendable (BytePath) -> CulpritSearch.Verdict
  private let seen = Mutex<(count: Int, repository: Bool)>((0, false))

  init(_ verdict: @escaping @Sendable (BytePath) -> CulpritSearch.Verdict) {
    self.verdict = verdict
  }

  var count: Int { seen.withLock { $0.count } }
  /// Whether any tree had a repository in it.
  var sawRepository: Bool { seen.withLock { $0.repository } }

  func run(_ folder: BytePath, _ tests: [String]) -> CommitTrial {
    let hasRepository = FileSystem.exists(folder.appending(".git"))
    seen.withLock { $0 = ($0.count + 1, $0.repository || hasRepository) }
    return CommitTrial(verdict(folder), cpuMilliseconds: 100)
  }
}

/// A memory of bars alone.
private actor BarMemory: Memory {
  private var kept: [ReapplicationBar] = []

  func remember(_ entry: MemoryEntry) async throws(MemoryFailure) {}
  func recall(_ cue: MemoryCue, limit: Int) async throws(MemoryFailure) -> [Precedent] { [] }
  func settle(changeDigest: String, _ outcome: MemoryEntry.Outcome) async throws(MemoryFailure)
    -> Int
  { 0 }
  func bar(_ bar: ReapplicationBar) async throws(MemoryFailure) { kept.append(bar) }
  func bars(for fingerprints: [String]) async throws(MemoryFailure) -> [ReapplicationBar] { kept }
  func entries() async throws(MemoryFailure) -> [MemoryEntry] { [] }
  func bars() async throws(MemoryFailure) -> [ReapplicationBar] { kept }
  func forget(_ ids: [String]) async throws(MemoryFailure) -> Int { 0 }
}
