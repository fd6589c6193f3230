import Testing

@testable import Patches

@Suite struct TokenTests {
  private func texts(_ code: String, _ language: CodeLanguage) -> [String] {
    CodeTokens(Array(code.utf8), language).tokens.filter { $0.kind != .newline }.map(\.text)
  }

  @Test func `strings with holes show the code inside`() {
    #expect(
      texts("f'a{x[\"k\"]:>{w}}b'", .python) == [
        "f'a{x[\"k\"]:>{w}}b'", "x", "[", "\"k\"", "]", "w",
      ])
    #expect(texts("`a${f(`b${c}`)}`", .javascript).contains("c"))
    #expect(texts("\"a\\(b + \"c\")\"", .swift).contains("b"))
  }

  @Test func `what looks like a comment in a string is none`() {
    let tokens = CodeTokens(Array("x = '# no' # yes\ny = \"\"\"# no\n\"\"\"\n".utf8), .python)
      .tokens
    #expect(tokens.filter { $0.kind == .comment }.map(\.text) == ["# yes"])
    #expect(texts("let r = /[/*]/g; // c", .javascript).last == "// c")
    #expect(texts("let s = r#\"// \"# ; // c", .rust).last == "// c")
    #expect(texts("fn f<'a>(x: &'a str) -> char { 'x' }", .rust).contains("'a"))
  }

  @Test func `blocks of Python open and close`() {
    let kinds = CodeTokens(Array("if a:\n  b\n  # c\n\n  d\ne\n".utf8), .python).tokens.map(\.kind)
    #expect(kinds.filter { $0 == .indent }.count == 1)
    #expect(kinds.filter { $0 == .dedent }.count == 1)
    #expect(kinds.filter { $0 == .newline }.count == 4)
  }

  @Test(arguments: ["x = (", "'abc\n", "if a:\n    b\n  c\n", "f'{a'", "x = 1)\n", "\u{1}"])
  func `text that is no Python is named`(code: String) {
    #expect(CodeTokens(Array(code.utf8), .python).fault != nil)
  }

  @Test func `no bytes make a reader crash or hang`() {
    var state: UInt64 = 7
    let parts = [
      "f'", "{", "}", "'", "\"\"\"", "\\", "\n", "\r", "#", "//", "/*", "*/", "`", "${", "\\(",
      "r#\"",
      "a", "1e", ".", "(", ")", ":", "  ", "\t", "<<<<<<< SEARCH\n", "=======\n",
      ">>>>>>> REPLACE\n",
      "--- a\n", "+++ a\n", "@@ -1 +1 @@\n", "diff --git a/a b/a\n", "\\ No\n", "-x\n", "+y\n",
      "```\n",
      "rename from a\n", "{\"patch\":\"", "\u{202E}", "é",
    ]
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<24 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += parts[Int(state >> 33) % parts.count]
      }
      let bytes = Array(text.utf8)
      for language in CodeLanguage.allCases {
        let code = CodeTokens(bytes, language)
        #expect(code.tokens.count <= bytes.count + 300)
      }
      guard let candidate = try? Candidate(reading: bytes) else { continue }
      let tree = MemoryTree(texts: ["a": "x\n", "b": ""])
      guard let changes = try? candidate.applied(to: tree) else { continue }
      let again = try? Candidate(reading: changes.rendered()).applied(to: tree)
      #expect(again == changes, "\(text)")
    }
  }
}
