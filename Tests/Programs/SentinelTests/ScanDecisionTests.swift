import TestSupport
import Testing

/// `sentinel scan --baseline`, through the whole command.
@Suite struct BaselineCommandTests {
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
}
