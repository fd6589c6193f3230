import Findings
import Healing
import Judging
import Patches
import Testing

@testable import Verification

/// Findings of scanners, with Bandit and ruff where the user has installed them.
@Suite(.enabled(if: Lab.scanners() != nil, "bandit and ruff are not installed"))
struct FindingTests {
  private static let store = [
    "shop/__init__.py": "",
    "shop/store.py": """
    def find(cursor, name):
        \"\"\"The customers of that name.\"\"\"
        cursor.execute("SELECT city FROM customers WHERE name = '%s'" % name)
        return cursor.fetchall()

    """,
    "tests/__init__.py": "",
    "tests/test_store.py": """
    import sqlite3
    import unittest

    from shop.store import find


    class StoreTests(unittest.TestCase):
        def test_found(self):
            cursor = sqlite3.connect(":memory:").cursor()
            cursor.execute("CREATE TABLE customers (name, city)")
            cursor.execute("INSERT INTO customers VALUES ('Ada', 'Kiel')")
            self.assertEqual(find(cursor, "Ada"), [("Kiel",)])

    """,
  ]

  private func lab(articles: Bool = false, rule: String = "B608") throws -> TrialLab {
    var signal = JudgeSignal(.finding, rule: rule)
    if let path = PatchPath("shop/store.py") { signal.places = [.init(path: path, line: 3)] }
    return try TrialLab(
      Self.store, signal: signal, articles: articles, scanners: Lab.scanners())
  }

  private static func change(_ replacement: String) -> String {
    """
    shop/store.py
    <<<<<<< SEARCH
        cursor.execute("SELECT city FROM customers WHERE name = '%s'" % name)
    =======
    \(replacement)
    >>>>>>> REPLACE

    """
  }

  private static let fix = change(
    "    cursor.execute(\"SELECT city FROM customers WHERE name = ?\", (name,))")

  @Test func `a bound value is accepted, and both scanners say why`() async throws {
    let report = try await lab(articles: true).report(on: Self.fix)
    #expect(report.outcome == .accepted, "\(report.messages)")
    for tool in ["bandit", "ruff"] {
      let check = report.checks.first { $0.name == "scan by \(tool)" }
      #expect(check?.before == "1 findings" && check?.after == "0, none new")
    }
    #expect(report.documents.contains { $0.name == "scans.json" })
  }

  @Test func `another text that is put together is still the finding`() async throws {
    let report = try await lab().report(
      on: Self.change(
        "    cursor.execute(f\"SELECT city FROM customers WHERE name = '{name}'\")"))
    #expect(report.outcome == .stillReproduces, "\(report.messages)")
  }

  /// A case of one call in a file with two, one of which ruff does not know.
  private func draw(fixing old: String, as new: String, line: Int) async throws -> TrialReport {
    let source = """
      import random


      def draw(names):
          first = random.sample(names, 1)
          # Between the two.
          #
          #
          #
          #
          #
          return first, random.choice(names)

      """
    var signal = JudgeSignal(.finding, rule: "B311")
    if let path = PatchPath("shop/draw.py") { signal.places = [.init(path: path, line: line)] }
    let lab = try TrialLab(
      ["shop/draw.py": source], command: nil, signal: signal, articles: false,
      scanners: Lab.scanners())
    return try await lab.report(
      on: """
        shop/draw.py
        <<<<<<< SEARCH
        \(old)
        =======
        \(new)
        >>>>>>> REPLACE

        """)
  }

  @Test func `a scanner that never saw the place is not asked for it`() async throws {
    let report = try await draw(
      fixing: "    first = random.sample(names, 1)",
      as: "    first = random.SystemRandom().sample(names, 1)", line: 5)
    #expect(report.outcome == .accepted, "\(report.messages)")
  }

  @Test func `a scanner that saw the place must see it gone`() async throws {
    let report = try await draw(
      fixing: "    first = random.sample(names, 1)",
      as: "    first = random.SystemRandom().sample(names, 1)", line: 12)
    #expect(report.outcome == .stillReproduces, "\(report.messages)")
  }

  @Test func `a fix that brings another weakness is a new finding`() async throws {
    let report = try await lab().report(
      on: Self.change(
        "    eval(name)\n    cursor.execute(\"SELECT city FROM customers WHERE name = ?\", (name,))"
      ))
    #expect(report.outcome == .newFinding || report.outcome == .regression, "\(report.messages)")
  }

  @Test func `a finding that scanners do not see any more still needs the safe shape`()
    async throws
  {
    let laundered = Self.change(
      "    text = \"\".join([\"SEL\", \"ECT city FROM customers WHERE name = '\", name, \"'\"])\n"
        + "    cursor.execute(text)")
    #expect(try await lab().report(on: laundered).outcome == .accepted, "the control")
    #expect(try await lab(articles: true).report(on: laundered).outcome == .postCondition)
  }

  @Test func `a change behind which a scanner does not see is no fix`() async throws {
    // Python compiles it, and Bandit's walk over the tree gives up.
    let sum = Array(repeating: "'a'", count: 1800).joined(separator: " + ")
    let report = try await lab().report(
      on: Self.change(
        "    text = \(sum)\n"
          + "    cursor.execute(\"SELECT city FROM customers WHERE name = ?\", (name,))"))
    #expect(report.outcome == .newFinding, "\(report.outcome) \(report.messages)")
    #expect(report.messages.contains { $0.contains("bandit") }, "\(report.messages)")
  }

  @Test func `a finding that is not there is refused`() async throws {
    let lab = try lab(rule: "B102")
    let baseline = await lab.trialRunner.baseline(of: [lab.healingCase])
    #expect(baseline.refusals.values.map { $0 } == [.notReproduced])
  }

  private static let archive = [
    "shop/__init__.py": "",
    "shop/store.py": """
    import subprocess


    def listing(folder):
        return subprocess.run(f"ls {folder}", shell=True, capture_output=True).stdout

    """,
    "tests/__init__.py": "",
    "tests/test_store.py": """
    import unittest

    from shop.store import listing


    class StoreTests(unittest.TestCase):
        def test_listing(self):
            self.assertIn(b"shop", listing("."))

    """,
  ]

  private func archive(_ replacement: String) async throws -> TrialReport {
    var signal = JudgeSignal(.finding, rule: "B602")
    if let path = PatchPath("shop/store.py") { signal.places = [.init(path: path, line: 5)] }
    let lab = try TrialLab(
      Self.archive, signal: signal, articles: true, scanners: Lab.scanners())
    return try await lab.report(
      on: """
        shop/store.py
        <<<<<<< SEARCH
            return subprocess.run(f"ls {folder}", shell=True, capture_output=True).stdout
        =======
        \(replacement)
        >>>>>>> REPLACE

        """)
  }

  @Test func `a program without a shell is still a program, which is a notice`() async throws {
    let report = try await archive(
      "    return subprocess.run([\"/bin/ls\", folder], capture_output=True).stdout")
    #expect(report.outcome == .accepted, "\(report.messages)")
    let check = report.checks.first { $0.name == "scan by bandit" }
    #expect(check?.after.hasSuffix("new only process-start: notices") == true, "\(report.checks)")
  }

  @Test func `one notice more than calls were mended is a new finding`() async throws {
    let report = try await archive(
      "    subprocess.run([\"/bin/ls\", folder])\n"
        + "    return subprocess.run([\"/bin/ls\", folder], capture_output=True).stdout")
    #expect(report.outcome == .newFinding, "\(report.outcome) \(report.messages)")
  }

  @Test func `a program that is looked up is still a program, which is a notice`() async throws {
    let source = """
      import subprocess


      def jobs():
          return subprocess.check_output(["qstat"])

      """
    var signal = JudgeSignal(.finding, rule: "B607")
    if let path = PatchPath("shop/jobs.py") { signal.places = [.init(path: path, line: 5)] }
    let lab = try TrialLab(
      ["shop/jobs.py": source], command: nil, signal: signal, articles: false,
      scanners: Lab.scanners())
    let report = try await lab.report(
      on: """
        shop/jobs.py
        <<<<<<< SEARCH
        import subprocess
        =======
        import shutil
        import subprocess
        >>>>>>> REPLACE
        <<<<<<< SEARCH
            return subprocess.check_output(["qstat"])
        =======
            qstat_path = shutil.which("qstat")
            if qstat_path is None:
                raise FileNotFoundError("qstat")
            return subprocess.check_output([qstat_path])
        >>>>>>> REPLACE

        """)
    #expect(report.outcome == .accepted, "\(report.messages)")
  }
}
