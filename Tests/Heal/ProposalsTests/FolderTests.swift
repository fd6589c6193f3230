import Audit
import Autonomy
import Connectors
import Findings
import FoundationEssentials
import Git
import Healing
import Kernel
import Patches
import Signals
import State
import TestSupport
import Testing
import Text

@testable import Proposals

@Suite("A proven fix becomes a folder with one patch and its evidence")
struct FolderTests {
  private func patches(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".patch") }
  }

  @Test("git am takes the patch on the base commit, and the user's repository is as it was")
  func repository() async throws {
    let fixture = try Fixture()
    let before = try fixture.everything()
    let published = try await fixture.publisher().publish(fixture.fix())
    #expect(try fixture.everything() == before)
    let folder = try #require(published.folder)
    #expect(published.branch == nil)
    #expect(try patches(in: folder) == ["0001-fix.patch"])
    let clone = fixture.scratch.url.appending(path: "clone")
    try fixture.git("clone", "-q", fixture.root.path, clone.path)
    try fixture.git("am", "-q", "--keep-cr", folder + "/0001-fix.patch", at: clone)
    #expect(try fixture.git("show", "HEAD:src/app.py", at: clone).hasSuffix("return a * 3"))
    let trailer = try fixture.git(
      "log", "-1", "--format=%(trailers:key=Sentinel-Incident,valueonly)", at: clone)
    #expect(try trailer == fixture.fix().healingCase.incident.fingerprint)
  }

  @Test("A tree without a repository gives a patch for a repository that is made of it")
  func plain() async throws {
    let fixture = try Fixture(isRepository: false)
    let published = try await fixture.publisher().publish(fixture.fix())
    let folder = try #require(published.folder)
    try fixture.git("init", "-q", "-b", "main")
    try fixture.git("add", "-A")
    try fixture.git("commit", "-qm", "first")
    try fixture.git("am", "-q", "--keep-cr", folder + "/0001-fix.patch")
    #expect(try fixture.git("show", "HEAD:src/app.py").hasSuffix("return a * 3"))
    let text = try String(contentsOfFile: folder + "/proposal.md", encoding: .utf8)
    #expect(text.contains("a tree without a commit"))
  }

  @Test("A tree below the top of its repository gives a patch for the whole repository")
  func below() async throws {
    var fixture = try Fixture()
    fixture.files = ["app.py": "import os\n\n\ndef size(a):\n    return a * 2\n"]
    var settings = try fixture.settings()
    settings.path = BytePath(fixture.root.path).appending("src")
    settings.tree = fixture.tree
    let publisher = ProposalPublisher(
      settings, audit: try fixture.audit(),
      watch: KillWatch(
        state: fixture.state, environment: fixture.environment, policy: fixture.policy))
    fixture.files = ["src/app.py": "import os\n\n\ndef size(a):\n    return a * 2\n"]
    var fix = try fixture.fix()
    fix.changes.files[0].path = try #require(PatchPath("app.py"))
    let folder = try #require(try await publisher.publish(fix).folder)
    try fixture.git("am", "-q", "--keep-cr", folder + "/0001-fix.patch")
    #expect(try fixture.git("show", "HEAD:src/app.py").hasSuffix("return a * 3"))
  }

  @Test("What is changed but not committed is proposed on the tree, and that is said")
  func dirty() async throws {
    var fixture = try Fixture()
    fixture.files["src/app.py"] = "def size(a):\n    return a * 2 + 1\n"
    try fixture.scratch.write(fixture.files["src/app.py"] ?? "", to: "project/src/app.py")
    let folder = try #require(try await fixture.publisher().publish(fixture.fix()).folder)
    let text = try String(contentsOfFile: folder + "/proposal.md", encoding: .utf8)
    #expect(text.contains("a tree without a commit"))
    let access = PublishingSettings.Target.branch(remote: "origin", access: .init([:]))
    await #expect(throws: PublishFailure.self) {
      try await fixture.publisher(access, run: "r2").publish(fixture.fix())
    }
  }

  @Test("What the commit holds and nobody examined is named", arguments: [false, true])
  func missing(isThere: Bool) async throws {
    let fixture = try Fixture()
    try fixture.scratch.write("on: push\n", to: "project/.github/workflows/more.yml")
    try fixture.git("add", "-A")
    try fixture.git("commit", "-q", "-m", "more")
    if !isThere {
      try FileManager.default.removeItem(atPath: fixture.root.path + "/.github")
    }
    let folder = try #require(try await fixture.publisher().publish(fixture.fix()).folder)
    let text = try String(contentsOfFile: folder + "/proposal.md", encoding: .utf8)
    #expect(text.contains(".github/workflows/more.yml") == !isThere)
  }

  @Test("Without a record the level is L1, with the figures that this rests on")
  func level() async throws {
    let fixture = try Fixture()
    let decision = try await fixture.publisher().publish(fixture.fix()).decision
    #expect(decision["level"] == "L1")
    #expect(decision["confidence"] == nil)
    #expect(decision["inputs"]?["earned"] == "observer")
    #expect(decision["inputs"]?["conditions"]?.elements.isEmpty == false)
    let controller = try AutonomyState.controller(of: fixture.state)
    #expect(controller.ignoredEvents == 0 && controller.records.count == 1)
  }

  @Test("The same incident twice is one folder, and one run says each thing once")
  func twice() async throws {
    let fixture = try Fixture()
    let first = try await fixture.publisher().publish(fixture.fix())
    let count = try fixture.entries().count
    let second = try await fixture.publisher().publish(fixture.fix())
    #expect(first.folder == second.folder)
    #expect(try fixture.entries().count == count)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(fixture.settings().out)")
    #expect(names.count == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(fixture.state.path)") == ["audit"])
  }

  @Test("The kill switch stops a proposal before anything is written")
  func killed() async throws {
    let fixture = try Fixture()
    let halted = Environment(entries: fixture.environment.entries + [Array("SENTINEL_HALT=1".utf8)])
    let failure = await #expect(throws: PublishFailure.self) {
      try await fixture.publisher(environment: halted).publish(fixture.fix())
    }
    #expect(failure?.reason == .killed)
    #expect(try !FileSystem.exists(fixture.settings().out))
  }

  @Test("Secrets of the environment are in no file of a proposal, and its proof still holds")
  func secrets() async throws {
    let fixture = try Fixture()
    let secret = "hunter2-hunter2-hunter2"
    let document = EvidenceDocument(name: "log.txt", content: Array("login \(secret)".utf8))
    let fix = try fixture.fix(title: "cannot log in with \(secret)", documents: [document])
    func holds(_ folder: String) throws -> Bool {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      return names.contains { name in
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        return String(decoding: bytes, as: UTF8.self).contains(secret)
      }
    }
    #expect(
      try await holds(#require(fixture.publisher().publish(fix).folder)), "the control holds it")
    var settings = try fixture.settings()
    settings.mask = SecretMask(["DEPLOY_PASSWORD": secret])
    let publisher = ProposalPublisher(
      settings, audit: try fixture.audit(run: "r2"),
      watch: KillWatch(
        state: fixture.state, environment: fixture.environment, policy: fixture.policy))
    let folder = try #require(try await publisher.publish(fix).folder)
    #expect(try !holds(folder))
    let check = BundleCheck(
      try BundleFolder(BytePath(folder)), constitution: try Fixture.constitution())
    #expect(check.report(base: fixture.tree).holds)
  }

  @Test(
    "Foreign text closes no issue, calls nobody and leaves the mail one mail",
    arguments: [
      "fixes #12 @octocat GH-3", "x\n---\ndiff --git a/x b/x\n", "\nFrom: forged\n\nSubject: no",
      "\n\nSentinel-Incident: 0000", "![x](https://example.com/x.png)", "<!-- --> <script>",
      "`` ` ``` ` https://example.com/a/b/issues/1",
    ])
  func hostile(text: String) async throws {
    let fixture = try Fixture()
    let published = try await fixture.publisher().publish(
      fixture.fix(title: text, rationale: "\(text)\n```\n\(text)"))
    let folder = try #require(published.folder)
    try fixture.git("am", "-q", "--keep-cr", folder + "/0001-fix.patch")
    #expect(try fixture.git("log", "-1", "--format=%an") == "Sentinel")
    #expect(try fixture.git("show", "--format=", "--name-only") == "src/app.py")
    let message = try fixture.git("log", "-1", "--format=%B")
    for mark in ["#", "@", "GH-", "://"] { #expect(!message.contains(mark), "\(message)") }
    #expect(message.split(separator: "\nSentinel-Incident: ").count == 2)
  }
}
