import Egress
import Testing

@testable import Policy
@testable import Sandbox
@testable import YAML

@Suite struct NetworkGrantsTests {
  private static let head =
    "schema: sentinel.profile/1\nname: test\nsummary: A test.\nnetwork:\n  mode: egress\n"

  private let groups: SyscallGroups

  init() throws { groups = try Shipped.groups() }

  private func effective(_ network: String) throws -> EffectiveProfile {
    let log = ProblemLog()
    let child = try Profile(parsing: Array((Self.head + network).utf8), file: "p.yaml")
    let merged = ProfileMerge(groups: groups, log: log).merge(child, over: .floor(groups))
    try log.throwIfAny()
    return merged
  }

  private static let whole = """
      grants:
        - {name: forge, fromEnv: TOKEN, hosts: [git.test], paths: [/team/project.git], form: basic, user: x, uses: 9, bytes: 64M, expires: 10m, git: push, refs: [refs/heads/fix/], mayDelete: true}
        - {name: api, fromFile: ~/token, hosts: [api.test, b.test], paths: [/v1, /v2], methods: [GET], header: X-Api-Key, form: plain, fields: [X-Api-Version], answerFields: []}
      rules:
        - {allow: git.test, mode: tls-up, grant: forge}
        - {allow: api.test, mode: tls-up, ports: 8080, upstreamPort: 8443, grant: api}

    """

  @Test func `grants are read with all they hold, rendered and archived as they are read`() throws {
    let profile = try effective(Self.whole + "environment: {set: {A: b}}\n")
    let (forge, api) = (profile.networkGrants[0], profile.networkGrants[1])
    #expect(forge.fromEnv == "TOKEN" && forge.git == .push && forge.refs == ["refs/heads/fix/"])
    #expect(forge.uses == 9 && forge.bytes == 64 << 20 && forge.expires == 600_000)
    #expect(api.fromFile == "~/token" && api.header == "X-Api-Key" && api.form == .plain)
    #expect(api.fields == ["X-Api-Version"] && api.answerFields == [])
    #expect(forge.fields == nil && forge.answerFields == nil)
    #expect(profile.networkRules[1].upstreamPort == 8443 && profile.networkRules[1].grant == "api")
    let rendered = try Profile(parsing: Array(profile.render().utf8), file: "r.yaml")
    #expect(rendered.networkGrants == profile.networkGrants)
    let archive = ProfileArchive(profile: profile, line: ["test"])
    let text = try archive.text()
    #expect(try ProfileArchive(reading: Array(text.utf8)) == archive)
    // Without ports and with mode tls-up it is clear HTTP's port that the payload dials.
    let rule = try EgressRule(profile.networkRules[0])
    #expect(rule.ports == PortSet(80) && rule.upstreamPort == 443)
  }

  @Test(arguments: [
    ("{name: a, fromEnv: T, fromFile: /t, hosts: [a.test], paths: [/]}", "one source"),
    ("{name: a, hosts: [a.test], paths: [/]}", "one source"),
    ("{name: a, fromEnv: T, paths: [/]}", "lacks \"hosts\""),
    ("{name: a, fromEnv: T, hosts: [\"*.test\"], paths: [/]}", "holds \"*.test\""),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/../b]}", "holds \"/../b\""),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/], methods: [TRACE]}", "not a method"),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/], header: Host}", "\"header\" is"),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/], form: basic}", "belongs to the form"),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/], git: push}", "names what it pushes to"),
    (
      "{name: a, fromEnv: T, hosts: [a.test], paths: [/], refs: [refs/heads/a]}", "belong to pushes"
    ),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/], secret: x}", "unknown key"),
    ("{name: a, fromEnv: \"T=x\", hosts: [a.test], paths: [/]}", "not a name for a variable"),
    ("{name: a, fromFile: token, hosts: [a.test], paths: [/]}", "\"fromFile\" is"),
    (
      "{name: a, fromEnv: T, hosts: [a.test], paths: [/], fields: [X-Forwarded-Path]}",
      "holds \"X-Forwarded-Path\""
    ),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/], fields: [X_Key]}", "holds \"X_Key\""),
    ("{name: a, fromEnv: T, hosts: [a.test], paths: [/], fields: [Accept]}", "goes on anyway"),
    (
      "{name: a, fromEnv: T, hosts: [a.test], paths: [/], fields: [Proxy-Authorization]}",
      "under no grant"
    ),
    (
      "{name: a, fromEnv: T, hosts: [a.test], paths: [/], answerFields: [Set-Cookie]}",
      "holds \"Set-Cookie\""
    ),
    (
      "{name: a, fromEnv: T, hosts: [a.test], paths: [/], git: fetch, answerFields: []}",
      "keeps from git"
    ),
    ("{name: A b, fromEnv: T, hosts: [a.test], paths: [/]}", "\"name\" is"),
  ])
  func `a grant that means nothing is a mistake with its line`(grant: String, part: String) throws {
    let problems = #expect(throws: Problems.self) {
      try effective("  grants:\n    - \(grant)\n")
    }
    let all = try #require(problems?.all)
    #expect(all.count == 1, "\(all)")
    #expect(all.first?.line == 7 && all.first?.message.contains(part) == true, "\(all)")
  }

  @Test(arguments: [
    ("{allow: a.test, mode: tls-up, grant: absent}", "which there is not"),
    ("{allow: b.test, mode: tls-up, grant: a}", "is not given"),
  ])
  func `a rule must find its grant, and the grant its host`(rule: String, part: String) throws {
    let grant = "{name: a, fromEnv: T, hosts: [a.test], paths: [/]}"
    let problems = #expect(throws: Problems.self) {
      try effective("  grants:\n    - \(grant)\n  rules:\n    - \(rule)\n")
    }
    #expect(problems?.all.count == 1 && problems?.all.first?.message.contains(part) == true)
  }

  @Test func `an heir cannot add to grants that are final`() throws {
    let grant = { (name: String) in
      "  grants:\n    - {name: \(name), fromEnv: T, hosts: [a.test], paths: [/]}\n"
    }
    let parent = try effective(grant("a") + "final: [network.grants]\n")
    for (name, count) in [("a", 0), ("b", 1)] {
      let log = ProblemLog()
      let child = try Profile(parsing: Array((Self.head + grant(name)).utf8), file: "heir.yaml")
      _ = ProfileMerge(groups: groups, log: log).merge(child, over: parent)
      #expect(log.all.count == count)
    }
  }

  @Test func `git is led to the broker for the paths of its grants alone`() throws {
    let profile = try effective(Self.whole)
    let rewriting = GitRewriting(rules: profile.networkRules, grants: profile.networkGrants)
    let place = "url.http://git.test/team/project.git.insteadOf"
    #expect(rewriting.settings.map(\.key) == [place, place, place])
    #expect(
      rewriting.settings.map(\.value) == [
        "https://git.test/team/project.git", "ssh://git@git.test/team/project.git",
        "git@git.test:team/project.git",
      ])
    var variables = ["GIT_CONFIG_COUNT": Array("2".utf8)]
    rewriting.add(to: &variables)
    #expect(variables["GIT_CONFIG_COUNT"] == Array("5".utf8))
    #expect(variables["GIT_CONFIG_KEY_2"] == Array(place.utf8))
    #expect(variables["GIT_CONFIG_KEY_0"] == nil)
  }
}
