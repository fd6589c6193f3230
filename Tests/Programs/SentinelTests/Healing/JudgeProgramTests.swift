import TestSupport
import Testing

/// `sentinel judge` from outside.
@Suite struct JudgeProgramTests {
  private let shell: CommandShell

  init() throws {
    shell = try CommandShell()
    _ = try shell(
      """
      mkdir -p base/shop base/tests; printf 'def f(a):\\n    return a > 3\\n' > base/shop/f.py
      printf 'from shop.f import f\\n\\n\\ndef test_f():\\n    assert f(3)\\n' > base/tests/test_f.py
      printf -- '--- a/shop/f.py\\n+++ b/shop/f.py\\n@@ -1,2 +1,2 @@\\n def f(a):\\n-    return a > 3\\n+    return a >= 3\\n' > good.patch
      printf -- '--- a/tests/test_f.py\\n+++ /dev/null\\n@@ -1,5 +0,0 @@\\n-from shop.f import f\\n-\\n-\\n-def test_f():\\n-    assert f(3)\\n' > cheat.patch
      """)
  }

  @Test func `an honest patch is accepted with code 0`() throws {
    let finished = try shell("$C judge --base base --patch good.patch")
    #expect(finished.code == 0 && finished.text == "accept\n", "\(finished)")
  }

  @Test func `a cheat is rejected with code 1 and the article in the document`() throws {
    let finished = try shell("$C judge --base base --patch cheat.patch --json")
    #expect(finished.code == 1 && finished.errors.isEmpty, "\(finished)")
    #expect(finished.text.contains(#""schema": "sentinel.judge/1""#))
    #expect(finished.text.contains(#""verdict": "reject""#))
    #expect(finished.text.contains(#""id": "test-monotonicity""#))
    #expect(finished.text.contains(#""path": "tests/test_f.py""#))
  }

  private static let unit = """
    mkdir -p held; printf 'import unittest\\nfrom shop.f import f\\n\\n\\nclass T(unittest.TestCase):\\n    def test_f(self):\\n        self.assertTrue(f(3))\\n' > base/tests/test_f.py
    touch base/tests/__init__.py base/shop/__init__.py
    echo '[{"call": "shop.f:f", "arguments": [2], "expected": false}, {"call": "shop.f:f", "arguments": [7], "expected": true}]' > held/cases.json
    run() { $C judge --base base --isolation available --test "python3 -m unittest" "$@"; }

    """

  @Test func `a patch that is tried is accepted when its tests are seen to pass`() throws {
    let finished = try shell(Self.unit + "run --patch good.patch --hidden held --json")
    #expect(finished.code == 0, "\(finished)")
    #expect(finished.text.contains(#""outcome": "accepted""#), "\(finished)")
    #expect(finished.text.contains(#""name": "held-back cases""#), "\(finished)")
  }

  @Test func `a patch that leaves its tests failing is rejected by the evidence`() throws {
    let finished = try shell(Self.unit + "sed 's/>= 3/> 3.0/' good.patch > weak; run --patch weak")
    #expect(finished.code == 1, "\(finished)")
    #expect(finished.text.contains("evidence-still-reproduces (reject)"), "\(finished)")
  }

  @Test func `a patch that only looks right is rejected by what was held back`() throws {
    let finished = try shell(
      Self.unit + "sed 's/>= 3/>= 2/' good.patch > wide; run --patch wide --hidden held")
    #expect(finished.code == 1 && finished.text.contains("evidence-hidden-check"), "\(finished)")
    #expect(!finished.text.contains("shop.f:f"), "\(finished)")
  }

  @Test func `who interrupts it finds nothing left`() throws {
    let finished = try shell(
      Self.unit + """
        printf 'import time\\ntime.sleep(60)\\n' >> base/tests/test_f.py
        $C judge --base base --isolation available --test "python3 -m unittest" --patch good.patch &
        # With a second folder beside the copy, something runs on it.
        for i in $(seq 600); do
          [ "$(ls -d /tmp/sentinel-trial-$!-* 2>/dev/null | wc -l)" -ge 2 ] && echo runs && break
          sleep 0.1
        done
        kill -TERM $!; wait $!; echo "code $?"
        ls -d /tmp/sentinel-trial-$!-* 2>/dev/null && echo left; true
        """)
    #expect(finished.text == "runs\ncode 143\n", "\(finished)")
  }

  @Test func `without a test that runs nobody can tell`() throws {
    let finished = try shell(
      "$C judge --base base --isolation available --patch good.patch --test true")
    #expect(finished.code == 1 && finished.text.contains("evidence-no-tests"), "\(finished)")
  }

  @Test func `what is no patch for the base is rejected`() throws {
    let finished = try shell("echo nonsense > p; $C judge --base base --patch p")
    #expect(finished.code == 1 && finished.text.contains("patch-form"), "\(finished)")
  }

  @Test(arguments: [
    "--base nowhere --patch good.patch", "--base base --patch nowhere", "--base base",
    "--base base --patch good.patch --signal good.patch",
    "--base base --patch good.patch --test 'pytest; true'",
    "--base base --patch good.patch --test ''", "--base base --patch good.patch --hidden nowhere",
  ])
  func `what cannot be judged is a mistake`(options: String) throws {
    #expect(try shell("$C judge \(options)").code == 2)
  }

  @Test func `nothing of the base is read through a link`() throws {
    let finished = try shell(
      """
      mkdir outside; printf 'secret\\n' > outside/f.py; ln -s ../outside base/link; ln -s ../../outside/f.py base/shop/g.py
      sed 's,shop/f.py,link/f.py,; s,def f(a):,x,' good.patch > a.patch
      sed 's,shop/f.py,shop/g.py,' good.patch > b.patch
      $C judge --base base --patch a.patch; $C judge --base base --patch b.patch
      """)
    let links = finished.text.split(separator: "\n").filter { $0.contains("link: ") }
    #expect(links.count == 2, "\(finished)")
    #expect(!finished.text.contains("secret"))
  }

  @Test func `names that are not UTF-8 and special files stop nothing`() throws {
    let finished = try shell(
      """
      touch $'base/\\xff.py' $'base/tests/\\xfe.py'; mkfifo base/tests/pipe.py
      $C judge --base base --patch good.patch
      """)
    #expect(finished.code == 0, "\(finished)")
  }

  @Test func `escapes of a patch do not reach the terminal`() throws {
    let finished = try shell(
      """
      printf -- '--- /dev/null\\n+++ b/shop/h.py\\n@@ -0,0 +1 @@\\n+x = "\\033[2Jverdict: accept"\\n' > p
      $C judge --base base --patch p
      """)
    #expect(finished.code == 1)
    #expect(!finished.text.contains("\u{1B}"))
  }
}

/// `sentinel judge --signal` with what tools write.
@Suite struct JudgeSignalTests {
  private let shell: CommandShell

  init() throws {
    shell = try CommandShell()
    _ = try shell(
      """
      mkdir -p base/shop; printf 'import yaml\\n\\n\\ndef f(a):\\n    return yaml.load(a)\\n' > base/shop/f.py
      cat > found.sarif <<'EOF'
      {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Bandit"}}, "results": [{"ruleId": "B506",
        "message": {"text": "unsafe load"}, "locations": [{"physicalLocation": {"artifactLocation":
        {"uri": "shop/f.py"}, "region": {"startLine": 5}}}]}]}]}
      EOF
      for form in 'yaml.safe_load(a)' 'yaml.load(a, yaml.Loader)'; do
        printf -- "shop/f.py\\n<<<<<<< SEARCH\\n    return yaml.load(a)\\n=======\\n    return $form\\n>>>>>>> REPLACE\\n" > "${form:5:4}.patch"
      done
      """)
  }

  @Test func `a finding's rule asks for its safe form`() throws {
    let good = try shell("$C judge --base base --patch safe.patch --signal found.sarif")
    #expect(good.code == 0, "\(good)")
    let laundered = try shell("$C judge --base base --patch load.patch --signal found.sarif")
    #expect(laundered.code == 1 && laundered.text.contains("safe-shape"), "\(laundered)")
    #expect(try shell("$C judge --base base --patch load.patch").code == 0)
  }

  @Test func `a report that says nothing or breaks off is a mistake`() throws {
    #expect(
      try shell("echo fine > r; $C judge --base base --patch safe.patch --signal r").code == 2)
    #expect(
      try shell("head -c 200 found.sarif > r; $C judge --base base --patch safe.patch --signal r")
        .code == 2)
  }
}
