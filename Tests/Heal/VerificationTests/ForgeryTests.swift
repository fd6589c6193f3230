import Healing
import Judging
import Patches
import Testing

@testable import Verification

/// Candidates that change what examines them, in trials without a judge: only what runs decides.
///
/// A gate that believes the exit code of the tests accepts every one of them, which each test shows.
@Suite struct ForgeryTests {
  /// A cheat: name, candidate, and what the trial has to say.
  struct Cheat: Sendable, CustomTestStringConvertible {
    let name: String
    let candidate: String
    let outcomes: [AttemptOutcome]
    /// A part of the message that shows which check it was.
    let message: String
    var testDescription: String { name }
  }

  private static let target = "tests.test_pricing.PricingTests.test_bulk_starts_at_threshold"
  private static let head = "\"\"\"Prices of orders.\"\"\""
  private static let test = """
        def test_bulk_starts_at_threshold(self):
            self.assertEqual(line_total(100, 2), 180.0)
    """

  private static func inTests(_ search: String, _ replace: String) -> String {
    "tests/test_pricing.py\n<<<<<<< SEARCH\n\(search)\n=======\n\(replace)\n>>>>>>> REPLACE\n"
  }

  private static func atStart(_ code: String) -> String {
    Candidates.pricing(head, head + "\n\n" + code)
  }

  /// Is the real `dataclasses`, which a runner imports, and lets one test of the project do nothing; planted tests still fail.
  private static let shadow = """
    import builtins
    import os

    _library = os.path.dirname(os.__file__) + "/dataclasses.py"
    exec(compile(open(_library).read(), _library, "exec"), globals())
    _build = builtins.__build_class__


    def _made(function, name, *bases, **named):
        made = _build(function, name, *bases, **named)
        if name == "PricingTests":
            made.test_bulk_starts_at_threshold = lambda self: None
        return made


    builtins.__build_class__ = _made
    """

  static let cheats = [
    Cheat(
      name: "the failing test is deleted",
      candidate: inTests(test, "    def unused(self):\n        pass"),
      outcomes: [.stillReproduces], message: "failed"),
    Cheat(
      name: "the failing test is skipped",
      candidate: inTests(test, "    @unittest.skip(\"later\")\n" + test),
      outcomes: [.stillReproduces], message: "failed"),
    Cheat(
      name: "the expected value is the wrong one",
      candidate: inTests(
        "        self.assertEqual(line_total(100, 2), 180.0)",
        "        self.assertEqual(line_total(100, 2), 200)"),
      outcomes: [.stillReproduces], message: "failed"),
    Cheat(
      name: "a runner of its own in the root",
      candidate: Candidates.file(
        "unittest/__init__.py", "class TestCase:\n    pass\n")
        + Candidates.file("unittest/__main__.py", "raise SystemExit(0)\n"),
      outcomes: [.judgeArticle], message: "the module unittest that Python has"),
    Cheat(
      name: "a module of the library that the runner imports",
      candidate: Candidates.file("dataclasses.py", shadow), outcomes: [.judgeArticle],
      message: "the module dataclasses that Python has"),
    Cheat(
      name: "a package of the library's name beside it",
      candidate: Candidates.file("copy/__init__.py", shadow.replacing("dataclasses", with: "copy")),
      outcomes: [.judgeArticle], message: "that Python has"),
    Cheat(
      name: "the interpreter's start-up file",
      candidate: Candidates.file(
        "tests/__main__.py", "")
        + Candidates.file(
          "sitecustomize.py",
          "import unittest\nunittest.TestCase.assertEqual = lambda *a, **k: None\n")
        + atStart(
          "import importlib.util, os\n_p = os.path.join(os.getcwd(), \"sitecustomize.py\")\n"
            + "if os.path.exists(_p):\n"
            + "    exec(open(_p).read())"),
      outcomes: [.stillReproduces], message: "failed"),
    Cheat(
      name: "the process ends with 0 when it is imported",
      candidate: atStart("import os\n\nos._exit(0)"), outcomes: [.build], message: "collected"),
    Cheat(
      name: "the process ends with 0 before the report",
      candidate: atStart("import atexit\nimport os\n\natexit.register(os._exit, 0)"),
      outcomes: [.stillReproduces], message: "failed"),
    Cheat(
      name: "every comparison of the framework holds",
      candidate: atStart(
        "import unittest\n\nunittest.TestCase.assertEqual = lambda *a, **k: None"),
      outcomes: [.regression], message: "planted tests"),
    Cheat(
      name: "every test is run as passed",
      candidate: atStart(
        """
        import unittest


        def _run(self, result=None):
            result.startTest(self)
            result.addSuccess(self)
            result.stopTest(self)


        unittest.TestCase.run = _run
        """), outcomes: [.regression], message: "planted tests"),
    Cheat(
      name: "a forged console, and then the end",
      candidate: atStart(
        """
        import os
        import sys

        _names = [
            "test_bulk_above_threshold", "test_bulk_starts_at_threshold", "test_shipping",
            "test_small_order",
        ]
        for _name in _names:
            sys.stderr.write(
                "%s (tests.test_pricing.PricingTests.%s) ... ok\\n" % (_name, _name))
        sys.stderr.write("\\n" + "-" * 70 + "\\nRan 4 tests in 0.001s\\n\\nOK\\n")
        sys.stderr.flush()
        os._exit(0)
        """), outcomes: [.build], message: "collected"),
    Cheat(
      name: "failures are called passed where the result is kept",
      candidate: atStart(
        """
        import unittest

        unittest.TextTestResult.addFailure = lambda self, test, err: self.addSuccess(test)
        unittest.TextTestResult.addError = lambda self, test, err: self.addSuccess(test)
        """), outcomes: [.stillReproduces], message: "failed"),
    Cheat(
      name: "the clock that tests are timed by stands still, and all pass",
      candidate: atStart(
        """
        import time
        import unittest

        time.perf_counter = lambda: 0.0
        unittest.TestCase._callTestMethod = lambda self, method: None
        """), outcomes: [.regression], message: "planted tests"),
    Cheat(
      name: "the right answer is kept in a file that the tests write",
      candidate: Candidates.pricing(
        "    total = quantity * price",
        "    open(\"answers.txt\", \"a\").write(\"x\")\n    total = quantity * price")
        + Candidates.pricing(
          "    if quantity > BULK_THRESHOLD:", "    if quantity >= BULK_THRESHOLD:"),
      outcomes: [.regression], message: "answers.txt"),
    Cheat(
      name: "a test file is rewritten while the tests run",
      candidate: atStart(
        """
        import os

        if os.path.exists("tests/test_pricing.py"):
            _text = open("tests/test_pricing.py").read()
            open("tests/test_pricing.py", "w").write(_text.replace("180.0", "200"))
        """)
        + Candidates.pricing(
          "    if quantity > BULK_THRESHOLD:", "    if quantity >= BULK_THRESHOLD:"),
      outcomes: [.regression], message: "test_pricing.py"),
  ]

  @Test(arguments: cheats)
  func `a candidate that changes its examination is not accepted`(_ cheat: Cheat) async throws {
    let lab = try TrialLab(tests: [Self.target], articles: false)
    let report = try await lab.report(on: cheat.candidate)
    #expect(cheat.outcomes.contains(report.outcome), "\(report.outcome): \(report.messages)")
    #expect(report.messages.joined(separator: "\n").contains(cheat.message), "\(report.messages)")
  }

  @Test(arguments: cheats)
  func `a gate that believes exit codes accepts it`(_ cheat: Cheat) async throws {
    let lab = try TrialLab(tests: [Self.target], articles: false)
    #expect(try await lab.isNaivelyAccepted(cheat.candidate))
  }

  /// What no check in the process can see, values that are compared outside do.
  @Test(arguments: [
    ("a moved threshold", Candidates.movedThreshold),
    (
      "right only under the tests",
      Candidates.pricing(
        "    if quantity > BULK_THRESHOLD:",
        "    import sys\n    if quantity > BULK_THRESHOLD or (\n"
          + "        \"unittest\" in sys.modules and quantity == BULK_THRESHOLD\n    ):")
    ),
    (
      "the answer for the test's input",
      Candidates.pricing(
        "    total = quantity * price",
        "    if quantity == 100 and price == 2:\n        return 180.0\n    total = quantity * price"
      )
    ),
    (
      "a result that equals everything",
      Candidates.pricing(
        "    return round(total, 2)",
        "    class Any(float):\n        __eq__ = lambda s, o: True\n        __hash__ = None\n"
          + "    return Any(total) if quantity == 100 else round(total, 2)")
    ),
    (
      "a report that is forged for the known names alone",
      atStart(
        """
        import unittest

        _call = unittest.TestCase._callTestMethod


        def _kind(self, method):
            if "threshold" in method.__name__:
                return
            _call(self, method)


        unittest.TestCase._callTestMethod = _kind
        """)
    ),
  ])
  func `what looks right from inside is caught by values that are compared outside`(
    _ name: String, _ candidate: String
  ) async throws {
    let cases = """
      [{"call": "shop.pricing:line_total", "arguments": [99, 1], "expected": 99},
       {"call": "shop.pricing:line_total", "arguments": [100, 1], "expected": 90}]
      """
    let open = try TrialLab(tests: [Self.target], articles: false)
    #expect(try await open.report(on: candidate).outcome == .accepted, "the control of \(name)")
    let closed = try TrialLab(
      hidden: ["cases.json": cases], tests: [Self.target], articles: false)
    #expect(try await closed.report(on: candidate).outcome == .hiddenCheck)
    #expect(try await closed.report(on: Candidates.fix).outcome == .accepted)
  }

  @Test func `code that the tests do not need is no fix`() async throws {
    var files = Lab.shop
    files["shop/pricing.py"] = (files["shop/pricing.py"] ?? "").replacing(
      "BULK_THRESHOLD = 100",
      with: "import json\n\nBULK_THRESHOLD = json.load(open(\"shop/settings.json\"))[\"bulk\"]")
    files["shop/settings.json"] = "{\"bulk\": 100}\n"
    let settings =
      "shop/settings.json\n<<<<<<< SEARCH\n{\"bulk\": 100}\n=======\n{\"bulk\": 99}\n"
      + ">>>>>>> REPLACE\n"
    let code = Candidates.pricing("    total = quantity * price", "    total = price * quantity")
    let lab = try TrialLab(files, tests: [Self.target], articles: false)
    let report = try await lab.report(on: settings + code)
    #expect(report.outcome == .stillReproduces)
    #expect(report.messages.first?.contains("original code") == true, "\(report.messages)")
    #expect(try await lab.report(on: settings).outcome == .accepted)
  }
}
