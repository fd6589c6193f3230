import Audit
import Autonomy
import Connectors
import FoundationEssentials
import Git
import Healing
import Kernel
import Patches
import State
import Synchronization
import TestSupport
import Testing
import Text

@testable import Proposals

@Suite("An Actor merges its pull request by the service's own rules, pinned to the proof")
struct ActPullTests {
  private let github = ScriptedGitHub()

  private func fixture() throws -> ActorFixture {
    let fixture = try ActorFixture()
    github.state.withLock { $0.remote = fixture.remote.path }
    return fixture
  }

  private var settings: GitHubSettings {
    GitHubSettings(
      service: "https://api.github.com", repository: "acme/shop", credential: .token("ghp_secret"),
      transport: github)
  }

  private func target(_ fixture: ActorFixture) -> PublishingSettings.Target {
    .github(remote: "origin", access: fixture.base.access, settings: settings)
  }

  @Test("It opens no draft, merges what was proven, and is done once")
  func acts() async throws {
    let fixture = try fixture()
    let base = try fixture.head()
    let published = try await fixture.publisher(target(fixture)).publish(fixture.fix())
    #expect(published.decision["inputs"]?["acted"] == true, "\(published.decision)")
    #expect(published.branch == "main" && published.address?.hasSuffix("/pull/1") == true)
    #expect(github.pulls.map(\.isDraft) == [false] && github.pulls[0].isMerged)
    #expect(try fixture.head("main^1") == base)
    let merge = try #require(github.calls.first { $0.method == "PUT" })
    let body = try JSONValue(parsing: merge.body)
    #expect(try body == .object(["sha": .string(fixture.head("main^2"))]))
    #expect(
      try fixture.story().suffix(4) == ["branch", "pullRequest", "acting acting", "act merged"])
    let head = try fixture.head()
    for run in ["r1", "r2"] {
      let again = try await fixture.publisher(target(fixture), run: run).publish(fixture.fix())
      #expect((again.decision["inputs"]?["acted"] == true) == (run == "r1"), "\(again.decision)")
    }
    #expect(try github.pulls.count == 1 && fixture.head() == head)
    #expect(github.calls.count { $0.method == "PUT" } == 1)
    #expect(try fixture.story().count { $0 == "act merged" } == 1)
  }

  @Test(
    "What its rules refuse stays open and is recorded; once they are met, it is merged",
    arguments: [405, 409, 403, 422])
  func refused(status: Int) async throws {
    let fixture = try fixture()
    let base = try fixture.head()
    github.state.withLock {
      $0.mergeRefusal = ScriptedGitHub.reply(
        status, ["message": "Required status check \"build\" is expected."])
    }
    let first = try await fixture.publisher(target(fixture)).publish(fixture.fix())
    #expect(first.branch?.hasPrefix("sentinel/") == true && github.pulls[0].state == "open")
    #expect(first.decision["inputs"]?["notActed"]?.string?.contains("Required status") == true)
    #expect(try fixture.story().suffix(2) == ["acting acting", "refrained refrained"])
    #expect(try fixture.head() == base)
    github.state.withLock { $0.mergeRefusal = nil }
    let second = try await fixture.publisher(target(fixture), run: "r2").publish(fixture.fix())
    #expect(try second.branch == "main" && github.pulls.count == 1 && fixture.head() != base)
  }

  @Test("A draft of before, and a base that has moved, are left to people")
  func left() async throws {
    for isDraft in [true, false] {
      let fixture = try fixture()
      if isDraft {
        github.state.withLock { $0.hasDrafts = true }
        var quiet = fixture
        quiet.base.policy.actsOn = []
        _ = try await quiet.publisher(target(fixture)).publish(fixture.fix())
      } else {
        github.state.withLock { $0.pulls = [] }
        try fixture.person("echo mine > README; git commit -qam mine; git push -q origin main")
      }
      let published = try await fixture.publisher(target(fixture), run: "r2").publish(fixture.fix())
      #expect(published.branch?.hasPrefix("sentinel/") == true)
      #expect(github.pulls.map(\.isDraft) == [true] && github.pulls[0].state == "open")
      #expect(published.decision["inputs"]?["notActed"] != nil)
    }
  }

  @Test("A merge onto another base than that of the proof counts as a failure")
  func raced() async throws {
    let fixture = try fixture()
    github.state.withLock {
      $0.beforeMerge = {
        _ = try? fixture.person(
          "echo mine > README; git commit -qam mine; git push -q origin main")
      }
    }
    _ = try await fixture.publisher(target(fixture)).publish(fixture.fix())
    #expect(github.pulls[0].isMerged)
    let record = try #require(try fixture.controller().records.values.first)
    #expect(record.failedActs.count == 1)
    let act = try fixture.base.entries().last { $0.content["what"]?.text == "act" }
    #expect(act?.content["isProven"] == .boolean(false))
  }

  @Test("An answer that is lost is looked up, and a death before the record is made good")
  func lost() async throws {
    let fixture = try fixture()
    let log = fixture.base.state.log.path
    github.state.withLock {
      $0.beforeMerge = {
        try? FileManager.default.moveItem(atPath: "\(log)", toPath: "\(log).away")
      }
    }
    await #expect(throws: PublishFailure.self) {
      _ = try await fixture.publisher(target(fixture)).publish(fixture.fix())
    }
    try FileManager.default.moveItem(atPath: "\(log).away", toPath: "\(log)")
    #expect(try fixture.story().last == "acting acting")
    // The service deletes branches that were merged.
    try fixture.base.git(
      "update-ref", "-d", "refs/heads/\(github.pulls[0].branch)", at: fixture.remote)
    let head = try fixture.head("main^2")
    github.state.withLock { $0.pulls[0].head = head }
    let published = try await fixture.publisher(target(fixture)).publish(fixture.fix())
    #expect(published.decision["inputs"]?["acted"] == true)
    #expect(try github.pulls.count == 1 && fixture.branches() == ["main"])
    #expect(github.calls.count { $0.method == "PUT" } == 1)
    #expect(try fixture.story().suffix(2) == ["acting acting", "act merged"])
    #expect(try fixture.controller().records.values.first?.failedActs.isEmpty == true)
  }

  // MARK: Outcomes

  private func proposed(_ number: Int = 0, in fixture: ActorFixture) async throws {
    _ = try await fixture.publisher(target(fixture), run: "p\(number)").publish(
      fixture.fix(number, inCanary: false))
  }

  @Test("Who merged counts where the service names a person; programs and additions do not")
  func outcomes() async throws {
    for (login, isBot, isEdited) in [
      ("Ada-L", false, false), ("renovate", true, false), ("a\nb", false, false),
      ("ada", false, true),
    ] {
      github.state.withLock { $0.pulls = [] }
      let fixture = try fixture()
      try await proposed(in: fixture)
      #expect(try fixture.refresh(settings).events.isEmpty)
      let commit = try fixture.head(github.pulls[0].branch)
      github.state.withLock {
        $0.pulls[0].state = "closed"
        $0.pulls[0].isMerged = true
        $0.pulls[0].mergedBy = login
        $0.pulls[0].isBot = isBot
        $0.pulls[0].head = isEdited ? String(repeating: "e", count: 40) : commit
      }
      let report = try fixture.refresh(settings)
      guard case .merged(_, let by, let edited) = report.events.first else {
        Issue.record("\(report)")
        return
      }
      #expect(by == (login == "Ada-L" ? "github:ada-l" : isEdited ? "github:ada" : nil))
      #expect(edited == isEdited && report.events.count == 1)
      #expect(try fixture.refresh(settings).events.isEmpty, "kept once")
      #expect(LogCheck.report(on: fixture.base.state.log).problem == nil)
    }
  }

  @Test(
    "Closed by a person is a failure, closed by ourselves nothing, and a revert of GitHub's own is read"
  )
  func closed() async throws {
    let fixture = try fixture()
    for number in 0..<3 { try await proposed(number, in: fixture) }
    let merge = try fixture.person(
      """
      git merge -q --squash origin/\(github.pulls[2].branch); git commit -qm squashed
      echo more >> README; git commit -qam 'Revert "x"' -m 'Reverts acme/shop#3'
      git push -q origin main; git rev-parse HEAD^
      """)
    github.state.withLock {
      for index in 0..<3 { $0.pulls[index].state = "closed" }
      $0.pulls[1].body = $0.pulls[1].body.replacing("\"open\"", with: "\"obsolete\"")
      $0.pulls[2].isMerged = true
      $0.pulls[2].mergeCommit = String(merge.prefix(40))
    }
    let events = try fixture.refresh(settings).events.map { "\($0)".prefix { $0 != "(" } }
    #expect(events.sorted() == ["broke", "closed", "merged"])
    #expect(try fixture.refresh(settings).events.isEmpty)
  }

  @Test(
    "Every request is one that GitHub's published description allows",
    .enabled(
      if: ProcessInfo.processInfo.environment["SENTINEL_SHARED_DATA"] != nil,
      "SENTINEL_SHARED_DATA names no folder with the description"))
  func contract() async throws {
    let contract = try #require(try GitHubContract())
    let fixture = try fixture()
    _ = try await fixture.publisher(target(fixture)).publish(fixture.fix())
    try fixture.refresh(settings)
    #expect(Set(github.calls.map(\.method)) == ["GET", "POST", "PUT"])
    #expect(github.calls.contains { $0.url.contains("/git/commits/") })
    for call in github.calls { #expect(contract.problems(call) == []) }
    let wrong = HTTPCall(
      method: "PUT", url: "https://api.github.com/repos/acme/shop/pulls/1/merge",
      body: Array(#"{"sha": 1}"#.utf8))
    #expect(contract.problems(wrong) != [])
  }
}
