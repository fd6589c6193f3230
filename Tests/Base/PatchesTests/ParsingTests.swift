import Testing

@testable import Patches

/// Reads a candidate and applies it.
func applied(_ text: String, to files: [String: String]) throws(PatchRefusal) -> ChangeSet {
  try Candidate(reading: Array(text.utf8)).applied(to: MemoryTree(texts: files))
}

/// The reason for which a candidate is refused; nil when it is taken.
func refusal(_ text: String, on files: [String: String] = [:]) -> PatchRefusal? {
  do throws(PatchRefusal) {
    _ = try applied(text, to: files)
    return nil
  } catch {
    return error
  }
}

@Suite struct UnifiedDiffTests {
  private let files = ["src/a.py": "one\ntwo\nthree\n", "b.txt": "x\r\ny\r\n", "c": "no end"]

  private func text(_ changes: ChangeSet, _ path: String) -> String? {
    changes.files.first { $0.path.description == path }?.new.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: ["a/|b/", "|", "a/|b/\n"])
  func `prefixes are optional`(prefixes: String) throws {
    let parts = prefixes.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.filter { $0 != "\n" }
    }
    let changes = try applied(
      "--- \(parts[0])src/a.py\n+++ \(parts[1])src/a.py\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
      to: files)
    #expect(text(changes, "src/a.py") == "one\n2\nthree\n")
  }

  @Test func `several files, new, deleted and renamed, are one candidate`() throws {
    let changes = try applied(
      """
      diff --git a/src/a.py b/src/z.py
      similarity index 80%
      rename from src/a.py
      rename to src/z.py
      --- a/src/a.py
      +++ b/src/z.py
      @@ -1,3 +1,3 @@
       one
      -two
      +zwei
       three
      diff --git a/new.txt b/new.txt
      new file mode 100644
      --- /dev/null
      +++ b/new.txt
      @@ -0,0 +1 @@
      +hello
      diff --git a/c b/c
      deleted file mode 100644
      --- a/c
      +++ /dev/null
      @@ -1 +0,0 @@
      -no end
      \\ No newline at end of file

      """, to: files)
    #expect(changes.files.map(\.path.description) == ["c", "new.txt", "src/z.py"])
    #expect(text(changes, "src/z.py") == "one\nzwei\nthree\n")
    #expect(changes.files[0].new == nil)
    #expect(changes.files[2].oldPath?.description == "src/a.py")
  }

  @Test func `line ends are kept as they are`() throws {
    let changes = try applied(
      "--- b.txt\n+++ b.txt\n@@ -1,2 +1,2 @@\n x\r\n-y\r\n+z\r\n", to: files)
    #expect(text(changes, "b.txt") == "x\r\nz\r\n")
    let mismatch = "--- b.txt\n+++ b.txt\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n"
    #expect(refusal(mismatch, on: files)?.reason == .unappliable)
    let ended = try applied(
      "--- c\n+++ c\n@@ -1 +1 @@\n-no end\n\\ No newline at end of file\n+an end\n", to: files)
    #expect(text(ended, "c") == "an end\n")
  }

  @Test func `context must match byte by byte, elsewhere only where it is unique`() throws {
    let moved = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n b\n-c\n+d\n"
    #expect(text(try applied(moved, to: ["f": "a\nx\nb\nc\n"]), "f") == "a\nx\nb\nd\n")
    #expect(refusal(moved, on: ["f": "a\nb\nc\nb\nc\n"])?.reason == .unappliable)
    #expect(refusal(moved, on: ["f": "a\n b\nc\n"])?.near == ["2: b"])
  }

  @Test func `what a candidate does can be written as a canonical diff and read again`() throws {
    let text =
      "Sure!\n```diff\n--- src/a.py\n+++ src/a.py\n@@ -2 +2,2 @@\n-two\n+2\n+2b\n```\nDone.\n"
    let changes = try applied(text, to: files)
    let rendered = String(decoding: changes.rendered(), as: UTF8.self)
    #expect(rendered.hasPrefix("diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n"))
    #expect(try applied(rendered, to: files) == changes)
  }

  @Test(arguments: [
    ("--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-a\n+b\n", PatchRefusal.Reason.absolutePath),
    ("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", .parentSegment),
    ("--- /dev/null\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1 @@\n+x\n", .gitFolder),
    ("--- /dev/null\n+++ b/x/.GIT /config\n@@ -0,0 +1 @@\n+x\n", .gitFolder),
    ("--- /dev/null\n+++ b/.gitmodules\n@@ -0,0 +1 @@\n+x\n", .submodule),
    (
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n",
      .link
    ),
    (
      "diff --git a/s b/s\nnew file mode 160000\n--- /dev/null\n+++ b/s\n@@ -0,0 +1 @@\n+x\n",
      .submodule
    ),
    ("diff --git a/c b/c\nold mode 100644\nnew mode 100755\n", .mode),
    (
      "diff --git a/x b/x\nnew file mode 100755\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+x\n", .mode
    ),
    ("diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 1\nIcmZPo000310RR91\n", .binary),
    ("diff --git a/x b/x\nBinary files a/x and b/x differ\n", .binary),
    ("--- c\n+++ c\n@@ -1,2 +1 @@\n-no end\n", .unparsable),
    ("--- c\n+++ c\n@@ -1 +1 @@\n-no end\n+x\n+y\n", .unparsable),
    ("--- c\n+++ c\n@@ -1 +1 @@\n-other\n+x\n", .unappliable),
    ("--- q\n+++ q\n@@ -1 +1 @@\n-other\n+x\n", .unappliable),
    ("diff --git a/c b/c\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-one\n+x\n", .unparsable),
    (
      "--- c\n+++ c\n@@ -1 +1 @@\n-no end\n\\ No newline at end of file\n+x\n--- c\n+++ c\n@@ -1 +1 @@\n"
        + "-no end\n\\ No newline at end of file\n+y\n", .conflict
    ),
    ("--- /dev/null\n+++ b/c/d\n@@ -0,0 +1 @@\n+x\n", .unappliable),
    ("--- /dev/null\n+++ \"b/x\\001\"\n@@ -0,0 +1 @@\n+x\n", .badPath),
    ("I could not find a fix.", .unparsable), ("", .unparsable), ("{\"patch\": 3}", .unparsable),
    ("{\"patch\": \"x\", \"verdict\": \"accept\"}", .unparsable), ("{", .unparsable),
  ])
  func `what must not be applied is refused whole`(
    text: String, reason: PatchRefusal.Reason
  ) {
    #expect(refusal(text, on: files)?.reason == reason)
  }

  @Test func `nothing is done through a link`() throws {
    let path = try #require(PatchPath("l"))
    let tree = MemoryTree([path: .link])
    for text in [
      "--- l\n+++ l\n@@ -1 +1 @@\n-a\n+b\n", "--- /dev/null\n+++ b/l/x\n@@ -0,0 +1 @@\n+b\n",
      "--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+b\n",
    ] {
      let candidate = try Candidate(reading: Array(text.utf8))
      #expect(throws: PatchRefusal.self) { try candidate.applied(to: tree) }
      do { _ = try candidate.applied(to: tree) } catch { #expect(error.reason == .link) }
    }
  }

  @Test func `one hunk that does not fit stops the whole candidate`() {
    let text = """
      --- src/a.py
      +++ src/a.py
      @@ -1 +1 @@
      -one
      +1
      --- c
      +++ c
      @@ -1 +1 @@
      -wrong
      +x

      """
    #expect(refusal(text, on: files)?.path == "c")
  }
}

@Suite struct SearchReplaceTests {
  private func block(_ search: String, _ replace: String, path: String = "f.py\n") -> String {
    "\(path)<<<<<<< SEARCH\n\(search)=======\n\(replace)>>>>>>> REPLACE\n"
  }

  private func result(_ text: String, _ content: String) throws(PatchRefusal) -> String {
    String(decoding: try applied(text, to: ["f.py": content]).files[0].new ?? [], as: UTF8.self)
  }

  @Test(arguments: ["f.py\n", "**f.py**\n", "`f.py`\n```python\n", "Fix:\n\nf.py\n```\n"])
  func `the path stands above the block`(path: String) throws {
    #expect(try result(block("b\n", "c\n", path: path), "a\nb\n") == "a\nc\n")
  }

  @Test func `a search text that is not unique is refused with its places`() {
    let twice = refusal(block("b\n", "c\n"), on: ["f.py": "b\na\nb\n"])
    #expect(twice?.reason == .unappliable)
    #expect(twice?.near == ["1: b", "3: b"])
    let near = refusal(block("return  x\n", "c\n"), on: ["f.py": "a\n  return x\n"])
    #expect(near?.near == ["2: return x"])
  }

  @Test func `blocks follow each other and may make files`() throws {
    let text =
      block("a\n", "1\n") + block("b\n", "2\n", path: "") + block("", "new\n", path: "g.py\n")
    let changes = try applied(text, to: ["f.py": "a\nb\n"])
    #expect(
      changes.files.map { String(decoding: $0.new ?? [], as: UTF8.self) } == ["1\n2\n", "new\n"])
  }

  @Test func `a file keeps its line ends and its missing last one`() throws {
    #expect(try result(block("b\n", "c\nd\n"), "a\r\nb\r\n") == "a\r\nc\r\nd\r\n")
    #expect(try result(block("b\n", "c\n"), "a\nb") == "a\nc")
  }

  @Test(arguments: [
    "f.py\n<<<<<<< SEARCH\na\n", "f.py\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n",
    "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
    "f.py\n<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n",
    "f.py\n>>>>>>> REPLACE\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
  ])
  func `a broken block is refused`(text: String) {
    #expect(refusal(text, on: ["f.py": "a\n"])?.reason == .unparsable)
  }

  @Test func `an object carries any form and its rationale`() throws {
    let candidate = try Candidate(
      reading: Array(
        #"{"rationale":"because","patch":"f.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"}"#
          .utf8))
    #expect(candidate.rationale == "because")
    #expect(try candidate.applied(to: MemoryTree(texts: ["f.py": "a\n"])).files.count == 1)
  }

  @Test func `two diffs to choose from are refused`() {
    let diff = "```\n--- f.py\n+++ f.py\n@@ -1 +1 @@\n-a\n+b\n```\n"
    #expect(refusal(diff + diff, on: ["f.py": "a\n"])?.reason == .unparsable)
    #expect(
      refusal(diff + "--- f.py\n+++ f.py\n@@ -1 +1 @@\n-a\n+c\n", on: ["f.py": "a\n"])?.reason
        == .unparsable)
  }
}

@Suite struct SyntaxDigestTests {
  private func digest(_ new: String, path: String = "f.py") throws -> String {
    let path = try #require(PatchPath(path))
    return ChangeSet([.init(path: path, old: Array("x = 1\n".utf8), new: Array(new.utf8))])
      .syntaxDigest()
  }

  @Test(arguments: [
    "def f(a):\n  return 'x'  # why\n", "\n\ndef f( a ):\n\n    # c\n    return \"x\"\n",
    "def f(\n    a):\n        return 'x'",
  ])
  func `blank space, comments and quotes make no other candidate`(text: String) throws {
    #expect(try digest(text) == digest("def f(a):\n    return 'x'\n"))
  }

  @Test(arguments: [
    "def f(a):\n    return 'y'\n", "def f(a):\n    pass\nreturn 'x'\n", "def f(a): return 'x'\n",
    "def f(a):\n    return 'x' 'y'\n", "def g(a):\n    return 'x'\n",
  ])
  func `other code is another candidate`(text: String) throws {
    #expect(try digest(text) != digest("def f(a):\n    return 'x'\n"))
  }

  @Test func `other languages go by their tokens`() throws {
    let one = try digest("int f() { /* a */ return 1; }\n", path: "f.c")
    #expect(try one == digest("int f()\n{\n  return 1;\n}\n", path: "f.c"))
    #expect(try one != digest("int f() { return 2; }\n", path: "f.c"))
  }
}
