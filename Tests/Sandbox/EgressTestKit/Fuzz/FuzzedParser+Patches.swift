internal import Patches

extension FuzzedParser {
  private static let diff = """
    diff --git a/a.py b/b.py
    similarity index 50%
    rename from a.py
    rename to b.py
    --- a/a.py
    +++ b/b.py
    @@ -1,2 +1,3 @@
     def f(x):
    -    return x
    +    y = x
    +    return y

    """
  private static let block =
    "a.py\n<<<<<<< SEARCH\n    return x\n=======\n    return 1\n>>>>>>> REPLACE\n"
  private static let patchMarks = [
    "--- ", "+++ ", "@@ -1 +1 @@\n", "@@ -0,0 +1 @@\n", "a/", "b/", "../", "/dev/null\n", ".git/",
    "new file mode 100644\n", "deleted file mode 100644\n", "120000\n", "```\n", "```diff\n",
    "-x\n",
    "+x\n", " \n", "\r\n", "\\ No newline at end of file\n", "<<<<<<< SEARCH\n", "=======\n",
    ">>>>>>> REPLACE\n", "{\"patch\":\"", "\"}", "\\n", "\"a\\303\\266\"", "9999999999",
  ]

  /// Candidates: what is taken leads nowhere else, and its canonical form does the same.
  static let patch = FuzzedParser(
    "patch",
    seeds: [
      diff, block, "Here:\n```diff\n\(diff)```\n", "{\"patch\": \"a.py\\n\", \"rationale\": \"r\"}",
      "--- /dev/null\n+++ b/c\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
      "--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\n",
    ], tokens: patchMarks
  ) { input, _ in
    let tree = MemoryTree(texts: [
      "a.py": "def f(x):\n    return x\n", "d": "z\n", "e": "x\r\ny\r\n",
    ])
    do throws(PatchRefusal) {
      let changes = try Candidate(reading: input).applied(to: tree)
      for file in changes.files {
        let parts = file.path.text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains("..") || parts.contains("") || parts.contains(".git") {
          return .broken("a path that leads out")
        }
      }
      guard try Candidate(reading: changes.rendered()).applied(to: tree) == changes else {
        return .broken("the canonical form does something else")
      }
      return .fine(behaviour: "\(changes.files.count) \(changes.syntaxDigest().prefix(2))")
    } catch {
      return .fine(behaviour: "\(error.reason.rawValue) \(error.message.prefix(24))")
    }
  }

  /// Source code: every token is a piece of the text, in order, in every language.
  static let code = FuzzedParser(
    "code",
    seeds: [
      "def f(a):\n    return f'{a!r:>{w}}' + \"\"\"x\n\"\"\"  # c\n",
      "let a = `b${c}` /* d */ + /e/g;\n",
      "fn f<'a>(x: &'a str) { r#\"x\"# }\n", "let s = \"\\(a + \"b\")\" // c\n",
    ],
    tokens: [
      "f'", "{", "}", "'", "\"", "\"\"\"", "\\", "\n", "\r\n", "\r", "\t", "    ", "#", "//", "/*",
      "*/",
      "`", "${", "\\(", "r#\"", "\"#", "lambda:", "1e-", ":=", "if a:\n", "é", "\u{2028}",
    ]
  ) { input, _ in
    var kinds = ""
    for language in CodeLanguage.allCases {
      let code = CodeTokens(input, language)
      var line = 1
      for token in code.tokens where token.kind != .holedString {
        if token.line < line && token.kind != .string { return .broken("lines go back") }
        line = max(line, token.line)
      }
      if language == .python { kinds = code.tokens.prefix(12).map(\.kind.rawValue).joined() }
    }
    return .fine(behaviour: kinds)
  }
}
