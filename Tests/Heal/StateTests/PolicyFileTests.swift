import Autonomy
import FoundationEssentials
import Kernel
import Sandbox
import TestSupport
import Testing
import YAML

@testable import State

/// The policy file: what it says, and every mistake in it at once.
@Suite struct PolicyFileTests {
  private static let whole = """
    schema: sentinel.autonomy-policy/1
    defaults: {ceiling: proposer, risk: high, approvals: 2}
    budget: {failures: 1, days: 14}
    actsOn: [main, release/1]
    owners:
      - {name: ada, days: [monday, friday], from: "09:00", to: "17:30", offset: "-08:00"}
    classes:
      - name: code
        paths: ["src/**"]
        actions: [codemod]
        ceiling: actor
        risk: low
        approvals: 0
      - {name: shell, rules: ["B6*"], ceiling: observer, risk: high, approvals: 3}
    """

  private func parse(_ text: String) throws -> AutonomyPolicy {
    try PolicyFile.parse(Array(text.utf8), file: "policy.yaml")
  }

  @Test func `a whole policy is read`() throws {
    let policy = try parse(Self.whole)
    #expect(policy.defaults == .init(ceiling: .proposer, risk: .high, approvals: 2))
    #expect(policy.budget == ErrorBudget(failures: 1, days: 14))
    #expect(
      policy.owners == [
        Owner(
          name: "ada",
          hours: WorkingHours(
            days: [1, 5], fromMinute: 540, toMinute: 1_050, offsetMinutes: -480))
      ])
    #expect(policy.classes.map(\.name) == ["code", "shell"])
    #expect(policy.actsOn == ["main", "release/1"])
    let verdict = policy.verdict(paths: ["src/a/b.py"], rule: "B101", action: "codemod")
    #expect(verdict.limits == .init(ceiling: .actor, risk: .low, approvals: 0))
    let strict = policy.verdict(paths: ["src/a/b.py"], rule: "B602", action: "codemod")
    #expect(strict.limits == .init(ceiling: .observer, risk: .high, approvals: 3))
  }

  @Test func `the schema alone is the policy that holds without a file, but meant`() throws {
    var expected = AutonomyPolicy()
    expected.isWritten = true
    #expect(try parse("schema: sentinel.autonomy-policy/1\n") == expected)
  }

  /// A mistake, the line it is in, and a part of what is said about it.
  private static let mistakes: [(String, Int, String)] = [
    ("schema: sentinel.autonomy-policy/2", 1, "unknown schema"),
    ("defaults: {ceiling: boss}", 2, "unknown value \"boss\""),
    ("defaults: {approvals: -1}", 2, "0 to 9"),
    ("budget: {failures: 3}", 2, "1 to 2"),
    ("budget: {days: 31}", 2, "1 to 30"),
    ("budgets: {days: 3}", 2, "unknown key \"budgets\"; write \"budget\""),
    ("classes: [{name: a, paths: [x], ceiling: observer, risk: low}]", 2, "lacks \"approvals\""),
    ("classes: [{name: a, ceiling: observer, risk: low, approvals: 0}]", 2, "fits everything"),
    ("classes: [{name: a, paths: [./], ceiling: observer, risk: low, approvals: 0}]", 2, "no path"),
    ("classes: [{paths: [x], ceiling: observer, risk: low, approvals: 0}]", 2, "lacks \"name\""),
    (
      "classes: [{name: a, actions: [codmod], ceiling: observer, risk: low, approvals: 0}]", 2,
      "codemod"
    ),
    (
      "classes: [{name: a, paths: [x], ceiling: actor, risk: high, approvals: 0}]", 2,
      "forbid acting"
    ),
    (
      "classes: [{name: a, paths: [x], ceiling: actor, risk: low, approvals: 0}]", 1,
      "nobody looks after it"
    ),
    ("defaults: {ceiling: actor, risk: low, approvals: 1}", 2, "forbid acting"),
    ("actsOn: [\"*\"]", 2, "not a branch that may be acted on"),
    ("actsOn: [refs/heads/main]", 2, "not a branch that may be acted on"),
    ("actsOn: [sentinel/x]", 2, "not a branch that may be acted on"),
    ("actsOn: [main, main]", 2, "twice"), ("actsOn: [main]", 2, "nothing has the ceiling actor"),
    ("actOn: [main]", 2, "unknown key \"actOn\"; write \"actsOn\""),
    (
      "owners: [{name: a, days: [mon], from: \"09:00\", to: \"10:00\", offset: \"+00:00\"}]", 2,
      "monday"
    ),
    (
      "owners: [{name: a, days: [monday], from: \"9\", to: \"10:00\", offset: \"+00:00\"}]", 2,
      "09:00"
    ),
    (
      "owners: [{name: a, days: [monday], from: \"11:00\", to: \"10:00\", offset: \"+00:00\"}]", 2,
      "end before they begin"
    ),
    (
      "owners: [{name: a, days: [monday], from: \"09:00\", to: \"25:00\", offset: \"+00:00\"}]", 2,
      "owners.to"
    ),
    (
      "owners: [{name: a, days: [monday], from: \"09:00\", to: \"10:00\", offset: CET}]", 2,
      "ahead of UTC"
    ),
    (
      "owners: [{name: a, days: [monday], from: \"09:00\", to: \"10:00\"}]", 2,
      "lacks \"offset\""
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake is refused with its line and what to write`(
    text: String, line: Int, message: String
  ) throws {
    let head = text.hasPrefix("schema") ? "" : "schema: sentinel.autonomy-policy/1\n"
    let problems = try #require(throws: Problems.self) { try parse(head + text + "\n") }
    let found = problems.all.filter { $0.description.contains(message) }
    #expect(found.map(\.line) == [line], "\(problems)")
    #expect(problems.all.allSatisfy { $0.file == "policy.yaml" && !$0.remedy.isEmpty })
  }

  @Test func `all mistakes come at once`() throws {
    let text = Self.mistakes.dropFirst().prefix(4).map(\.0).joined(separator: "\n")
    let problems = try #require(throws: Problems.self) {
      try parse("schema: sentinel.autonomy-policy/1\n" + text)
    }
    #expect(!problems.all.isEmpty)
    let two = try #require(throws: Problems.self) {
      try parse(
        "schema: sentinel.autonomy-policy/1\ndefaults: {risk: x, approvals: 99}\nbudget: {days: 0}\n"
      )
    }
    #expect(two.all.map(\.line) == [2, 2, 3])
  }

  @Test func `without a file of the user's the default holds, and his own is found`() throws {
    let home = try Scratch("home")
    let environment = Environment(entries: [Array("HOME=\(home.url.path)".utf8)])
    #expect(try PolicyFile.read(nil, environment: environment) == AutonomyPolicy())
    try home.write(Self.whole, to: ".config/sentinel/autonomy.yaml")
    #expect(try PolicyFile.read(nil, environment: environment) == (try parse(Self.whole)))
    #expect(throws: KernelFailure.self) {
      try PolicyFile.read("/nowhere/policy.yaml", environment: environment)
    }
  }
}
