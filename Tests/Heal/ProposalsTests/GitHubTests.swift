import Audit
import Connectors
import Findings
import FoundationEssentials
import Git
import Healing
import Kernel
import Signals
import State
import Synchronization
import TestSupport
import Testing
import Text

@testable import Proposals

@Suite("A pull request is one for each incident, a draft, and nobody's refusal is overruled")
struct GitHubTests {
  private let github = ScriptedGitHub()

  private func settings(
    _ credential: GitHubSettings.Credential = .token("ghp_secret")
  ) -> GitHubSettings {
    GitHubSettings(
      service: "https://api.github.com", repository: "acme/shop", credential: credential,
      transport: github)
  }

  private func publisher(_ fixture: Fixture, run: String = "r1") throws -> ProposalPublisher {
    var settings = try fixture.settings(
      .github(remote: "origin", access: fixture.access, settings: settings()))
    settings.closes = [.finding]
    let watch = KillWatch(
      state: fixture.state, environment: fixture.environment, policy: fixture.policy)
    return ProposalPublisher(settings, audit: try fixture.audit(run: run), watch: watch)
  }

  private func client(
    _ credential: GitHubSettings.Credential = .token("ghp_secret"), isHalted: Bool = false
  ) -> GitHubClient {
    let github = github
    return GitHubClient(
      settings(credential),
      .init(
        isHalted: { isHalted }, now: { 1_000_000 },
        wait: { milliseconds in github.state.withLock { $0.waited += milliseconds } }))
  }

  private func plan(_ answers: HTTPAnswer...) {
    github.state.withLock { $0.planned = answers }
  }

  @Test("The same incident twice is one draft, updated in place, and a third time nothing")
  func twice() async throws {
    let fixture = try Fixture()
    _ = try fixture.remote()
    let first = try await publisher(fixture).publish(fixture.fix())
    #expect(first.address == "https://github.com/acme/shop/pull/1")
    #expect(first.branch != nil)
    let pull = try #require(github.pulls.first)
    #expect(pull.isDraft && pull.base == "main" && pull.labels == ["sentinel"])
    #expect(pull.branch == first.branch && pull.body.contains("| Evidence |"))
    let second = try await publisher(fixture, run: "r2").publish(fixture.fix(with: "a * 4"))
    #expect(second.address == first.address && github.pulls.count == 1)
    #expect(github.pulls[0].body != pull.body)
    let before = github.calls.count
    _ = try await publisher(fixture, run: "r2").publish(fixture.fix(with: "a * 4"))
    let methods = github.calls[before...].map(\.method)
    #expect(methods == ["GET"], "only looked, for nothing has changed")
  }

  @Test("What a person has closed is not opened again, and nothing is pushed")
  func refused() async throws {
    let fixture = try Fixture()
    let remote = try fixture.remote()
    _ = try await publisher(fixture).publish(fixture.fix())
    github.state.withLock { $0.pulls[0].state = "closed" }
    let heads = try fixture.git("for-each-ref", at: remote)
    let again = try await publisher(fixture, run: "r2").publish(fixture.fix(with: "a * 4"))
    #expect(again.branch == nil && again.folder != nil)
    #expect(again.address == "https://github.com/acme/shop/pull/1")
    #expect(again.decision["inputs"]?["refused"] == "a person has closed #1")
    #expect(github.pulls.count == 1 && github.pulls[0].state == "closed")
    #expect(try fixture.git("for-each-ref", at: remote) == heads)
  }

  @Test("After a merge, the same trouble is proposed anew")
  func merged() async throws {
    let fixture = try Fixture()
    _ = try fixture.remote()
    _ = try await publisher(fixture).publish(fixture.fix())
    github.state.withLock {
      $0.pulls[0].state = "closed"
      $0.pulls[0].isMerged = true
    }
    let again = try await publisher(fixture, run: "r2").publish(fixture.fix(with: "a * 4"))
    #expect(again.address == "https://github.com/acme/shop/pull/2")
  }

  @Test("It closes itself with a reason when the incident is gone, and may come back")
  func obsolete() async throws {
    let fixture = try Fixture()
    _ = try fixture.remote()
    let audit = try fixture.audit()
    try audit.received(fixture.fix().healingCase)
    let branch = try #require(try await publisher(fixture).publish(fixture.fix()).branch)
    let open = try fixture.fix().healingCase.incident.fingerprint
    #expect(try await publisher(fixture).closeObsolete(open: [open]).isEmpty)
    let closed = try await publisher(fixture).closeObsolete(open: [])
    #expect(closed == [ClosedProposal(branch: branch, reason: "its incident is gone")])
    #expect(github.pulls[0].state == "closed")
    #expect(github.pulls[0].comments == ["Closed by Sentinel: its incident is gone."])
    let again = try await publisher(fixture, run: "r2").publish(fixture.fix())
    #expect(again.address == "https://github.com/acme/shop/pull/2")
  }

  @Test("A text that a person has written anew, and a fork's branch of the same name, are left")
  func foreign() async throws {
    let fixture = try Fixture()
    _ = try fixture.remote()
    _ = try await publisher(fixture).publish(fixture.fix())
    github.state.withLock { $0.pulls[0].body = "mine" }
    _ = try await publisher(fixture, run: "r2").publish(fixture.fix(with: "a * 4"))
    #expect(github.pulls[0].body == "mine")
    github.state.withLock { $0.pulls[0].repository = "mallory/shop" }
    let pulls = PullRequests(client())
    guard case .none = try pulls.standing(of: github.pulls[0].branch) else {
      Issue.record("the fork's was taken for ours")
      return
    }
  }

  @Test("Where there are no drafts, it is none; one that was made meanwhile is updated")
  func drafts() throws {
    github.state.withLock { $0.hasDrafts = false }
    let pulls = PullRequests(client())
    var proposal = Git.Proposal(
      title: "Fix", fingerprint: "0123456789abcdef", summary: "s", verdict: "v")
    _ = try pulls.publish(proposal, .none, onto: nil)
    #expect(github.pulls.count == 1 && !github.pulls[0].isDraft)
    proposal.summary = "other"
    _ = try pulls.publish(proposal, .none, onto: "main")
    #expect(github.pulls.count == 1 && github.pulls[0].body.contains("other"))
  }

  @Test("Both limits are waited for, a long wait is not, and a stop is heard")
  func limits() throws {
    let primary = ScriptedGitHub.reply(
      403, ["message": "API rate limit exceeded"],
      ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000009"])
    let secondary = ScriptedGitHub.reply(
      403, ["message": "secondary rate limit"], ["retry-after": "3"])
    plan(primary, secondary, ScriptedGitHub.reply(502, [:]))
    #expect(try client().send("GET", "/repos/acme/shop").status == 200)
    let waited = github.state.withLock { $0.waited }
    #expect((13_000...17_000).contains(waited), "\(waited)")
    plan(
      ScriptedGitHub.reply(
        403, ["message": "rate"], ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1003600"]))
    #expect(throws: GitHubClient.Failure.self) { try client().send("GET", "/repos/acme/shop") }
    // Not being allowed is no limit, and is not asked again.
    plan(ScriptedGitHub.reply(403, ["message": "Resource not accessible"]))
    let before = github.calls.count
    let failure = #expect(throws: GitHubClient.Failure.self) {
      try client().send("GET", "/repos/acme/shop")
    }
    #expect(github.calls.count == before + 1)
    #expect(failure?.message.contains("Resource not accessible") == true)
    #expect(throws: GitHubClient.Failure.self) {
      try client(isHalted: true).send("GET", "/repos/acme/shop")
    }
  }

  @Test("An App proves itself with its key and gets a token for this repository alone")
  func app() throws {
    let folder = try Scratch("app")
    let key = folder.url.appending(path: "key.pem")
    let made = try HostProcess.run(
      ["/usr/bin/openssl", "genrsa", "-out", key.path, "2048"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(made.code == 0)
    let pem = try String(contentsOf: key, encoding: .utf8)
    let client = client(.app(id: "42", key: pem, installation: nil))
    _ = try client.send("GET", "/repos/acme/shop")
    _ = try client.send("GET", "/repos/acme/shop")
    let paths = github.calls.map { $0.url.replacing("https://api.github.com", with: "") }
    #expect(
      paths == [
        "/repos/acme/shop/installation", "/app/installations/7/access_tokens", "/repos/acme/shop",
        "/repos/acme/shop",
      ])
    let proof = try #require(
      github.calls[0].headers.first { $0.name == "Authorization" }?.value.dropFirst(7))
    let parts = proof.split(separator: ".").map(String.init)
    try folder.write("\(parts[0]).\(parts[1])", to: "text")
    var signature = parts[2].replacing("-", with: "+").replacing("_", with: "/")
    while signature.count % 4 != 0 { signature += "=" }
    try #require(Data(base64Encoded: signature)).write(to: folder.url.appending(path: "signature"))
    let verified = try HostProcess.run(
      [
        "/bin/sh", "-c",
        "cd '\(folder.url.path)' && openssl rsa -in key.pem -pubout -out pub.pem 2>/dev/null && openssl dgst -sha256 -verify pub.pem -signature signature text",
      ], environment: ["PATH": "/usr/bin:/bin"])
    #expect(verified.text.contains("Verified OK"))
    #expect(github.calls[3].headers.contains { $0.value == "Bearer ghs_installation" })
    #expect(throws: GitHubClient.Failure.self) {
      try self.client(.app(id: "42", key: "no key", installation: 7)).send("GET", "/x")
    }
  }

  @Test("No error holds a credential")
  func secrets() throws {
    for status in [401, 403, 404, 422, 500] {
      plan(ScriptedGitHub.reply(status, ["message": "no"]), ScriptedGitHub.reply(401, [:]))
      let failure = #expect(throws: GitHubClient.Failure.self) {
        try client().send("POST", "/repos/acme/shop/pulls", ["title": "x"])
      }
      #expect(failure?.message.contains("ghp_secret") == false)
    }
  }

  @Test("A body keeps to the platform's bound, and says what was left out")
  func bound() throws {
    var proposal = Git.Proposal(
      title: "Fix", fingerprint: "0123456789abcdef", summary: "s", verdict: "v")
    proposal.logs = (0..<40).map {
      .init(title: "log \($0)", text: String(repeating: "x\n", count: 20_000))
    }
    _ = try PullRequests(client()).publish(proposal, .none, onto: "main")
    #expect(github.pulls[0].body.utf16.count <= 65_535)
  }

  @Test("Settings come from the environment and the remote's address")
  func settingsOfEnvironment() throws {
    let read = { (_: String) -> [UInt8] in Array("pem".utf8) }
    let token = ["SENTINEL_GITHUB_TOKEN": "t"]
    for (remote, service, repository) in [
      ("https://github.com/acme/shop.git", "https://api.github.com", "acme/shop"),
      ("git@github.com:acme/shop.git", "https://api.github.com", "acme/shop"),
      ("ssh://git@github.com:22/acme/shop", "https://api.github.com", "acme/shop"),
      ("https://git.acme.example/acme/shop/", "https://git.acme.example/api/v3", "acme/shop"),
    ] {
      let found = try GitHubSettings(environment: token, remote: remote, readFile: read)
      #expect(found.service == service && found.repository == repository, "\(remote)")
    }
    for remote in ["/srv/git/shop.git", "file:///srv/acme/shop", "https://github.com/acme"] {
      #expect(throws: GitHubSettings.Mistake.self) {
        try GitHubSettings(environment: token, remote: remote, readFile: read)
      }
    }
    let remote = "https://github.com/acme/shop"
    #expect(throws: GitHubSettings.Mistake.self) {
      try GitHubSettings(environment: [:], remote: remote, readFile: read)
    }
    let insecure = token.merging(["SENTINEL_GITHUB_API": "http://api.example"]) { $1 }
    #expect(throws: GitHubSettings.Mistake.self) {
      try GitHubSettings(environment: insecure, remote: remote, readFile: read)
    }
    let app = ["SENTINEL_GITHUB_APP_ID": "1", "SENTINEL_GITHUB_APP_KEY": "/k"]
    _ = try GitHubSettings(environment: app, remote: remote, readFile: read)
  }

  @Test(
    "Every request is one that GitHub's published description allows",
    .enabled(
      if: ProcessInfo.processInfo.environment["SENTINEL_SHARED_DATA"] != nil,
      "SENTINEL_SHARED_DATA names no folder with the description"))
  func contract() async throws {
    let contract = try #require(try GitHubContract())
    let fixture = try Fixture()
    _ = try fixture.remote()
    try fixture.audit().received(fixture.fix().healingCase)
    _ = try await publisher(fixture).publish(fixture.fix())
    _ = try await publisher(fixture, run: "r2").publish(fixture.fix(with: "a * 4"))
    _ = try await publisher(fixture, run: "r3").closeObsolete(open: [])
    _ = try PullRequests(client()).publish(
      .init(title: "x", fingerprint: "0123456789abcdef", summary: "s", verdict: "v"), .none,
      onto: nil)
    let key = try HostProcess.run(
      ["/usr/bin/openssl", "genrsa", "2048"], environment: ["PATH": "/usr/bin:/bin"])
    _ = try client(.app(id: "42", key: key.text, installation: nil)).send(
      "GET", "/repos/acme/shop")
    let kinds = Set(github.calls.map { "\($0.method) \($0.url.split(separator: "/").last ?? "")" })
    #expect(kinds.count >= 7, "\(kinds)")
    for call in github.calls { #expect(contract.problems(call) == []) }
    // The control: what the description forbids is noticed.
    for (method, path, body) in [
      ("POST", "/repos/acme/shop/pulls", #"{"title": "x", "head": "h"}"#),
      ("PATCH", "/repos/acme/shop/pulls/1", #"{"state": "obsolete"}"#),
      ("POST", "/repos/acme/shop/pulls", #"{"head": "h", "base": "b", "drafty": true}"#),
      ("GET", "/repos/acme/shop/pulls?state=gone", ""), ("GET", "/repos/acme/shop/pullz", ""),
    ] {
      let call = HTTPCall(
        method: method, url: "https://api.github.com\(path)", body: Array(body.utf8))
      #expect(contract.problems(call) != [], "\(method) \(path)")
    }
  }
}
