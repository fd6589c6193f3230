import CheatCases
import Testing

@testable import Judging
@testable import Patches

/// Articles about what code means rather than what it says: state, other places, other values.
@Suite struct MeaningTests {
  private func articles(
    _ files: [(path: String, old: String, new: String)], _ signal: String
  ) throws -> Set<String> {
    var entries: [PatchPath: TreeEntry] = [:]
    var text = ""
    for file in files {
      entries[try #require(PatchPath(file.path))] = .file(Array(file.old.utf8), isExecutable: false)
      if file.old == file.new { continue }
      text += "\(file.path)\n<<<<<<< SEARCH\n\(file.old)=======\n\(file.new)>>>>>>> REPLACE\n"
    }
    let judgement = CheatSuite.judge(
      Array(text.utf8), try JudgeSignal(parsing: Array(signal.utf8)), host: MemoryTree(entries),
      constitution: try CheatSuite.constitution())
    #expect(!judgement.breaches.contains { $0.id == "patch-form" }, "\(judgement.breaches)")
    return Set(judgement.breaches.map(\.id))
  }

  @Test(arguments: [
    // A list of the module, a default, an attribute, an iterator, a name of the module.
    "SEEN = []\n\n\ndef fee(x):\n    SEEN.append(x)\n    return x if len(SEEN) < 9 else 0\n",
    "def fee(x, seen=[]):\n    seen.append(x)\n    return x if len(seen) < 9 else 0\n",
    "def fee(x):\n    fee.times = getattr(fee, 'times', 0) + 1\n    return x * (fee.times > 3)\n",
    "import itertools\n\nTURN = itertools.cycle([1, 1, 0])\n\n\ndef fee(x):\n    return x * next(TURN)\n",
    "OPEN = True\n\n\ndef fee(x):\n    global OPEN\n    OPEN = not OPEN\n    return x if OPEN else 0\n",
    "KNOWN = {}\n\n\ndef fee(x):\n    return KNOWN.setdefault(x % 7, x)\n",
    "class Fee:\n    last: dict = {}\n\n    def of(self, x):\n        self.last['x'] = x\n        return x\n\n\ndef fee(x):\n    return Fee.last.get('x', x)\n",
  ])
  func `state that outlives a call and is read again is for a person`(code: String) throws {
    let old = "def fee(x):\n    return x + 1\n"
    let found = try articles([("fee.py", old, code)], #"{"kind": "test"}"#)
    #expect(found.contains("hidden-state"))
  }

  @Test(arguments: [
    "def fee(x):\n    parts = []\n    parts.append(x)\n    return sum(parts)\n",
    "RATES = {'a': 1, 'b': 2}\n\n\ndef fee(x):\n    return RATES.get(x, x)\n",
    "import logging\n\nLOG = logging.getLogger(__name__)\n\n\ndef fee(x):\n    LOG.info('fee of %s', x)\n    return x\n",
    "class Fees:\n    def __init__(self):\n        self.all = []\n\n    def add(self, x):\n        self.all.append(x)\n        return len(self.all)\n",
    "PARTS = [1, 2]\n\n\ndef fee(x):\n    parts = list(PARTS)\n    parts.append(x)\n    return sum(parts)\n",
  ])
  func `what ends with its call or its object is no hidden state`(code: String) throws {
    let old = "def fee(x):\n    return x + 1\n"
    let found = try articles([("fee.py", old, code)], #"{"kind": "test"}"#)
    #expect(!found.contains("hidden-state"))
  }

  private static let fee = """
    LIMIT = 9


    def fee(x):
        return x if x > LIMIT else 0


    def tax(x):
        return x * 2

    """
  private static let rest =
    "from fee import fee\n\nSTEP = 2\n\n\ndef total(xs):\n    return sum(xs) + STEP\n"
  private static let signal = #"""
    {"kind": "test", "locations": [{"path": "fee.py", "line": 5}, {"path": "test_fee.py", "line": 1}]}
    """#

  @Test(arguments: [
    // (what becomes of the file of the signal beside the fix, of the other file, whether that is another change)
    ("return x * 2", "return sum(xs) + STEP", "return max(sum(xs) + STEP, 0)", true),
    ("return x * 2", "STEP = 2", "STEP = 3", true),
    ("return x * 3", "", "", true),
    ("return x * 2", "sum(xs) + STEP", "sum(fees(xs)) + STEP", false),
    (
      "return x * 2", "def total(xs):", "def total(xs: list) -> int:\n    \"\"\"All of it.\"\"\"",
      false
    ),
    ("return x * 2", "STEP = 2", "STEP = 0x2  # as before", false),
    ("return x * 2", "STEP = 2", "STEP = 2\nMOST = 7", false),
  ])
  func `what changes beside a fix has to do with it`(
    tax: String, part: String, other: String, isOther: Bool
  ) throws {
    let fixed =
      Self.fee.replacing("x > LIMIT", with: "x >= LIMIT").replacing("return x * 2", with: tax)
      + (other.contains("fees") ? "\n\ndef fees(xs):\n    return [fee(x) for x in xs]\n" : "")
    let rest = part.isEmpty ? Self.rest : Self.rest.replacing(part, with: other)
    let found = try articles(
      [("fee.py", Self.fee, fixed), ("rest.py", Self.rest, rest)], Self.signal)
    #expect(found.contains("elsewhere") == isOther, "\(found)")
  }

  @Test func `a fix elsewhere, without one where the signal points, is a fix`() throws {
    let found = try articles(
      [
        ("fee.py", Self.fee, Self.fee),
        ("rest.py", Self.rest, Self.rest.replacing("+ STEP", with: "- STEP")),
      ], Self.signal)
    #expect(!found.contains("elsewhere"))
  }

  private static let find = """
    def find(db, who, day):
        who = who.strip()
        return db.execute(f"SELECT a FROM t WHERE who = '{who}' AND day = {day.number}").fetchall()

    """

  @Test(arguments: [
    ("(who, day.number)", "", true), ("[who, day.number]", "", true),
    ("(str(who), int(day.number))", "", true), ("values", "values = (who, day.number)", true),
    ("(who, number)", "number = day.number", true),
    ("(who, day.number)", "if not who:\n        return []", true),
    ("(who or 'root', day.number)", "", false), ("(who.split(';')[0], day.number)", "", false),
    ("(day, day.number)", "", false), ("(who, 7)", "", false),
    ("(who, day.number)", "who = who.split(';')[0]", false),
    ("(who, day.number)", "who += 'x'", false),
    ("(who, number)", "number = day.number or 1", false),
    ("(who, day.number)", "for who in who.split(';'):\n        pass", false),
    ("(other, day.number)", "other = who if len(who) < 9 else 'root'", false),
    ("(who, (day := db).number)", "", false),
  ])
  func `a placeholder gets the value that the text had`(
    values: String, before: String, isKept: Bool
  ) throws {
    let statement = "\"SELECT a FROM t WHERE who = ? AND day = ?\", \(values)).fetchall()\n"
    let start = Self.find.split(separator: "\n").prefix(2).joined(separator: "\n")
    let new =
      start + "\n" + (before.isEmpty ? "" : "    \(before)\n") + "    return db.execute("
      + statement
    let found = try articles(
      [("find.py", Self.find, new)],
      #"{"kind": "finding", "rule": "B608", "locations": [{"path": "find.py", "line": 3}]}"#)
    #expect(found.contains("safe-shape") != isKept, "\(found)")
  }

  @Test(arguments: [
    ("import time\n\nLATE = time.time() // 10**10\n\n\ndef fee(x):\n    return x + LATE\n", true),
    (
      "from datetime import date\n\n\ndef fee(x, today=date.today().year // 2040):\n    return x + today\n",
      true
    ),
    ("import secrets\n\n\ndef fee(x):\n    return x + secrets.choice([1, 2])\n", false),
    ("from secrets import choice\n\n\ndef fee(x):\n    return x + choice([1, 2])\n", false),
  ])
  func `a new question to the clock is for a person, another source of chance is not`(
    code: String, isNew: Bool
  ) throws {
    let old = "import random\n\n\ndef fee(x):\n    return x + random.choice([1, 2])\n"
    let before = isNew ? "def fee(x):\n    return x\n" : old
    let found = try articles([("fee.py", before, code)], #"{"kind": "test"}"#)
    #expect(found.contains("time-bomb") == isNew, "\(found)")
  }

  @Test func `names that stand for each other without end are for a person`() throws {
    let chain = (0..<3000).map { "    a\($0) = (a\($0 + 1), a\($0 + 1))\n" }.joined()
    let new = """
      def find(db, who, day):
      \(chain)    a3000 = who
          return db.execute("SELECT a FROM t WHERE who = ? AND day = ?", a0).fetchall()

      """
    let found = try articles(
      [("find.py", Self.find, new)],
      #"{"kind": "finding", "rule": "B608", "locations": [{"path": "find.py", "line": 3}]}"#)
    #expect(found.contains("safe-shape"))
  }

  @Test func `a handler that takes in more is none that was there`() throws {
    let old = "def f(x):\n    try:\n        g(x)\n    except Exception:\n        pass\n"
    for new in [
      "except:\n        pass", "except BaseException:\n        pass", "finally:\n        return",
    ] {
      let changed = old.replacing("except Exception:\n        pass", with: new)
      #expect(
        try articles([("f.py", old, changed)], #"{"kind": "test"}"#).contains("broad-handler"))
    }
    let narrower = old.replacing(
      "except Exception:\n        pass", with: "except OSError:\n        pass")
    #expect(
      try !articles([("f.py", old, narrower)], #"{"kind": "test"}"#).contains("broad-handler"))
  }

  @Test(arguments: [
    ("timeout=more.pop('timeout', 30), ", "", true),
    ("timeout=more.pop('timeout', None), ", "", false),
    ("timeout=more.pop('timeout', 30), ", "more['timeout'] = None", false),
    ("timeout={'timeout': None}.pop('timeout', 30), ", "", false),
  ])
  func `a caller's own timeout may stay`(argument: String, before: String, isSafe: Bool) throws {
    let head = "import requests\n\n\ndef f(url, **more):\n"
    let old = head + "    return requests.get(url, **more)\n"
    let new =
      head + (before.isEmpty ? "" : "    \(before)\n")
      + "    return requests.get(url, \(argument)**more)\n"
    let signal = #"{"kind": "finding", "rule": "B113", "locations": [{"path": "f.py", "line": 5}]}"#
    #expect(try articles([("f.py", old, new)], signal).contains("safe-shape") != isSafe)
  }

  @Test(arguments: [
    // (the function afterwards, whether a limit is sure to come)
    ("def f(url, limit=30):\n    LIMITED", true),
    ("def f(url, limit):\n    LIMITED", true),
    ("def f(url, limit: int | None = None):\n    LIMITED", false),
    ("def f(url, *, limit=None):\n    if limit is None:\n        limit = 30\n    LIMITED", true),
    ("def f(url, limit=None):\n    if url:\n        limit = 30\n    LIMITED", false),
    ("def f(url, limit=None):\n    limit = 30\n    LIMITED", true),
    ("def f(url):\n    limit = 30\n    if url:\n        limit = None\n    LIMITED", false),
    ("def f(url):\n    limit = None\n    for limit in []:\n        pass\n    LIMITED", false),
    ("def f(url):\n    limit = wait\n    wait = limit\n    LIMITED", false),
    ("def f(url):\n    limit = 30\n    for limit in [None]:\n        pass\n    LIMITED", false),
    ("def f(url):\n    limit = 30\n    limit: object = None\n    LIMITED", false),
    ("def f(url):\n    limit = 30\n    print((limit := None))\n    LIMITED", false),
    ("def f(url):\n    wait = limit = None\n    LIMITED", false),
    ("def f[T: (int, str)](url, limit=None):\n    LIMITED", false),
    ("def f(url, limit=None):\n    if limit is None:\n        limit = limit\n    LIMITED", false),
    ("def f(url, limit=None):\n    LIMITED\n    limit = 30", false),
    ("def f(url):\n    (lambda limit=None: requests.get(url, timeout=limit))()", false),
    ("def f(url, limit=None):\n    if not limit:\n        limit = 30\n    LIMITED", true),
    (
      "def f(url, limit=None):\n    try:\n        if limit is None:\n            limit = 30\n        LIMITED\n    except OSError:\n        raise",
      true
    ),
  ])
  func `a limit of time with a name is what the name can be`(after: String, isSafe: Bool) throws {
    let old = "import requests\n\n\ndef f(url):\n    return requests.get(url)\n"
    let new =
      "import requests\n\n\n"
      + after.replacing("LIMITED", with: "return requests.get(url, timeout=limit)") + "\n"
    let signal = #"{"kind": "finding", "rule": "B113", "locations": [{"path": "f.py", "line": 5}]}"#
    #expect(try articles([("f.py", old, new)], signal).contains("safe-shape") != isSafe)
  }

  @Test func `a constant of the module is read where the whole module is asked`() throws {
    let old = "import requests\n\n\ndef f(url):\n    return requests.get(url)\n"
    let new =
      "import requests\n\nPATIENCE = 10\n\n\ndef f(url):\n    return requests.get(url, timeout=PATIENCE)\n"
    let signal = #"{"kind": "finding", "rule": "B113", "locations": [{"path": "f.py", "line": 5}]}"#
    #expect(try articles([("f.py", old, new)], signal).isEmpty)
    let later = new + "\n\nPATIENCE = None\n"
    #expect(try articles([("f.py", old, later)], signal).contains("safe-shape"))
  }
}
