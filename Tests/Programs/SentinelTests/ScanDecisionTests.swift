import TestSupport
import Testing

/// `sentinel scan --baseline` and `--policy`, through the whole command.
@Suite struct ScanDecisionTests {
  private let shell: CommandShell

  init() throws {
    shell = try CommandShell()
    for name in ["flask", "django"] {
      try shell.workspace.write(
        """
        {"id": "GHSA-\(name)", "summary": "Runs what it is sent", "affected": [
          {"package": {"ecosystem": "PyPI", "name": "\(name)"},
           "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "9"}]}]}]}
        """, to: "osv/\(name).json")
    }
    try shell.workspace.write("flask==1.0\n", to: "app/requirements.txt")
  }

  private static let scan = "$C scan app --tools packages --advisories osv"

  @Test(arguments: [
    ("true", 0, "1 unchanged, 0 gone"),
    ("echo flask==1.1 > app/requirements.txt", 0, "1 unchanged"),
    ("echo django==1.0 >> app/requirements.txt", 1, "New findings: 0 critical, 1 high"),
    ("echo flask==9 > app/requirements.txt", 0, "1 gone"),
    ("mv app/requirements.txt app/requirements-web.txt", 0, "1 unchanged"),
  ])
  func `only what is new fails`(change: String, code: Int32, says: String) throws {
    let finished = try shell(
      "\(Self.scan) --json --output known.json; \(change); \(Self.scan) --baseline known.json")
    #expect(finished.code == code, "\(finished)")
    #expect(finished.text.contains(says), "\(finished)")
  }

  @Test(arguments: [
    ("cp known.json app/known.json; mv app/known.json app/k.json", "app/k.json", "scanned tree"),
    ("ln -s ../app/k.json osv/link; cp known.json app/k.json", "osv/link", "scanned tree"),
    ("true", "absent.json", "absent.json"),
    ("echo '{}' > bad.json", "bad.json", "lacks \"schema\""),
    ("head -c 200 known.json > bad.json", "bad.json", "not JSON"),
    (#"sed 's/"complete": true/"complete": 1/' known.json > bad.json"#, "bad.json", "complete"),
    ("$C scan app --tools packages --format sarif --output s.sarif", "s.sarif", "lacks"),
  ])
  func `a baseline that is none, or that the tree could write, is refused`(
    prepare: String, file: String, says: String
  ) throws {
    let finished = try shell(
      "\(Self.scan) --json --output known.json; \(prepare); \(Self.scan) --baseline \(file)")
    #expect(finished.code == 2, "\(finished)")
    #expect(finished.errors.contains(says), "\(finished)")
  }

  private static func suppression(until day: String) -> String {
    """
    suppress:
      - {when: {advisories: [GHSA-flask]}, reason: not reached, owner: ada, expires: \(day)}
    """
  }

  @Test(arguments: [
    ("failOn: critical", "", 0, "the gate passed"),
    ("failOn: critical", "--fail-on high", 1, "It passes without F1"),
    ("rules: [{name: web, when: {packages: ['pkg:pypi/*']}}]", "--fail-on none", 1, "rule \"web\""),
    ("budgets: {high: 0}", "--fail-on none", 1, "1 high of which 0 may be"),
    ("require: {tools: [bandit]}", "", 3, "bandit did not run"),
    ("exclude: [{paths: ['*.txt'], reason: r, owner: o, expires: TOMORROW}]", "", 4, "1 skipped"),
    (suppression(until: "TOMORROW"), "", 0, "(1 suppressed)"),
    (suppression(until: "2026-01-31"), "", 1, "2026-01-31"),
    ("failOn: severe\nbudgets: []", "", 2, "p.yaml:2"),
  ])
  func `a policy decides`(policy: String, options: String, code: Int32, says: String) throws {
    try shell.workspace.write("schema: sentinel.scan-policy/1\n\(policy)\n", to: "p.yaml")
    let finished = try shell(
      """
      sed -i "s/TOMORROW/$(date -u -d tomorrow +%F)/" p.yaml
      \(Self.scan) --policy p.yaml --all \(options)
      """)
    #expect(finished.code == code, "\(finished)")
    #expect((finished.text + finished.errors).contains(says), "\(finished)")
  }

  @Test func `a policy in the scanned tree is refused`() throws {
    try shell.workspace.write("schema: sentinel.scan-policy/1\n", to: "app/p.yaml")
    let finished = try shell("\(Self.scan) --policy app/p.yaml")
    #expect(finished.code == 2, "\(finished)")
    #expect(finished.errors.contains("scanned tree"), "\(finished)")
  }
}
