import TestSupport
import Testing

/// Advisories from files to findings, through the whole commands.
@Suite struct AdvisoriesCommandTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  private static let advisory = """
    {"id": "GHSA-1", "aliases": ["CVE-2024-1"], "summary": "Runs what it is sent",
     "published": "2024-01-02T00:00:00Z",
     "severity": [{"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}],
     "affected": [{"package": {"ecosystem": "PyPI", "name": "flask"},
       "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.1"}]}]}]}
    """

  private func prepare() throws {
    try shell.workspace.write(Self.advisory, to: "osv/GHSA-1.json")
    try shell.workspace.write("Flask==1.0\n", to: "app/requirements.txt")
  }

  @Test(arguments: [
    ("", 1), ("--fail-on none", 0), ("--as-of 2024-01-01", 0), ("--as-of 2024-01-02", 1),
    ("--as-of 2024-13-01", 2), ("--as-of today", 2), ("--tools ruff", 2),
  ])
  func `a scan asks a folder of advisories`(options: String, code: Int32) throws {
    try prepare()
    let tools = options.contains("--tools") ? "" : "--tools packages"
    let finished = try shell("$C scan app --advisories osv \(tools) \(options) --json")
    #expect(finished.code == code, "\(finished)")
    let isFound = code == 1 || options.contains("none")
    #expect(finished.text.contains(#""ruleID": "GHSA-1""#) == isFound)
  }

  @Test func `what was imported is asked by every later scan`() throws {
    try prepare()
    let finished = try shell(
      """
      export XDG_DATA_HOME=$PWD/data
      $C scan app --tools packages; echo "before $?"
      $C advisories status; echo "none $?"
      $C advisories import osv --json; echo "import $?"
      $C advisories status; echo "status $?"
      $C scan app --tools packages --json; echo "after $?"
      """)
    for line in ["before 4", "none 1", "import 0", "status 0", "after 1"] {
      #expect(finished.text.contains(line), "\(finished)")
    }
    #expect(finished.text.contains(#""PyPI": 1"#), "\(finished)")
    #expect(finished.text.contains("pkg:pypi/flask"), "\(finished)")
  }

  @Test func `a file that is no advisory replaces nothing`() throws {
    try prepare()
    try shell.workspace.write("{}", to: "bad/x.json")
    let finished = try shell(
      """
      $C advisories import osv --store here; echo "first $?"
      sha256sum here/advisories.store
      $C advisories import osv bad --store here; echo "broken $?"
      $C advisories import app --store here; echo "empty $?"
      $C advisories import absent --store here; echo "absent $?"
      sha256sum here/advisories.store
      $C advisories import bad osv --store here --skip-broken; echo "skipped $?"
      """)
    for line in ["first 0", "broken 1", "empty 1", "absent 2", "skipped 0"] {
      #expect(finished.text.contains(line), "\(finished)")
    }
    let digests = finished.text.split(separator: "\n").filter { $0.hasSuffix("advisories.store") }
    #expect(digests.count == 2 && digests.first == digests.last, "\(finished)")
    #expect(finished.errors.contains("x.json"), "\(finished)")
  }

  @Test(arguments: ["echo half > store/advisories.store", "ln -s /dev/zero store/advisories.store"])
  func `a store that is none is refused`(damage: String) throws {
    try prepare()
    let finished = try shell("mkdir store; \(damage); $C scan app --advisories store")
    #expect(finished.code == 2, "\(finished)")
    #expect(finished.errors.contains("store"), "\(finished)")
  }

  @Test func `a folder without advisories is refused`() throws {
    try prepare()
    let finished = try shell("mkdir none; $C scan app --advisories none")
    #expect(finished.code == 2, "\(finished)")
  }
}
