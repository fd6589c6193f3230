import Findings
import Glibc
import Kernel
import Testing

@testable import Scanning

@Suite struct `Walks` {
  @Test func `Files are found by bytes, in order, with what they look like`() throws {
    let folder = try TemporaryFolder()
    try folder.write("b/two.py", "x = 1\n")
    try folder.write("a.py", "")
    try folder.write("tool", "#!/usr/bin/env -S python3 -u\nx = 1\n")
    try folder.write(Array("data".utf8), [0, 1, 2])
    try folder.write(Array("old.txt".utf8), Array("caf".utf8) + [0xE9])
    try folder.write(Array("wide.txt".utf8), [0xFF, 0xFE, 0x61, 0, 0x0A, 0])
    let tree = try folder.tree()
    #expect(
      tree.files.map(\.path.text) == ["a.py", "b/two.py", "data", "old.txt", "tool", "wide.txt"])
    #expect(
      tree.files.map(\.content) == [
        .empty, .text, .binary, .otherEncoding, .text, .otherEncoding,
      ])
    #expect(tree.files[4].interpreter == "python3")
    #expect(tree.skipped.isEmpty)
  }

  @Test func `Links, loops, pipes, caches and huge files are left out with their reasons`() throws {
    let folder = try TemporaryFolder()
    try folder.write("real/a.py", "x = 1\n")
    try folder.write("node_modules/x/b.py", "x = 1\n")
    try folder.write("deep/.git/config", "x\n")
    try folder.write("huge.py", String(repeating: "#", count: 200))
    for (target, name) in [("real/a.py", "link.py"), (".", "loop"), ("/etc", "out")] {
      unsafe #expect(symlink(target, "\(folder.text)/\(name)") == 0)
    }
    unsafe #expect(mkfifo("\(folder.text)/pipe", 0o600) == 0)
    let tree = try FileTree.walk(folder.path, limits: FileTree.Limits(fileBytes: 100))
    #expect(tree.files.map(\.path.text) == ["real/a.py"])
    let reasons = Dictionary(
      uniqueKeysWithValues: tree.skipped.map { ($0.path.text, $0.reason) })
    #expect(
      reasons == [
        "node_modules": .excludedFolder, "deep/.git": .excludedFolder, "huge.py": .tooLarge,
        "link.py": .symbolicLink, "loop": .symbolicLink, "out": .symbolicLink,
        "pipe": .specialFile,
      ])
  }

  @Test func `Ignore files of the tree are not obeyed`() throws {
    let folder = try TemporaryFolder()
    try folder.write(".gitignore", "*.py\n")
    try folder.write("a.py", "x = 1\n")
    #expect(try folder.tree().files.map(\.path.text) == [".gitignore", "a.py"])
  }

  @Test func `Names that are not UTF-8 are kept and shown with escapes`() throws {
    let folder = try TemporaryFolder()
    let name = Array("caf".utf8) + [0xE9] + Array(".py".utf8)
    try folder.write(name, Array("x = 1\n".utf8))
    let tree = try folder.tree()
    #expect(tree.files.map(\.path.bytes) == [name])
    #expect(tree.files.map(\.path.text) == ["caf\\xE9.py"])
    #expect(tree.source(at: "caf\\xE9.py")?.bytes == Array("x = 1\n".utf8))
  }

  @Test func `A tree deeper than the limit is not silently cut`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1/2/3/4/a.py", "x = 1\n")
    let tree = try FileTree.walk(folder.path, limits: FileTree.Limits(depth: 2))
    #expect(tree.skipped.map(\.path.text) == ["1/2/3"])
    #expect(tree.skipped.allSatisfy { $0.isBlind && $0.isFolder })
  }

  @Test func `A folder that became a link after the walk is not entered`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/b/c.py", "x = 1\n")
    let tree = try folder.tree()
    #expect(try tree.content(of: tree.files[0]) == Array("x = 1\n".utf8))
    try FileSystem.rename(
      BytePath("\(folder.text)/a"), to: BytePath("\(folder.text)/elsewhere"))
    unsafe #expect(symlink("elsewhere", "\(folder.text)/a") == 0)
    #expect(throws: KernelFailure.self) { try tree.content(of: tree.files[0]) }
  }

  @Test func `A root that is no folder is a usage error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.py", "x = 1\n")
    for path in ["a.py", "absent"] {
      #expect(throws: ScanError(.usage, "", context: "\(folder.text)/\(path)")) {
        try FileTree.walk(folder.path + Array("/\(path)".utf8))
      }
    }
  }

  @Test func `A folder that could not be seen leaves the scan incomplete`() async throws {
    let tree = FileTree(
      root: Array("/tmp".utf8), files: [],
      skipped: [SkippedPath(path: TreePath("secret"), reason: .unreadable, isFolder: true)])
    let result = try await ScanPipeline(runner: FakeRunner([:])).scan(
      tree, with: [ChosenTool(try Fixtures.tool("bandit"), .success(.imagined("bandit")))],
      ScanOptions(parallelism: 1))
    #expect(!result.isComplete)
    let decision = ExitDecision(result, Gate(failOn: nil).verdict(on: []))
    #expect(decision.code == 3)
    #expect(decision.reason == "incomplete: secret was not seen")
  }

  @Test func `A source file that could not be read leaves its tools blind`() async throws {
    let tree = FileTree(
      root: Array("/tmp".utf8), files: [],
      skipped: [SkippedPath(path: TreePath("a.py"), reason: .tooLarge)])
    let result = try await ScanPipeline(runner: FakeRunner([:])).scan(
      tree, with: [ChosenTool(try Fixtures.tool("bandit"), .success(.imagined("bandit")))],
      ScanOptions(parallelism: 1))
    #expect(result.tools.map(\.state) == [.blind])
  }

  @Test(arguments: [
    ("#!/bin/sh", "sh"), ("#!/usr/bin/env python3", "python3"), ("#! /bin/bash -e", "bash"),
    ("#!/usr/bin/env -S FOO=1 python3 -u", "python3"), ("#!/bin/sh\r", "sh"), ("#!", nil),
    ("#!/usr/bin/env", nil), ("echo", nil), ("# !/bin/sh", nil),
  ])
  func `The program of the first line is found`(line: String, program: String?) {
    #expect(FileEntry.interpreter(of: Array("\(line)\nrest\n".utf8)) == program)
  }

  @Test(arguments: [
    ("# shellcheck disable=SC1\n", "# ---------- disable=SC1\n"),
    ("#shellcheck disable=all", "#---------- disable=all"),
    ("# shellcheck shell=sh disable=SC1,SC2\n", "# shellcheck shell=sh                \n"),
    ("x # shellcheck disable=SC1\ny\n", "x # ---------- disable=SC1\ny\n"),
    ("# shellcheck shell=sh\n", "# shellcheck shell=sh\n"), ("# disable=SC1\n", "# disable=SC1\n"),
    ("echo '#' # shellcheck disable=SC1", "echo '#' # ---------- disable=SC1"),
    ("#\u{A0}shellcheck disable=SC1", "#\u{A0}---------- disable=SC1"),
    ("# shellcheck\u{200B}disable=SC1", "# ----------\u{200B}disable=SC1"),
    (
      "# shellcheck shell=sh # shellcheck disable=SC1 disable=SC2",
      "# shellcheck shell=sh # ----------                        "
    ),
    ("x#shellcheck disable=SC1#shellcheck x", "x#shellcheck                        x"),
    ("# shellchecks disable=SC1", "# shellchecks disable=SC1"), ("#shellcheck", "#shellcheck"),
  ])
  func `Comments that silence the shell linter are blanked in place`(line: String, blanked: String)
  {
    #expect(String(decoding: ShellDirectives.blanked(Array(line.utf8)), as: UTF8.self) == blanked)
    #expect(ShellDirectives.arePresent(in: Array(line.utf8)) == (line != blanked))
  }

  @Test(
    .timeLimit(.minutes(5)), arguments: ["#", "#\u{A0}", "# shellcheck ", "#shellcheck disable=a "])
  func `A line of nothing but comments is read in one go`(comment: String) {
    let line = Array(String(repeating: comment, count: 300_000 / comment.utf8.count).utf8)
    #expect(ShellDirectives.blanked(line).count == line.count)
  }

  @Test(
    arguments: [
      ([0x61, 0xE9], "a\u{E9}"), ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], "a\n"),
      ([0xFE, 0xFF, 0, 0x61], "a"), ([0x61], "a"),
    ] as [([UInt8], String)])
  func `Older encodings become UTF-8 line by line`(bytes: [UInt8], text: String) {
    #expect(TextEncoding.utf8(bytes) == Array(text.utf8))
  }
}
