import Testing
import Text

/// Which paths a pattern fits.
@Suite struct PathPatternTests {
  /// The examples of the published description of code owners' files, then our own.
  private static let cases: [(String, String, Bool)] = [
    ("*", "a/b.txt", true), ("*.js", "app/x/main.js", true), ("*.js", "main.jsx", false),
    ("/build/logs/", "build/logs/a/b.log", true), ("/build/logs/", "x/build/logs/a", false),
    ("docs/*", "docs/getting-started.md", true),
    ("docs/*", "docs/build-app/troubleshooting.md", false),
    ("apps/", "x/apps/a.swift", true), ("apps/", "apps", false),
    ("/docs/", "docs/a/b.md", true), ("/docs/", "x/docs/a", false),
    ("/scripts/", "scripts/run", true), ("**/logs", "build/logs/a/b", true),
    ("**/logs", "logs/a", true), ("**/logs", "deeply/nested/logs", true),
    ("/apps/github", "apps/github", true), ("/apps/github", "apps/github/a", true),
    ("/apps/github", "apps/githubs", false),

    ("src/**", "src/a/b.py", true), ("src/**", "src", false), ("src/**", "srcs/a", false),
    ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/x/y/c", false),
    ("**", "a/b", true), ("a*b*c", "aXbYbZc", true), ("a*b*c", "ac", false),
    ("a?c", "abc", true), ("a?c", "ac", false), ("a.b", "axb", false), ("[ab]", "a", false),
    ("B6*", "B602", true), ("ü*", "übung", true), ("", "a", false), ("/", "a", false),
    ("a", "", false), ("A.py", "a.py", false),
  ]

  @Test(arguments: cases)
  func `a pattern fits what code owners' files say that it fits`(
    pattern: String, path: String, fits: Bool
  ) {
    #expect(PathPattern(pattern).matches(path) == fits)
  }

  @Test func `case counts unless it is to be ignored`() {
    #expect(PathPattern("Conftest.PY", ignoresCase: true).matches("a/conFTest.py"))
    #expect(!PathPattern("Conftest.PY").matches("a/conftest.py"))
  }

  @Test func `a hostile name or pattern costs no more than the product of their lengths`() {
    let stars = PathPattern(String(repeating: "*a", count: 200) + "b")
    #expect(!stars.matches(String(repeating: "a", count: 5_000)))
    let folders = PathPattern(String(repeating: "**/a/", count: 200) + "b")
    #expect(!folders.matches(String(repeating: "a/", count: 2_000) + "c"))
  }
}
