import FoundationEssentials
import TestSupport
import Testing

/// Reports that were made elsewhere, through the whole command.
@Suite struct ScanImportTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  private static let gosec = """
    {"Issues": [{"severity": "HIGH", "confidence": "HIGH", "cwe": {"id": "89"}, "rule_id": "G201",
      "details": "SQL string formatting", "file": "/src/db.go", "line": "7-9", "column": "3"}],
     "Stats": {"files": 1, "lines": 9, "nosec": 0, "found": 1}}
    """

  @Test(arguments: [
    ("--tool gosec", 1), ("", 1), ("--fail-on critical", 0), ("--tool brakeman", 2),
    ("--tool gosek", 2), ("--fail-on awful", 2),
  ])
  func `a report has the exit code of a scan`(options: String, code: Int32) throws {
    try shell.workspace.write(Self.gosec, to: "report.json")
    let finished = try shell("$C scan import report.json \(options) --json")
    #expect(finished.code == code, "\(finished)")
    if code == 2 { #expect(finished.text.isEmpty && !finished.errors.isEmpty) }
  }

  @Test func `paths below the folder that the tool saw are those of the tree`() throws {
    try shell.workspace.write(Self.gosec, to: "report.json")
    let finished = try shell("$C scan import report.json --root /src --format sarif")
    #expect(finished.text.contains(#""uri": "db.go""#), "\(finished)")
  }

  @Test func `a tool that could not read everything makes the result partial`() throws {
    try shell.workspace.write(
      """
      {"Issues": [], "Golang errors": {"/src/x.go": [{"line": 1, "error": "no package"}]},
       "Stats": {"files": 0, "lines": 0, "nosec": 0, "found": 0}}
      """, to: "report.json")
    let finished = try shell("$C scan import report.json")
    #expect(finished.code == 3, "\(finished)")
    #expect(finished.text.contains("no package"), "\(finished)")
  }

  @Test func `nothing claims that files were examined which nobody here has seen`() throws {
    try shell.workspace.write(
      #"{"Issues": [], "Stats": {"files": 4, "nosec": 0, "found": 0}}"#, to: "report.json")
    let finished = try shell("$C scan import report.json")
    #expect(finished.code == 0, "\(finished)")
    #expect(!finished.text.contains("every file was examined"), "\(finished)")
  }

  @Test(arguments: ["", "{}", "[1", "plain", "\u{0}", "<a/>", "{\"runs\": 1}"])
  func `what is no report is refused and nothing is written`(content: String) throws {
    try shell.workspace.write(content, to: "report.json")
    let finished = try shell("$C scan import report.json --output out.txt; c=$?; ls; exit $c")
    #expect(finished.code == 2, "\(finished)")
    #expect(finished.errors.contains("report.json"), "\(finished)")
    #expect(!finished.text.contains("out.txt"), "\(finished)")
  }

  @Test func `a report cannot steer the terminal`() throws {
    try shell.workspace.write(
      Self.gosec.replacing("SQL string", with: "\\u001b]0;owned\\u0007\\u202e SQL"),
      to: "report.json")
    let finished = try shell("$C scan import report.json")
    #expect(!finished.text.contains("\u{1B}") && !finished.text.contains("\u{202E}"))
    #expect(finished.text.contains("owned"), "\(finished)")
  }

  @Test func `completions of shells know no command of two words`() throws {
    let finished = try shell(
      "$C --generate-completion-script bash | bash -n; echo ${PIPESTATUS[*]}; "
        + "$C help scan import | head -1; $C scan import --help | grep -c trivy")
    #expect(finished.code == 0 && finished.text.hasPrefix("0 0\n"), "\(finished)")
    #expect(finished.text.contains("Reads a report that a tool wrote elsewhere"), "\(finished)")
  }

  @Test func `the tools whose reports can be read are listed`() throws {
    let finished = try shell("$C scan import --list")
    #expect(finished.code == 0, "\(finished)")
    for name in ["trivy", "zap", "cyclonedx", "gitlab", "sarif"] {
      #expect(finished.text.contains(name))
    }
  }
}
