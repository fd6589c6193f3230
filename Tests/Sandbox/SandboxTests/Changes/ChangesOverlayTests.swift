import Kernel
import Testing

@testable import Sandbox

@Suite(.needsOverlay) struct ChangesOverlayTests {
  /// A change in short: kind, class and path.
  private func short(_ list: ChangeList) -> [String] {
    list.changes.map { "\($0.kind) \($0.class) \($0.from.map { $0 + " -> " } ?? "")\($0.path)" }
  }

  /// Runs a command over a workspace, checks the list, and that the patch makes the same tree.
  private func expect(
    _ changes: [String], lower: String, command: String, omitted: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let lab = try ChangesLab()
    #expect(try lab.run("cd lower\n" + lower) == 0, sourceLocation: location)
    #expect(try lab.overlay(command) == 0, sourceLocation: location)
    let list = try lab.list()
    #expect(list.reason == nil, sourceLocation: location)
    #expect(short(list) == changes, sourceLocation: location)
    let omissions = try lab.patch().map { "\($0.reason) \($0.path)" }
    #expect(omissions == omitted, sourceLocation: location)
    #expect(try lab.apply() == 0, sourceLocation: location)
    if !omitted.contains(where: { $0.hasPrefix("gitFolder") || $0.hasPrefix("specialFile") }) {
      #expect(try lab.isSameTree(), sourceLocation: location)
    }
  }

  @Test func `nothing done is nothing changed`() throws {
    try expect([], lower: "echo a >a; mkdir d; echo b >d/b", command: "cat a d/b")
  }

  @Test func `a file written, cut, appended to and made`() throws {
    try expect(
      ["added text d/new", "modified text a", "modified text b", "modified text c"].sorted {
        $0.split(separator: " ")[2] < $1.split(separator: " ")[2]
      }, lower: "seq 9 >a; seq 9 >b; seq 99 >c; mkdir d; echo x >d/x",
      command: "echo z >>a; : >b; sed -i 's/^50$/fifty/' c; printf end >d/new")
  }

  @Test func `a file copied up and put back is no change`() throws {
    try expect(
      [], lower: "echo a >a; mkdir -p d/e; echo b >d/e/b",
      command: "chmod 755 a; chmod 644 a; echo b >d/e/b; touch d")
  }

  @Test func `modes alone`() throws {
    try expect(
      ["mode executable a", "mode text b"], lower: "echo a >a; echo b >b; chmod 755 b",
      command: "chmod 755 a; chmod 644 b")
  }

  @Test func `a folder deleted with everything in it`() throws {
    try expect(
      ["deleted directory d", "deleted directory d/e", "deleted text d/e/y", "deleted text d/x"],
      lower: "mkdir -p d/e; echo x >d/x; echo y >d/e/y; echo k >k", command: "rm -r d")
  }

  @Test func `a folder deleted and made again is opaque`() throws {
    try expect(
      ["deleted text d/x", "added text d/z"],
      lower: "mkdir -p d; echo x >d/x; echo y >d/y",
      command: "rm -r d; mkdir d; echo z >d/z; echo y >d/y")
  }

  @Test func `an emptied folder that stays is said to be left out`() throws {
    try expect(
      ["deleted text d/x"], lower: "mkdir d; echo x >d/x; echo k >k", command: "rm d/x",
      omitted: ["emptyDirectory d"])
    try expect(
      ["deleted text d/x"], lower: "mkdir d; echo x >d/x; echo k >k",
      command: "rm -r d; mkdir d", omitted: ["emptyDirectory d"])
  }

  @Test func `a file renamed with its content is one change, a copy among equals is not`() throws {
    try expect(
      ["renamed text a -> d/b"], lower: "seq 30 >a; mkdir d; echo k >d/k", command: "mv a d/b")
    try expect(
      ["deleted text a", "added text b", "added text c"], lower: "seq 30 >a; echo k >k",
      command: "mv a b; cp b c")
    try expect(
      ["renamed executable a -> b"], lower: "seq 30 >a; echo k >k", command: "mv a b; chmod 755 b")
  }

  @Test func `a folder renamed is its files renamed`() throws {
    try expect(
      [
        "deleted directory d", "deleted directory d/e", "added directory n",
        "added directory n/e", "renamed text d/e/y -> n/e/y", "renamed text d/x -> n/x",
      ], lower: "mkdir -p d/e; echo x >d/x; echo y >d/e/y; echo k >k", command: "mv d n")
  }

  @Test func `types change in every direction`() throws {
    try expect(
      [
        "deleted directory d", "added text d", "deleted text d/x", "deleted text f",
        "added directory f", "added text f/n", "deleted text g", "symlink link g",
        "deleted directory h", "symlink link h", "deleted text h/x", "deleted link l",
        "added text l", "deleted link m", "added directory m", "added text m/n",
      ],
      lower: "mkdir d h; echo 1 >d/x; echo 2 >h/x; echo 3 >f; echo 4 >g; ln -s f l; ln -s h m",
      command: """
        rm -r d h; echo 5 >d; ln -s f h; rm f g l m; mkdir f m; echo 6 >f/n; ln -s d g
        echo 7 >l; echo 8 >m/n
        """)
  }

  @Test func `links are added, turned and deleted`() throws {
    try expect(
      ["symlink linkOutside a", "symlink link b", "deleted link c", "symlink linkOutside d/up"],
      lower: "ln -s x b; ln -s x c; echo x >x; mkdir d; echo k >d/k",
      command: "ln -s /etc/passwd a; ln -sfn d b; rm c; ln -s ../../x d/up")
  }

  @Test func `names with every kind of byte`() throws {
    try expect(
      [
        "added text \\x01", "modified text a b", "added text new\\x0aline", "deleted text q\"q",
        "added text tab\\x09\\\\", "added text tr ", "added text é\\xff",
      ].sorted {
        $0.split(separator: " ", maxSplits: 2)[2] < $1.split(separator: " ", maxSplits: 2)[2]
      },
      lower: "echo 1 >'a b'; echo 2 >'q\"q'",
      command: """
        echo 3 >>'a b'; rm 'q"q'; echo 4 >'new
        line'; echo 5 >"$(printf 'tab\\t\\\\')"; : >"$(printf '\\303\\251\\377')"
        : >'tr '; echo 6 >"$(printf '\\001')"
        """)
  }

  @Test func `contents without final newline, with carriage returns, binary, empty and large`()
    throws
  {
    try expect(
      [
        "modified text a", "modified text b", "modified binary c", "deleted binary d",
        "added text e", "deleted text f", "modified text g", "added binary h", "modified text i",
      ],
      lower: """
        printf 'one\\ntwo' >a; printf '1\\r\\n2\\r\\n' >b; seq 20000 | gzip -n >c
        head -c 100000 /dev/zero >d; : >f; seq 300000 >g; printf 'x' >i
        """,
      command: """
        printf '\\nthree' >>a; printf '1\\r\\n3\\r\\n' >b; seq 30000 | gzip -n >c; rm d f; : >e
        seq 5 300000 >g; head -c 3000000 /dev/zero | tr '\\0' '\\1' >h; printf '\\0' >>h
        printf '\\0' | cat - h >hh; mv hh h; printf 'x\\n' >i
        """)
  }

  @Test func `what git cannot carry is named`() throws {
    try expect(
      [
        "added hook .git/hooks/pre-commit", "added directory empty", "mode directory k",
        "added fifo pipe", "added text private", "added setuid su",
      ],
      lower: "mkdir -p .git/hooks k; echo k >k/k",
      command: """
        echo x >.git/hooks/pre-commit; mkdir empty; mkfifo pipe; echo s >su; chmod 4755 su
        echo p >private; chmod 000 private; chmod 700 k
        """,
      omitted: [
        "gitFolder .git/hooks/pre-commit", "emptyDirectory empty", "mode k", "specialFile pipe",
        "mode private", "mode su",
      ])
  }

  @Test func `hard links in the workspace are broken up and every name is a file of its own`()
    throws
  {
    try expect(
      ["modified text a", "added text c"], lower: "echo 1 >a; ln a b", command: "echo 2 >>a; ln b c"
    )
  }

  @Test func `a forged mark means nothing`() throws {
    let lab = try ChangesLab()
    try lab.run("cd lower; mkdir d; echo x >d/x")
    let code = try lab.overlay(
      """
      python3 -c '
      import os
      try: os.setxattr("d", "user.overlay.opaque", b"y")
      except OSError: pass
      '
      """)
    #expect(code == 0)
    #expect(try lab.list().changes.isEmpty)
  }
}
