import CheatCases
import Testing

@testable import Judging
@testable import Patches

/// The safe form where the finding was, with the same values as before.
@Suite struct SafeShapeTests {
  private func keepsForm(_ old: String, _ new: String, rule: String, line: Int) throws -> Bool {
    let path = try #require(PatchPath("shop/code.py"))
    let signal = """
      {"kind": "finding", "rule": "\(rule)", "locations": [{"path": "shop/code.py", "line": \(line)}]}
      """
    let text = "shop/code.py\n<<<<<<< SEARCH\n\(old)=======\n\(new)>>>>>>> REPLACE\n"
    let judgement = CheatSuite.judge(
      Array(text.utf8), try JudgeSignal(parsing: Array(signal.utf8)),
      host: MemoryTree([path: .file(Array(old.utf8), isExecutable: false)]),
      constitution: try CheatSuite.constitution())
    #expect(!judgement.breaches.contains { $0.id == "patch-form" }, "\(judgement.breaches)")
    return !judgement.breaches.contains { $0.id == "safe-shape" }
  }

  private static let session = """
    import requests


    def first(url, **options):
        return requests.get(url, OPTIONS)


    def second(url, **options):
        timeout = options.setdefault("timeout", None)
        print(timeout)
        return requests.post(url, json=options)

    """

  @Test(arguments: [
    // (how the first request is made afterwards, whether a limit is sure to be there)
    ("timeout=timeout, **options", true),
    (#"timeout=options.pop("timeout", 30), **options"#, true),
    (#"timeout=options.pop("timeout", None), **options"#, false),
    (#"timeout=options.pop("limit", 30), **options"#, false),
    (#"timeout=options.get("timeout"), **options"#, false),
  ])
  func `the caller's own time limit is one, whatever other functions call their keywords`(
    call: String, isKept: Bool
  ) throws {
    let old = Self.session.replacing("OPTIONS", with: "**options")
    var new = Self.session.replacing("OPTIONS", with: call)
    if call.contains("timeout=timeout") {
      new.replace(
        "    return requests.get",
        with: "    timeout = options.pop(\"timeout\", 30)\n    return requests.get",
        maxReplacements: 1)
    }
    #expect(try keepsForm(old, new, rule: "B113", line: 5) == isKept)
  }

  @Test(arguments: [
    // (what a parameter is given afterwards, whether it is what it was but for the safe form)
    ("value[:4] + hashlib.sha1(value, usedforsecurity=False).hexdigest()[:4]", true),
    ("value[:4] + hashlib.sha1(value[:1], usedforsecurity=False).hexdigest()[:4]", false),
    ("hashlib.sha1(value, usedforsecurity=False).hexdigest()[:4]", false),
    ("value[:4] + hashlib.sha1(value, usedforsecurity=False).hexdigest()[:4] or 'x'", false),
  ])
  func `a parameter that was given another value before is given the same now`(
    value: String, isKept: Bool
  ) throws {
    func code(_ value: String) -> String {
      "import hashlib\n\n\ndef cut(value):\n    if len(value) > 8:\n        value = \(value)\n    return value\n"
    }
    let old = code("value[:4] + hashlib.sha1(value).hexdigest()[:4]")
    #expect(try keepsForm(old, code(value), rule: "B324", line: 6) == isKept)
  }

  @Test func `numbers of the system's generator take the place of others in a parameter`() throws {
    func code(_ generator: String) -> String {
      "import random\nimport secrets\n\n\ndef path(name=None):\n    if not name:\n        name = 'p%d' % \(generator).randint(0, 9)\n    return name\n"
    }
    #expect(
      try keepsForm(code("random"), code("secrets.SystemRandom()"), rule: "B311", line: 7))
  }
}
