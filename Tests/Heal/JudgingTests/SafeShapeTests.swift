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

  @Test(arguments: [
    // (what the file has in the import's place, the function's parameters, whether that is the form)
    ("randint = secrets.SystemRandom().randint", "", true),
    ("randint = random.SystemRandom().randint", "", true),
    ("randint = random.Random().randint", "", false),
    ("randint = Mine.SystemRandom().randint", "", false),
    ("randint = secrets.SystemRandom().randint\nrandint = int", "", false),
    ("randint = secrets.SystemRandom().randint", "randint", false),
  ])
  func `a name for a function of the system's generator is the form, where it is that name`(
    line: String, parameter: String, isKept: Bool
  ) throws {
    let old = "from random import randint\n\n\ndef path():\n    return 'p%d' % randint(0, 9)\n"
    let new =
      "import random\nimport secrets\n\n\(line)\n\n\n"
      + "def path(\(parameter)):\n    return 'p%d' % randint(0, 9)\n"
    #expect(try keepsForm(old, new, rule: "B311", line: 5) == isKept)
  }

  @Test(arguments: [
    // (what is done with a statement, whether nothing but the statement can be executed)
    ("for row in cursor.execute(q, (name,)): print(row)", true),
    ("with cursor.execute(q, (name,)) as found: print(found)", true),
    ("if q != None: cursor.execute(q, (name,))", true),
    ("rows[q] = self.q = cursor.execute(q, (name,))", true),
    ("[cursor.execute(q, (name,)) for q in name]", false),
    ("rows = [cursor.execute(q, (name,)) for q in name]", false),
    ("(lambda q: cursor.execute(q, (name,)))(name)", false),
    ("with open(name) as q: cursor.execute(q, (name,))", false),
    ("with open(name) as (q, z): cursor.execute(q, (name,))", false),
    ("with open(name) as [[z], q]: cursor.execute(q, (name,))", false),
    ("(lambda z={1: 2}, q=name: cursor.execute(q, (name,)))()", false),
    ("run = 1\n    def run[T: (int, str)](q): cursor.execute(q, (name,))", false),
    ("def q(): return name\n    cursor.execute(q, (name,))", false),
    ("for q in name: cursor.execute(q, (name,))", false),
    ("rows = cursor.execute(q, (q := name,))", false),
  ])
  func `a name of a statement is that, wherever it is used, until something else has the name`(
    use: String, isKept: Bool
  ) throws {
    func code(_ statement: String, _ use: String) -> String {
      "def find(self, cursor, rows, name):\n    q = \(statement)\n    \(use)\n"
    }
    let old = code("f\"SELECT 1 FROM t WHERE n = '{name}'\"", "cursor.execute(q)")
    let new = code("'SELECT 1 FROM t WHERE n = ?'", use)
    #expect(try keepsForm(old, new, rule: "B608", line: 2) == isKept)
  }

  private static func query(_ first: String, _ second: String, _ call: String) -> String {
    """
    def find(cursor, table, name):
        if "." in table:
            schema, table = table.split(".")
    \(first.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
        else:
    \(second.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
        return cursor.execute(\(call))

    """
  }

  @Test(arguments: [
    // (the statements of the two ways, what is executed, whether the same values are bound)
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nq = 'SELECT 1 FROM t WHERE n = %s'", "q, v", true
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nq = f\"SELECT 1 FROM t WHERE n = '{name}'\"", "q, v", false
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nq = 'SELECT 1 FROM t WHERE n = %s'\nq += name", "q, v", false
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nq, z = 'SELECT 1 FROM t WHERE n = %s' + name, 1", "q, v", false
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nfor q in name: pass", "q, v", false
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = ('x',)\nq = 'SELECT 1 FROM t WHERE n = %s'", "q, v", false
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nq = 'SELECT 1 FROM t WHERE n = %s'", "q, params=v", true
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nq = 'SELECT 1 FROM t WHERE n = %s'", "(q := name), v", false
    ),
    (
      "v = (schema, name)\nq = 'SELECT 1 FROM t WHERE s = %s AND n = %s'",
      "v = (name,)\nq = 'SELECT 1 FROM t WHERE n = %s'\nprint(q := name)", "q, v", false
    ),
    (
      "q = 'SELECT 1 FROM t WHERE s = %s AND n = %s'", "q = 'SELECT 1 FROM t WHERE n = %s'",
      "q", false
    ),
  ])
  func `a statement that has a name may be one of several, all of which bind what was in them`(
    first: String, second: String, call: String, isKept: Bool
  ) throws {
    let old = Self.query(
      "q = (\n    'SELECT 1 FROM t '\n    \"WHERE s = '{0}' AND n = '{1}'\".format(schema, name))",
      "q = \"SELECT 1 FROM t WHERE n = '{0}'\".format(name)", "q")
    #expect(
      try keepsForm(old, Self.query(first, second, call), rule: "B608", line: 6) == isKept)
  }

  @Test(arguments: [
    // (what starts at first, what takes its place, the articles that have something against it)
    (#"subprocess.call(["rm", "-rf", folder])"#, "shutil.rmtree(folder, ignore_errors=True)", []),
    (#"subprocess.call(["rm", "-rf", folder])"#, "pass", ["safe-shape"]),
    (
      #"subprocess.call(["sync", "-f", folder])"#, "shutil.rmtree(folder, ignore_errors=True)",
      ["capability", "safe-shape"]
    ),
    (
      #"subprocess.call(["sync", "rm", "-rf", folder])"#,
      "shutil.rmtree(folder, ignore_errors=True)", ["capability"]
    ),
    (#"subprocess.call(["sync", "-f", folder])"#, "os.rmdir(folder)", ["safe-shape"]),
  ])
  func `the library may do what the program did that is left out, and nothing else`(
    before: String, after: String, articles: [String]
  ) throws {
    func code(_ line: String) -> String {
      "import os\nimport shutil\nimport subprocess\n\n\ndef clear(folder):\n"
        + "    os.makedirs(folder, exist_ok=True)\n    \(line)\n"
    }
    let path = try #require(PatchPath("shop/code.py"))
    let signal = """
      {"kind": "finding", "rule": "B607", "locations": [{"path": "shop/code.py", "line": 8}]}
      """
    let old = code(before)
    let text = "shop/code.py\n<<<<<<< SEARCH\n\(old)=======\n\(code(after))>>>>>>> REPLACE\n"
    let judgement = CheatSuite.judge(
      Array(text.utf8), try JudgeSignal(parsing: Array(signal.utf8)),
      host: MemoryTree([path: .file(Array(old.utf8), isExecutable: false)]),
      constitution: try CheatSuite.constitution())
    let told = Set(judgement.breaches.map(\.id)).intersection(["capability", "safe-shape"])
    #expect(told == Set(articles), "\(judgement.breaches)")
  }
}
