import Findings
import Healing
import Judging
import Patches
import Testing

@testable import Verification

/// Each way in which a trial can end, on real sandboxes.
@Suite struct TrialTests {
  private static let target = "tests.test_pricing.PricingTests.test_bulk_starts_at_threshold"

  @Test func `a right fix is accepted, and the report says what was seen`() async throws {
    let lab = try TrialLab(tests: [Self.target], mutants: 4)
    let report = try await lab.report(on: Candidates.fix)
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.executed)
    let checks = Dictionary(uniqueKeysWithValues: report.checks.map { ($0.name, $0) })
    #expect(checks["tests of the signal"]?.before == "1 fail")
    #expect(checks["all tests"]?.after == "4 pass")
    #expect(checks["planted tests"]?.isGood == true)
    #expect(checks["the original put back"] == nil, "nothing but the base would be run")
    #expect(checks["mutants"]?.after.hasSuffix("killed") == true)
    #expect(report.unchecked.contains { $0.hasPrefix("held-back checks: none") })
    #expect(report.unchecked.contains { $0.hasPrefix("scanners: none") })
    #expect(
      report.documents.map(\.name) == [
        "judgement.json", "tests-after.json", "tests-after.txt", "mutants.json",
      ])
    #expect(report.cpuMilliseconds > 0)
  }

  @Test func `with new files left in place the original is put back and seen to fail`()
    async throws
  {
    let lab = try TrialLab(tests: [Self.target], articles: false)
    let report = try await lab.report(
      on: Candidates.fix + Candidates.file("shop/limits.py", "BULK = 100\n"))
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.checks.contains { $0.name == "the original put back" && $0.isGood })
  }

  @Test func `a mutant that the tests let pass speaks against a fix`() async throws {
    let lab = try TrialLab(tests: [Self.target], articles: false, mutants: 8)
    let report = try await lab.report(
      on: Candidates.fix
        + Candidates.pricing(
          "        return 0.0\n    return 4.9",
          "        return 0.0\n    spare = 1 > 2\n    return 4.9"))
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.checks.first { $0.name == "mutants" }?.isGood == false)
    #expect(
      report.unchecked.contains { $0.hasPrefix("the tests let a mutant pass: shop/pricing.py") })
  }

  @Test func `a module may have a name of Python's where it is part of a package`() async throws {
    let lab = try TrialLab(tests: [Self.target], articles: false)
    let report = try await lab.report(
      on: Candidates.fix + Candidates.file("shop/types.py", "LINE = int\n"))
    #expect(report.outcome == .accepted, "\(report.messages)")
  }

  @Test func `a fix with a test of its own is accepted`() async throws {
    let lab = try TrialLab(tests: [Self.target])
    let own = """
      import unittest

      from shop.pricing import line_total


      class MoreTests(unittest.TestCase):
          def test_one_more(self):
              self.assertEqual(line_total(101, 2), 181.8)

      """
    let report = try await lab.report(
      on: Candidates.fix + Candidates.file("tests/test_more.py", own))
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.checks.contains { $0.name == "tests that come with the change" })
  }

  @Test func `a test that lacks somebody else's module is not what a patch has to fix`()
    async throws
  {
    var files = Lab.shop
    files["tests/test_extra.py"] = """
      import unittest

      import no_such_library


      class ExtraTests(unittest.TestCase):
          def test_extra(self):
              self.assertTrue(no_such_library)

      """
    let lab = try TrialLab(files)
    let report = try await lab.report(on: Candidates.fix)
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.unchecked.contains("1 tests that fail on the base anyway"))
    let bare = try TrialLab([
      "tests/__init__.py": "", "tests/test_extra.py": files["tests/test_extra.py"] ?? "",
    ])
    let baseline = await bare.trialRunner.baseline(of: [bare.healingCase])
    #expect(baseline.refusals.values.map { $0 } == [.environment], "\(baseline.explanations)")
    #expect(baseline.explanations.values.contains { $0.contains("no_such_library") })
  }

  @Test func `a revert may take its own tests along, and nothing else may`() async throws {
    let test = """
          def test_shipping(self):
              self.assertEqual(shipping(49.99), 4.9)
              self.assertEqual(shipping(50), 0.0)

      """
    let candidate =
      Candidates.fix + "tests/test_pricing.py\n<<<<<<< SEARCH\n\(test)=======\n>>>>>>> REPLACE\n"
      + Candidates.pricing("def shipping(total):", "def postage(total):")
      + "tests/test_pricing.py\n<<<<<<< SEARCH\nfrom shop.pricing import line_total, shipping\n"
      + "=======\nfrom shop.pricing import line_total\n>>>>>>> REPLACE\n"
    var revert = JudgeSignal(.regression)
    revert.culprit = Array("the change that is taken back".utf8)
    let lab = try TrialLab(signal: revert, tests: [Self.target], articles: false)
    let report = try await lab.report(on: candidate)
    #expect(report.outcome == .accepted, "\(report.messages)")
    let other = try TrialLab(tests: [Self.target], articles: false)
    #expect(try await other.report(on: candidate).outcome != .accepted)
  }

  @Test func `tests are planted beside files of either custom`() async throws {
    var files = Lab.shop
    files["tests/pricing_test.py"] = files.removeValue(forKey: "tests/test_pricing.py")
    let target = Self.target.replacing("test_pricing", with: "pricing_test")
    let lab = try TrialLab(
      files, command: "python3 -m unittest discover -p '*_test.py'", tests: [target])
    let report = try await lab.report(on: Candidates.fix)
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.checks.contains { $0.name == "planted tests" }, "\(report.unchecked)")
  }

  @Test(arguments: [
    (
      "changes nothing that matters", "    total = quantity * price",
      "    total = price * quantity", AttemptOutcome.stillReproduces
    ),
    (
      "breaks another test", "    if quantity > BULK_THRESHOLD:",
      "    if quantity >= 2:", AttemptOutcome.regression
    ),
    (
      "is no Python", "    if quantity > BULK_THRESHOLD:",
      "    if quantity >= BULK_THRESHOLD", AttemptOutcome.syntax
    ),
    (
      "has balanced brackets and is no Python", "    if quantity > BULK_THRESHOLD:",
      "    if quantity => BULK_THRESHOLD:", AttemptOutcome.syntax
    ),
    (
      "cannot be imported", "BULK_THRESHOLD = 100", "BULK_THRESHOLD = HUNDRED",
      AttemptOutcome.build
    ),
    (
      "never ends", "    total = quantity * price",
      "    total = quantity * price\n    while quantity == 100:\n        total = total",
      AttemptOutcome.timeout
    ),
  ])
  func `what is wrong with a candidate is told apart`(
    _ name: String, _ search: String, _ replace: String, _ outcome: AttemptOutcome
  ) async throws {
    let lab = try TrialLab(tests: [Self.target], articles: false, milliseconds: 12_000)
    let report = try await lab.report(on: Candidates.pricing(search, replace))
    #expect(report.outcome == outcome, "\(name): \(report.messages)")
    if outcome == .stillReproduces {
      #expect(report.failingTests == [Self.target])
      #expect(report.errorClass == "AssertionError")
    }
    if outcome == .regression { #expect(report.failingTests.count == 1) }
  }

  @Test func `the judge speaks first, and nothing runs when it rejects`() async throws {
    let lab = try TrialLab(tests: [Self.target])
    let report = try await lab.report(
      on: Candidates.pricing(
        "    total = quantity * price",
        "    if quantity == 100 and price == 2:\n        return 180.0\n    total = quantity * price"
      ))
    #expect(report.outcome == .judgeArticle)
    #expect(!report.executed)
    #expect(report.messages.contains { $0.contains("special-case") })
  }

  @Test func `a held-back check decides last, and nothing of it is told`() async throws {
    let secret = """
      import unittest

      from shop.pricing import line_total


      class HeldBack(unittest.TestCase):
          def test_secret_case(self):
              self.assertEqual(line_total(60, 70701), 4242060)

      """
    let lab = try TrialLab(
      hidden: ["tests/test_held_back.py": secret], tests: [Self.target], articles: false)
    let report = try await lab.report(on: Candidates.movedThreshold)
    #expect(report.outcome == .hiddenCheck)
    #expect(report.failingTests == [])
    let said =
      report.messages.joined() + report.checks.map { $0.name + $0.after }.joined()
      + report.documents.map { String(decoding: $0.content, as: UTF8.self) }.joined()
    #expect(!said.contains("secret") && !said.contains("HeldBack") && !said.contains("70701"))
    #expect(try await lab.report(on: Candidates.fix).outcome == .accepted)
  }

  @Test func `held-back cases are values that are compared outside`() async throws {
    let cases = """
      [{"call": "shop.pricing:line_total", "arguments": [99, 1], "expected": 99},
       {"call": "shop.pricing:line_total", "arguments": [100, 1], "expected": 90.0},
       {"call": "shop.pricing:line_total", "arguments": ["x", null], "raises": "TypeError"}]
      """
    let lab = try TrialLab(
      hidden: ["cases.json": cases], tests: [Self.target], articles: false)
    #expect(try await lab.report(on: Candidates.movedThreshold).outcome == .hiddenCheck)
    let report = try await lab.report(on: Candidates.fix)
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.checks.contains { $0.name == "held-back cases" && $0.after == "3 of 3" })
  }

  @Test(arguments: [
    (
      "tests pass already",
      Lab.shop.mapValues { $0.replacing("quantity > ", with: "quantity >= ") },
      "python3 -m unittest", ExitReason.notReproduced
    ),
    ("no test there", ["a.py": "A = 1\n"], "python3 -m unittest", ExitReason.noTests),
    ("no such program", Lab.shop, "no-such-runner", ExitReason.environment),
  ])
  func `what cannot be reproduced is refused with its reason`(
    _ name: String, _ files: [String: String], _ command: String, _ reason: ExitReason
  ) async throws {
    let lab = try TrialLab(files, command: command, tests: [Self.target])
    let baseline = await lab.trialRunner.baseline(of: [lab.healingCase])
    #expect(baseline.refusals == [lab.healingCase.id: reason], "\(name): \(baseline.explanations)")
  }

  @Test func `a test that ends otherwise from run to run proves nothing`() async throws {
    var files = Lab.shop
    files["tests/test_dice.py"] = """
      import os
      import unittest


      class DiceTests(unittest.TestCase):
          def test_dice(self):
              self.assertLess(os.urandom(1)[0], 128)

      """
    let lab = try TrialLab(files, tests: [Self.target])
    var flaky: [String] = []
    for _ in 0..<8 where flaky.isEmpty {
      flaky = await lab.trialRunner.baseline(of: [lab.healingCase]).flakyTests
    }
    #expect(flaky == ["tests.test_dice.DiceTests.test_dice"])
    let report = await lab.trialRunner.tryOut(
      try lab.changes(Candidates.fix), rationale: nil, for: lab.healingCase)
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.unchecked.contains { $0.contains("test_dice") })
  }
}
