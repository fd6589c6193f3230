import Testing

@testable import Findings
@testable import Text

@Suite struct FingerprinterTests {
  private static let code = """
    import os

    def run(name):
        # start it
        os.system("ls " + name)  # noqa

    class Shop:
        def run(self, name):
            os.system("ls " + name)
    """

  private func finding(
    _ line: Int, path: String = "app.py", rule: String = "B605", of weaknessClass: String? = nil
  ) -> Finding {
    Finding(
      id: "F1", fingerprint: "", tool: "bandit", ruleID: rule, weaknessClass: weaknessClass,
      title: "t", message: "m", severity: .high, confidence: .high,
      location: Location(path: path, startLine: line))
  }

  private func fingerprints(
    _ findings: [Finding], _ files: [String: String], key: [UInt8] = []
  ) -> [String] {
    var findings = findings
    Fingerprinter(secretKey: key).assign(to: &findings) { files[$0].map { SourceText($0) } }
    return findings.map(\.fingerprint)
  }

  @Test func `a moved line in a renamed and reformatted file keeps its fingerprint`() {
    let moved = """
      import os
      import sys
      def run(name):
        os . system( "ls "   + name ) # another remark
      """
    let before = fingerprints([finding(5)], ["app.py": Self.code])
    #expect(before == fingerprints([finding(4, path: "lib/b.py")], ["lib/b.py": moved]))
    #expect(before[0].utf8.count == 64)
  }

  @Test func `rule, code and enclosing scope each change the fingerprint`() {
    let files = ["app.py": Self.code]
    let prints = fingerprints(
      [finding(5), finding(5, rule: "B607"), finding(9), finding(1)], files)
    #expect(Set(prints).count == 4)
  }

  @Test func `tools that agree on the class agree on the fingerprint`() {
    let files = ["app.py": Self.code]
    let one = fingerprints([finding(5, rule: "B605", of: "command-injection")], files)
    #expect(one == fingerprints([finding(5, rule: "S605", of: "command-injection")], files))
  }

  @Test func `equals are numbered over the whole scan, so renames keep the set`() {
    let before = fingerprints(
      [finding(1, path: "a.py"), finding(1, path: "b.py"), finding(2, path: "b.py")],
      ["a.py": "eval(x)", "b.py": "eval(x)\neval(x)"])
    let after = fingerprints(
      [finding(1, path: "z.py"), finding(1, path: "b.py"), finding(2, path: "b.py")],
      ["z.py": "eval(x)", "b.py": "eval(x)\neval(x)"])
    #expect(Set(before).count == 3)
    #expect(Set(before) == Set(after))
  }

  @Test func `the order of the findings does not matter`() {
    var generator = SeededGenerator(seed: 7)
    let findings = [3, 5, 5, 8, 9, 9].flatMap { [finding($0), finding($0, path: "c.py")] }
    let files = ["app.py": Self.code, "c.py": Self.code]
    func placed(_ findings: [Finding]) -> [String] {
      zip(findings, fingerprints(findings, files)).map { finding, print in
        "\(finding.location.path):\(finding.location.startLine) \(print)"
      }.sorted()
    }
    let expected = placed(findings)
    for _ in 0..<20 {
      #expect(placed(findings.shuffled(using: &generator)) == expected)
    }
  }

  @Test func `hashes and scope are filled in`() {
    var findings = [finding(9)]
    Fingerprinter().assign(to: &findings) { _ in SourceText(Self.code) }
    #expect(findings[0].location.logicalName == "Shop.run")
    #expect(
      findings[0].location.snippetHash == SHA256.hex(of: Array(#"os.system("ls"+name)"#.utf8)))
    #expect(findings[0].lineHash == GitHubLineHash.hashes(of: SourceText(Self.code))[8])
  }

  @Test func `a secret has no snippet hash and its fingerprint needs the key`() {
    let files = ["app.py": Self.code]
    var findings = [finding(5, of: WeaknessClass.hardcodedCredential)]
    let secret = findings
    Fingerprinter().assign(to: &findings) { files[$0].map { SourceText($0) } }
    #expect(findings[0].location.snippetHash == nil)
    #expect(fingerprints(secret, files) != fingerprints(secret, files, key: [1, 2, 3]))
  }

  @Test func `unreadable files and lines beyond the end are told apart by path`() {
    let prints = fingerprints(
      [finding(5, path: "gone.py"), finding(6, path: "gone.py"), finding(900)],
      ["app.py": Self.code])
    #expect(Set(prints).count == 3)
    let elsewhere = fingerprints(
      [finding(50, path: "gone.py"), finding(60, path: "gone.py"), finding(901)],
      ["app.py": Self.code])
    #expect(prints == elsewhere)
  }

  @Test func `a package keeps its fingerprint when it gets a new version`() {
    func package(_ version: String, _ aliases: [String]) -> Finding {
      var finding = finding(1, path: "poetry.lock", rule: aliases[0])
      finding.aliases = aliases
      finding.package = Finding.AffectedPackage(purl: "pkg:pypi/requests", version: version)
      return finding
    }
    let one = fingerprints([package("1.0", ["PYSEC-1", "CVE-2024-1"])], [:])
    #expect(one == fingerprints([package("1.1", ["GHSA-x", "cve-2024-1"])], [:]))
    #expect(one != fingerprints([package("1.0", ["CVE-2024-2"])], [:]))
  }
}

@Suite struct CodeContextTests {
  private func normalized(_ text: String, path: String) -> String {
    let source = SourceText(text)
    let location = Location(path: path, startLine: 1, endLine: source.lines.count)
    let syntax = CommentSyntax(path: path)
    return String(decoding: CodeContext.normalized(source, location, syntax), as: UTF8.self)
  }

  @Test(arguments: [
    ("a.py", "x = '#no' # yes", "x='#no'"),
    ("a.py", ##"y = "\"#" # c"##, ##"y="\"#""##),
    ("a.sh", "echo ${#a} # c", "echo${#a}"),
    ("a.js", "f('//a') // b\n/* c\n d */ g()", "f('//a')g()"),
    ("a.sql", "SELECT 1 -- one", "SELECT1"),
    ("a.html", "<b>it's</b><!-- no -->", "<b>it's</b>"),
    ("Dockerfile", "# c\nRUN x", "RUNx"),
    ("a.py", "# password = 'x'", "#password='x'"),
    ("a.unknown", "a # b // c", "a#b//c"),
  ])
  func `white space and comments are dropped`(path: String, text: String, expected: String) {
    #expect(normalized(text, path: path) == expected)
  }
}

@Suite struct EnclosingScopesTests {
  @Test(arguments: [
    (
      "class A:\n  x = 1\n\n  async def b(self):\n    pass\ny = 2",
      ["A", "A", "A", "A.b", "A.b", nil]
    ),
    ("func (r *T) Read(p []byte) {\n\treturn\n}\nvar x", ["Read", "Read", nil, nil]),
    (
      "public class A {\n  void run(int a) {\n    if (a) {\n      go();",
      ["A", "A.run", "A.run", "A.run"]
    ),
    ("const go = (a) => {\n  a();\n};", ["go", "go", nil]),
    ("impl<T> Shop {\n    pub fn buy(&self) {\n        x()", ["Shop", "Shop.buy", "Shop.buy"]),
  ])
  func `functions and types around a line are named`(text: String, expected: [String?]) {
    let scopes = EnclosingScopes(of: SourceText(text))
    #expect(expected.indices.map { scopes.name(atLine: $0 + 1) } == expected)
  }
}
