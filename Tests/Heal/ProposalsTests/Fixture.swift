import Audit
import Autonomy
import Findings
import FoundationEssentials
import Git
import GitTestKit
import Healing
import Judging
import Kernel
import Patches
import Signals
import State
import TestSupport
import Testing
import Text
import Verification

@testable import Proposals

/// A project with a fault, a proven fix for it, a state, and a publisher for the fix.
struct Fixture {
  let scratch: Scratch
  let root: URL
  let environment: Environment
  let state: StateFolder
  var files = [
    "src/app.py": "import os\n\n\ndef size(a):\n    return a * 2\n", "README": "hello\n",
  ]
  var policy = AutonomyPolicy()

  init(isRepository: Bool = true) throws {
    scratch = try Scratch("proposals")
    root = scratch.url.appending(path: "project")
    environment = Environment(entries: [Array("HOME=\(scratch.url.path)/home".utf8)])
    state = try StateFolder(
      named: scratch.url.appending(path: "state").path, environment: environment)
    for (name, text) in files { try scratch.write(text, to: "project/\(name)") }
    guard isRepository else { return }
    try git("init", "-q", "-b", "main")
    try git("add", "-A")
    try git("commit", "-qm", "first")
  }

  /// Runs git in the project, as its user would.
  @discardableResult
  func git(_ arguments: String..., at folder: URL? = nil) throws -> String {
    let place = folder ?? root
    let who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    let result = try HostProcess.run(
      ["/usr/bin/git", "-C", place.path] + who + arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": scratch.url.path, "GIT_CONFIG_NOSYSTEM": "1",
      ])
    if result.code != 0 { Issue.record("git \(arguments): \(result.errors)") }
    var text = result.text
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// What the user lets git use, with a configuration that names remotes.
  var access: PushCredentials { PushCredentials(["HOME": scratch.url.appending(path: "ada").path]) }

  /// The remote that the user's own configuration calls `origin`.
  var origin: PublishingSettings.Target { .branch(remote: "origin", access: access) }

  /// Names a remote in the user's own configuration.
  func know(_ remote: String, as name: String = "origin") throws {
    try scratch.write("[remote \"\(name)\"]\n\turl = \(remote)\n", to: "ada/.gitconfig")
  }

  /// A bare repository that the project, and the user, know as `origin`.
  func remote() throws -> URL {
    let url = scratch.url.appending(path: "remote.git")
    try git("init", "-q", "--bare", "-b", "main", url.path)
    try git("remote", "add", "origin", url.path)
    try git("push", "-q", "origin", "main")
    try know(url.path)
    return url
  }

  var tree: MemoryTree { MemoryTree(texts: files) }

  /// A fix of `src/app.py` that was tried and accepted.
  func fix(
    title: String = "wrong size", replacing old: String = "a * 2", with new: String = "a * 3",
    actor: String = "codemod", rationale: String? = nil, documents: [EvidenceDocument] = []
  ) throws -> ProvenFix {
    let signal = Signal(
      .finding, tool: "bandit", rule: "B602", message: title,
      place: Place(path: "src/app.py", line: 5))
    let builder = IncidentBuilder(paths: ProjectPaths(listing: files.keys.sorted()))
    let files = files
    let incidents = builder.incidents(of: [signal]) { path in
      files[path].map { SourceText(bytes: Array($0.utf8)) }
    }
    let incident = try #require(incidents.first)
    let path = try #require(PatchPath("src/app.py"))
    let healingCase = HealingCase(
      incident: incident,
      signal: JudgeSignal(.finding, rule: "B602", places: [.init(path: path, line: 5)]))
    let before = try #require(files["src/app.py"])
    let changes = ChangeSet([
      .init(path: path, old: Array(before.utf8), new: Array(before.replacing(old, with: new).utf8))
    ])
    var report = TrialReport(.accepted)
    report.executed = true
    report.judgement = try Self.constitution().judge(
      changes, of: tree, signal: nil, rationale: rationale)
    report.checks = [.init(name: "test_size", before: "failed", after: "passed", isGood: true)]
    report.unchecked = ["Behaviour under load."]
    report.documents = documents
    let attempt = Attempt(
      number: 1, actor: actor, actorVersion: "v1", outcome: .accepted, executed: true,
      changeDigest: String(repeating: "c", count: 64))
    return ProvenFix(
      healingCase: healingCase, changes: changes, baseline: BaselineReport(), report: report,
      attempts: [attempt],
      proposed: ProposedText(text: Array("patch".utf8), rationale: rationale, origin: "B602"),
      spent: Spending(attempts: 1))
  }

  /// A constitution of one article.
  static func constitution() throws -> Constitution {
    let article =
      #"{"id": "a", "version": 1, "verdict": "reject", "message": "m", "check": "lines", "lines": ["EVIL"]}"#
    return try Constitution(parsing: Array("{\"articles\": [\(article)]}".utf8))
  }

  var keys: CaseKeys {
    CaseKeys(
      repository: "shop", policy: policy, constitution: String(repeating: "a", count: 64))
  }

  func audit(run: String = "r1", clock: @escaping @Sendable () -> Int64 = AuditLog.systemClock)
    throws -> HealAudit
  {
    try HealAudit(state.log, run: run, keys: keys, clock: clock)
  }

  func settings(_ target: PublishingSettings.Target = .folder) throws -> PublishingSettings {
    let git = try SandboxedGit.shared()
    return PublishingSettings(
      path: BytePath(root.path), tree: tree, out: BytePath(scratch.url.path).appending("out"),
      target: target, state: state, keys: keys, git: git, testCommand: "pytest",
      facts: ["versions": ["sentinel": "0.1.0"]])
  }

  func publisher(
    _ target: PublishingSettings.Target = .folder, run: String = "r1",
    environment: Environment? = nil
  ) throws -> ProposalPublisher {
    ProposalPublisher(
      try settings(target), audit: try audit(run: run),
      watch: KillWatch(
        state: state, environment: environment ?? self.environment, policy: policy))
  }

  /// Everything below the project, with contents and times: nothing of it may change.
  func everything() throws -> String {
    try HostProcess.run([
      "/bin/sh", "-c",
      "cd '\(root.path)' && find . -printf '%p %m %s %T@\\n' | sort && find . -type f -exec sha256sum {} + | sort",
    ]).text
  }

  func entries() throws -> [AuditEntry] { try LogCheck.entries(of: state.log) }
}
