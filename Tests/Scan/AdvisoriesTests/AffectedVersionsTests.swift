import Testing

@testable import Advisories

@Suite struct AffectedVersionsTests {
  private func status(
    _ version: String, _ events: [AffectedRange.Event], kind: AffectedRange.Kind = .ecosystem,
    versions: [String] = [], in ecosystem: EcosystemName = .pypi
  ) -> AffectedStatus {
    AffectedVersions(
      ecosystem: Ecosystem(ecosystem), ranges: [AffectedRange(kind: kind, events: events)],
      versions: versions
    ).status(of: version)
  }

  @Test(arguments: [
    ("0.dev0", AffectedStatus.affected), ("1.0rc1", .affected), ("1.0", .notAffected),
    ("1.5", .notAffected), ("2.0", .affected), ("2.4.9", .affected), ("2.5", .notAffected),
  ])
  func `versions lie between introduced and fixed`(version: String, expected: AffectedStatus) {
    let events: [AffectedRange.Event] = [
      .introduced("0"), .fixed("1.0"), .introduced("2.0"), .fixed("2.5"),
    ]
    #expect(status(version, events) == expected)
    #expect(status(version, events.reversed()) == expected, "in any order")
  }

  @Test func `the last affected version is affected, later ones are not`() {
    let events: [AffectedRange.Event] = [.introduced("1.0"), .lastAffected("1.4")]
    #expect(status("0.9", events) == .notAffected)
    #expect(status("1.0", events) == .affected)
    #expect(status("1.4.0", events) == .affected)
    #expect(status("1.4.post1", events) == .notAffected)
  }

  @Test func `a limit ends the range unless another one or a star goes further`() {
    let events: [AffectedRange.Event] = [.introduced("0"), .limit("2.0")]
    #expect(status("1.9", events) == .affected)
    #expect(status("2.0", events) == .notAffected)
    #expect(status("2.5", events + [.limit("3.0")]) == .affected)
    #expect(status("9", events + [.limit("*")]) == .affected)
  }

  @Test func `the advisory's order decides between events at one version`() {
    #expect(status("1.0", [.introduced("1.0"), .fixed("1.0")]) == .notAffected)
    #expect(
      status("1.0", [.introduced("0"), .fixed("1.0"), .introduced("1.0"), .fixed("2.0")])
        == .affected)
  }

  @Test func `a range without introduced affects nothing`() {
    #expect(status("1.0", [.fixed("2.0")]) == .notAffected)
    #expect(status("1.0", []) == .notAffected)
  }

  @Test func `semantic ranges are semantic in every ecosystem`() {
    let events: [AffectedRange.Event] = [.introduced("0"), .fixed("1.0.0")]
    #expect(status("1.0.0-beta", events, kind: .semver, in: .npm) == .affected)
    #expect(status("1.0.0+1", events, kind: .semver, in: .pub) == .notAffected)
    #expect(status("0.9.0", events, kind: .semver, in: .ossFuzz) == .affected)
  }

  @Test func `a listed version needs no order`() {
    #expect(status("r123", [], versions: ["r123"], in: .android) == .affected)
    #expect(
      status("r124", [.introduced("0")], versions: ["r123"], in: .android)
        == .undecided(.noOrder))
    #expect(status("!", [.introduced("0")], versions: ["!"], in: .cran) == .affected)
  }

  @Test func `other spellings of a listed version are the same version`() {
    #expect(status("1.0.0", [], versions: ["1.0"]) == .affected)
    #expect(status("1.0.1", [], versions: ["1.0"]) == .notAffected)
    #expect(status("1.0.0", [], versions: ["1.0"], in: .packagist) == .notAffected)
  }

  @Test func `what cannot be evaluated is undecided and says why`() {
    let open: [AffectedRange.Event] = [.introduced("0")]
    #expect(status("x", open, in: .hackage) == .undecided(.invalidVersion))
    #expect(
      status("1", [.introduced("0"), .fixed("x")], in: .hackage)
        == .undecided(.invalidEvent("x")))
    #expect(status("1", open, kind: .git) == .undecided(.commitRange))
    #expect(status("1", open, kind: .git, versions: ["2"]) == .notAffected)
  }

  @Test func `a range that affects outweighs one that is undecided`() {
    let broken = AffectedRange(kind: .ecosystem, events: [.introduced("x")])
    let sound = AffectedRange(kind: .ecosystem, events: [.introduced("1"), .fixed("2")])
    let entry = AffectedVersions(
      ecosystem: Ecosystem(.hackage), ranges: [broken, sound], versions: [])
    #expect(entry.status(of: "1.5") == .affected)
    #expect(entry.status(of: "2") == .undecided(.invalidEvent("x")))
  }
}

@Suite struct UpgradeTests {
  private func entry(
    _ events: [AffectedRange.Event], in ecosystem: EcosystemName = .pypi
  ) -> AffectedVersions {
    AffectedVersions(
      ecosystem: Ecosystem(ecosystem), ranges: [AffectedRange(kind: .ecosystem, events: events)],
      versions: [])
  }

  @Test func `fixes above the version come in ascending order, each once`() {
    let upgrade = Upgrade(
      above: "1.1",
      clearing: [
        entry([.introduced("0"), .fixed("1.10"), .introduced("2.0"), .fixed("2.0.1")]),
        entry([.introduced("0"), .fixed("1.9")]), entry([.introduced("0"), .fixed("1.10.0")]),
        entry([.introduced("0"), .fixed("1.0")]),
      ])
    #expect(upgrade.fixedVersions == ["1.9", "1.10", "2.0.1"])
    #expect(upgrade.smallestFix == "1.10")
  }

  @Test func `a fix that another advisory affects is passed over`() {
    let upgrade = Upgrade(
      above: "1.0",
      clearing: [
        entry([.introduced("0"), .fixed("1.5")]),
        entry([.introduced("1.4"), .fixed("1.6"), .introduced("2.0"), .fixed("2.2")]),
      ])
    #expect(upgrade.fixedVersions == ["1.5", "1.6", "2.2"])
    #expect(upgrade.smallestFix == "1.6")
  }

  @Test func `without a fix there is no upgrade`() {
    let unfixed = entry([.introduced("0")])
    #expect(Upgrade(above: "1.0", clearing: [unfixed]).fixedVersions.isEmpty)
    let upgrade = Upgrade(
      above: "1.0", clearing: [unfixed, entry([.introduced("0"), .fixed("1.1")])])
    #expect(upgrade.fixedVersions == ["1.1"])
    #expect(upgrade.smallestFix == nil)
  }

  @Test func `what is known only as affected clears nothing, but its end counts`() {
    let upgrade = Upgrade(
      above: "1.0",
      clearing: [
        entry([.introduced("0"), .lastAffected("1.3")]), entry([.introduced("0"), .fixed("1.2")]),
        entry([.introduced("0"), .fixed("1.4")]),
      ])
    #expect(upgrade.smallestFix == "1.4")
  }

  @Test func `a text that is no version has no upgrade`() {
    let upgrade = Upgrade(
      above: "x", clearing: [entry([.introduced("0"), .fixed("1")], in: .hackage)])
    #expect(upgrade == Upgrade(above: "1", clearing: []))
  }
}
