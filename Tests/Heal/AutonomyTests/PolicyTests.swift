import Testing
import Text

@testable import Autonomy

/// What owners allow, and what stops everything.
@Suite struct PolicyTests {
  private func limits(_ ceiling: Level, _ risk: RiskTier, _ approvals: Int) -> AutonomyPolicy.Limits
  {
    AutonomyPolicy.Limits(ceiling: ceiling, risk: risk, approvals: approvals)
  }

  private var policy: AutonomyPolicy {
    func kind(
      _ name: String, paths: [String] = [], rules: [String] = [], actions: [String] = [],
      _ limits: AutonomyPolicy.Limits
    ) -> AutonomyPolicy.Class {
      AutonomyPolicy.Class(
        name: name, paths: paths.map { PathPattern($0) }, rules: rules.map { PathPattern($0) },
        actions: actions, limits: limits)
    }
    return AutonomyPolicy(classes: [
      kind("code", paths: ["src/**"], limits(.actor, .low, 0)),
      kind("crypto", paths: ["src/crypto/**"], limits(.proposer, .high, 2)),
      kind("models", actions: ["model"], limits(.proposer, .medium, 1)),
      kind("shell", paths: ["src/**"], rules: ["B6*"], limits(.observer, .low, 0)),
    ])
  }

  private static let patches: [([String], String, String, Level, RiskTier, Int, [String])] = [
    (["src/a.py"], "B101", "codemod", .actor, .low, 0, ["code"]),
    (["src/a.py", "src/crypto/b.py"], "B101", "codemod", .proposer, .high, 2, ["code", "crypto"]),
    (["src/a.py", "README.md"], "B101", "codemod", .proposer, .medium, 1, ["code", "defaults"]),
    (["src/a.py"], "B101", "model", .proposer, .medium, 1, ["code", "models"]),
    (["src/a.py"], "B602", "codemod", .observer, .low, 0, ["code", "shell"]),
    ([], "B101", "codemod", .proposer, .medium, 1, ["defaults"]),
  ]

  @Test(arguments: patches)
  func `the strictest of all that fits counts`(
    paths: [String], rule: String, action: String, ceiling: Level, risk: RiskTier,
    approvals: Int, classes: [String]
  ) {
    let verdict = policy.verdict(paths: paths, rule: rule, action: action)
    #expect(verdict.limits == limits(ceiling, risk, approvals))
    #expect(verdict.classes == classes)
  }

  /// 2026-01-05 is a Monday.
  private static let hours: [(Int64, Int64, Bool)] = [
    (0, 540, true), (0, 539, false), (0, 1_019, true), (0, 1_020, false), (4, 720, true),
    (5, 720, false), (6, 720, false), (7, 720, true),
  ]

  @Test(arguments: hours)
  func `working hours are those of the owner's clock`(day: Int64, minute: Int64, isIn: Bool) {
    let monday: Int64 = 1_767_571_200_000
    for offset in [0, 60, -480, 345] {
      let hours = WorkingHours(
        days: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1_020, offsetMinutes: offset)
      let local = monday + (day * 1_440 + minute) * 60_000
      #expect(hours.contains(Moment(milliseconds: local - Int64(offset) * 60_000)) == isIn)
    }
  }

  private static let now = Moment(milliseconds: 1_000)

  private static let switches: [(String?, KillSwitch.File, KillSwitch.Flag, KillSwitch.Reason?)] = [
    (nil, .absent, .none, nil), ("", .absent, .none, nil), ("0", .absent, .none, nil),
    ("1", .absent, .none, .environment), ("false", .absent, .none, .environment),
    (nil, .present, .none, .file), (nil, .unreadable, .none, .unreadableFile),
    (nil, .absent, .invalid, .invalidFlag),
    (nil, .absent, .signed(halts: true, expires: Moment(milliseconds: 9_999)), .flag),
    (nil, .absent, .signed(halts: true, expires: Moment(milliseconds: 0)), .flag),
    (nil, .absent, .signed(halts: false, expires: Moment(milliseconds: 1_001)), nil),
    (nil, .absent, .signed(halts: false, expires: Moment(milliseconds: 1_000)), .expiredFlag),
  ]

  @Test(arguments: switches)
  func `a switch that is on, or cannot be understood, stops everything`(
    environment: String?, file: KillSwitch.File, flag: KillSwitch.Flag,
    reason: KillSwitch.Reason?
  ) {
    let found = KillSwitch.verdict(
      environment: environment, file: file, flag: flag, at: Self.now)
    #expect(found == reason)
  }
}
