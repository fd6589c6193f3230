import Findings
import Testing

@testable import Signals

@Suite struct `Incidents` {
  private let listing = [
    "shop/cart.py", "shop/__init__.py", "tests/test_cart.py", "src/main/java/shop/Cart.java",
    "src/lib.rs", "a.c", "setup.py",
  ]

  private func incidents(
    _ texts: String..., listing: [String]? = nil, source: [String: String] = [:]
  ) -> [Incident] {
    let signals = texts.flatMap { Reports.read($0).signals }
    return IncidentBuilder(paths: ProjectPaths(listing: listing ?? self.listing)).incidents(
      of: signals
    ) { path in
      source[path].map { SourceText($0) }
    }
  }

  private func traceback(
    root: String = "", line: Int = 3, function: String = "total", type: String = "KeyError"
  ) -> String {
    """
    Traceback (most recent call last):
      File "\(root)tests/test_cart.py", line 9, in test_total
        total()
      File "\(root)shop/cart.py", line \(line), in \(function)
        raise
    \(type): 'x'
    """
  }

  @Test(arguments: [
    "/home/runner/work/shop/shop/", "/builds/group/shop/", "/app/", "/tmp/build-7/", "./",
    "C:\\agent\\_work\\1\\s\\", "file:///srv/",
  ])
  func `A checkout elsewhere is the same trouble`(root: String) {
    #expect(
      incidents(traceback(root: root)).map(\.fingerprint)
        == incidents(traceback()).map(\.fingerprint))
    #expect(incidents(traceback(root: root)).first?.place?.path == "shop/cart.py")
  }

  @Test func `A moved line is the same trouble, another function or exception is not`() {
    let first = incidents(traceback()).first?.fingerprint
    #expect(incidents(traceback(line: 77)).first?.fingerprint == first)
    #expect(incidents(traceback(function: "load")).first?.fingerprint != first)
    #expect(incidents(traceback(type: "ValueError")).first?.fingerprint != first)
  }

  @Test func `Frames of libraries do not count`() {
    let inner = traceback().replacing(
      "KeyError: 'x'",
      with:
        "  File \"/usr/lib/python3.11/json/decoder.py\", line 355, in decode\n    raise\nKeyError: 'x'"
    )
    #expect(incidents(inner).map(\.fingerprint) == incidents(traceback()).map(\.fingerprint))
    #expect(
      ProjectPaths(listing: listing).relative("/srv/venv/lib/python3.11/site-packages/shop/cart.py")
        == nil)
    #expect(ProjectPaths(listing: listing).relative("/usr/lib/python3/setup.py") == nil)
  }

  @Test func `A failure in a log, in XML and as a report log is one incident`() throws {
    let signals = try [
      "pytest-default.txt", "pytest-junit.xml", "pytest-report.jsonl", "pytest-workers.txt",
    ].flatMap { try Reports.read(file: $0).signals }
    let all = IncidentBuilder(paths: ProjectPaths(listing: listing)).incidents(of: signals)
    let one = IncidentBuilder(paths: ProjectPaths(listing: listing)).incidents(
      of: try Reports.read(file: "pytest-default.txt").signals)
    // XML and the report log do not tell subtests apart, which makes one more.
    #expect(all.count <= one.count + 1)
    #expect(one.allSatisfy { incident in all.contains { $0.isSame(as: incident) } })
  }

  @Test func `Two tests that fail in the same function of the code are one incident`() throws {
    let found = IncidentBuilder(paths: ProjectPaths(listing: listing)).incidents(
      of: try Reports.read(file: "pytest-default.txt").signals)
    let discount = found.first { $0.functions == ["discount"] }
    #expect(discount?.tests.map(\.name) == ["test_discount[200]", "test_raises"])
    #expect(discount?.place?.path == "shop/cart.py")
  }

  @Test func `A finding moves with its code, and an edit of the code is known by its alias`() throws
  {
    let code = "int main(void) {\n  gets(x);\n}\n"
    let first = try #require(
      incidents("a.c:2:3: warning: gets is dangerous [-Wgets]\n", source: ["a.c": code]).first)
    let moved = try #require(
      incidents(
        "/builds/g/p/a.c:4:3: warning: gets is dangerous [-Wgets]\n", source: ["a.c": "\n\n" + code]
      ).first)
    #expect(moved.fingerprint == first.fingerprint)
    let edited = try #require(
      incidents(
        "a.c:2:3: warning: gets is dangerous [-Wgets]\n",
        source: ["a.c": code.replacing("gets(x)", with: "gets(y)")]
      ).first)
    #expect(edited.fingerprint != first.fingerprint)
    #expect(!Set(edited.aliases).isDisjoint(with: first.aliases))
    #expect(edited.isSame(as: first))
  }

  @Test func `Equal findings of one file stay apart, the same line of two reports does not`() {
    let line =
      "shop/cart.py:3:1: E302 expected 2 blank lines\nshop/cart.py:9:1: E302 expected 2 blank lines\n"
    #expect(incidents(line).count == 2)
    #expect(incidents(line, line).count == 2)
    #expect(incidents(line, line).map(\.signalCount) == [2, 2])
  }

  @Test func `A finding of our own scan keeps its fingerprint as an alias`() throws {
    let place = Location(path: "shop/cart.py", startLine: 3)
    let finding = Finding(
      id: "F1", fingerprint: "ab", tool: "bandit", ruleID: "B602",
      weaknessClass: "command-injection",
      title: "shell", message: "a shell", severity: .high, confidence: .high, location: place)
    var suppressed = finding
    suppressed.state = .suppressed
    let report = ScanReport(
      tree: ".", exitReason: "",
      tools: [
        ToolRun(name: "bandit", state: .completed),
        ToolRun(name: "ruff", state: .blind, reason: "no canary"),
        ToolRun(name: "semgrep", state: .missing, reason: "not installed"),
      ],
      findings: [finding, suppressed])
    let reading = SignalReader().read(report.json())
    #expect(reading.formats == [.sentinelScan])
    #expect(reading.signals.map(\.rule) == ["B602", "blind"])
    let found = IncidentBuilder(paths: ProjectPaths(listing: listing)).incidents(
      of: reading.signals)
    #expect(found.map(\.kind) == [.finding, .ciFailure])
    #expect(found.first?.aliases.contains("ab") == true)
    #expect(found.first?.signals.first?.weaknessClass == "command-injection")
  }

  @Test func `Numbers, addresses and digests of a message do not tell troubles apart`() {
    let one = "Process 4711 at 0x7ffe12ab died after 12 ms in 0123456789abcdef0123"
    let other = "Process 9 at 0x1 died after 3456 ms in fedcba98765432100000"
    #expect(MessageNormalisation.message(one) == MessageNormalisation.message(other))
    #expect(
      MessageNormalisation.message(one)
        != MessageNormalisation.message(one.replacing("died", with: "hung")))
  }

  @Test func `The order of reports changes no fingerprint`() throws {
    let names = ["pytest-default.txt", "gcc.txt", "java-stack.txt", "bandit.json", "go-test.txt"]
    let signals = try names.map { try Reports.read(file: $0).signals }
    let builder = IncidentBuilder(paths: ProjectPaths(listing: listing))
    let forward = Set(builder.incidents(of: signals.flatMap { $0 }).map(\.fingerprint))
    #expect(
      Set(builder.incidents(of: signals.reversed().flatMap { $0 }).map(\.fingerprint)) == forward)
  }

  @Test func `A package's path finds its only file`() {
    let paths = ProjectPaths(listing: listing + ["x/util.py", "y/util.py"])
    #expect(paths.relative("shop/Cart.java") == "src/main/java/shop/Cart.java")
    #expect(paths.relative("util.py") == nil)
    #expect(paths.relative("<frozen importlib._bootstrap>") == nil)
    #expect(paths.relative("../shop/../shop/cart.py") == "shop/cart.py")
    #expect(ProjectPaths().relative("/home/runner/work/shop/shop/a/b.py") == "a/b.py")
  }
}
