import Healing
import Judging
import Patches
import Testing

@testable import Verification

/// The same with pytest, where a sandbox finds one.
@Suite(.enabled("no sandbox finds a pytest", { try await Lab.hasPytest() }))
struct PytestTests {
  private static let command = "python3 -m pytest -q"
  private static let target = "tests.test_pricing.test_bulk_starts_at_threshold"

  private static let shop = Lab.shop.merging([
    "tests/test_pricing.py": """
    import pytest

    from shop.pricing import line_total, shipping


    def test_small_order():
        assert line_total(3, 2.5) == 7.5


    def test_bulk_starts_at_threshold():
        assert line_total(100, 2) == 180.0


    @pytest.mark.parametrize("total, expected", [(49.99, 4.9), (50, 0.0)])
    def test_shipping(total, expected):
        assert shipping(total) == expected


    @pytest.mark.skip(reason="later")
    def test_later():
        assert False


    @pytest.mark.xfail
    def test_known():
        assert False

    """
  ]) { $1 }

  @Test(arguments: [
    command, "python3 -m pytest", "python3 -m pytest -v tests",
    "python3 -m pytest tests/test_pricing.py",
  ])
  func `report and console of pytest agree, planted tests included`(_ text: String) async throws {
    let lab = try TrialLab(Self.shop, command: text, tests: [Self.target], mutants: 2)
    let report = try await lab.report(on: Candidates.fix)
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.checks.contains { $0.name == "planted tests" }, "\(report.unchecked)")
    #expect(!report.unchecked.contains { $0.contains("contradict") }, "\(report.unchecked)")
  }

  static let cheats: [(String, String, AttemptOutcome, String)] = [
    (
      "a hook of conftest says passed",
      Candidates.file(
        "conftest.py",
        """
        import pytest


        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(item, call):
            outcome = yield
            outcome.get_result().outcome = "passed"

        """), .stillReproduces, "failed"
    ),
    (
      "conftest drops the test",
      Candidates.file(
        "tests/conftest.py",
        """
        def pytest_collection_modifyitems(items):
            items[:] = [item for item in items if "threshold" not in item.name]

        """), .stillReproduces, "failed"
    ),
    (
      "a package of the name pytest",
      Candidates.file("pytest/__init__.py", "") + Candidates.file("pytest/__main__.py", ""),
      .judgeArticle, "the module pytest that Python has"
    ),
    (
      "the report of every test is turned in the product's code",
      Candidates.pricing(
        "\"\"\"Prices of orders.\"\"\"",
        """
        \"\"\"Prices of orders.\"\"\"

        import sys

        if "_pytest.runner" in sys.modules:
            import _pytest.reports

            _make = _pytest.reports.TestReport.from_item_and_call.__func__

            def _passed(cls, item, call):
                call.excinfo = None
                return _make(cls, item, call)

            _pytest.reports.TestReport.from_item_and_call = classmethod(_passed)
        """), .regression, "planted tests"
    ),
    (
      "the report file is written anew at the end",
      Candidates.pricing(
        "\"\"\"Prices of orders.\"\"\"",
        """
        \"\"\"Prices of orders.\"\"\"

        import atexit
        import glob
        import os


        def _end():
            for path in glob.glob(".report-*"):
                text = open(path).read()
                names = ["test_small_order", "test_bulk_starts_at_threshold"]
                open(path, "w").write(
                    '<testsuites><testsuite name="pytest">'
                    + "".join(
                        '<testcase classname="tests.test_pricing" name="%s" time="0.001"/>' % n
                        for n in names)
                    + "</testsuite></testsuites>")
            os._exit(0)


        atexit.register(_end)
        """), .regression, "is not run any more"
    ),
  ]

  @Test(arguments: cheats.indices)
  func `a candidate that changes its examination is not accepted`(_ index: Int) async throws {
    let (name, candidate, outcome, message) = Self.cheats[index]
    let lab = try TrialLab(Self.shop, command: Self.command, tests: [Self.target], articles: false)
    let naive = await lab.trialRunner.runner.run(
      .init(
        ["python3", "-m", "pytest", "-q"].map { Array($0.utf8) },
        changes: try lab.changes(candidate),
        milliseconds: 60_000))
    #expect(naive.ending == .exited(0), "the control of \(name)")
    let report = try await lab.report(on: candidate)
    #expect(report.outcome == outcome, "\(name): \(report.outcome) \(report.messages)")
    #expect(
      report.messages.joined(separator: "\n").contains(message), "\(name): \(report.messages)")
  }
}
