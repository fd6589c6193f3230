import Glibc
import Kernel
import TestSupport
import Testing

@testable import Sandbox

@Suite struct PrivateCopyTests {
  private func withTree(_ body: (BytePath) throws -> Void) throws {
    let base = BytePath("/tmp/sentinel-copy-test-\(WorkFolder.nonce())")
    defer { try? FileSystem.remove(base) }
    try FileSystem.makeFolder(base.appending("tree/closed"), mode: 0o755)
    try body(base)
  }

  @Test func `files, modes, times and links are copied, set-id bits and pipes are not`() throws {
    try withTree { base in
      let tree = base.appending("tree"), program = tree.appending("closed/program")
      try FileSystem.write("#!/bin/sh\n".utf8, to: program, mode: 0o750)
      #expect(unsafe chmod(program.description, 0o4750) == 0)
      #expect(unsafe symlink("../elsewhere", tree.appending("link").description) == 0)
      #expect(unsafe mkfifo(tree.appending("pipe").description, 0o600) == 0)
      #expect(unsafe chmod(tree.appending("closed").description, 0o700) == 0)
      let copy = try PrivateCopy(
        of: tree, in: try RunFolder(for: geteuid(), in: base, outside: tree))
      let made = copy.path.appending("closed/program")
      #expect(try FileSystem.read(made) == Array("#!/bin/sh\n".utf8))
      #expect(try FileStatus.of(made).permissions == 0o750)
      #expect(try FileStatus.of(copy.path.appending("closed")).permissions == 0o700)
      #expect(try FileSystem.linkTarget(copy.path.appending("link")) == "../elsewhere")
      #expect(!FileSystem.exists(copy.path.appending("pipe")))
      // The control: the copy is another file.
      try FileSystem.write("changed".utf8, to: made)
      #expect(try FileSystem.read(program) == Array("#!/bin/sh\n".utf8))
    }
  }

  @Test(.enabled(if: Caller.isRoot, "only root can give files away"))
  func `what belongs to others is not given to the payload`() throws {
    try withTree { base in
      let tree = base.appending("tree")
      for (name, uid) in [("own", geteuid()), ("other", 33)] {
        try FileSystem.write("x".utf8, to: tree.appending(name), mode: 0o600)
        #expect(unsafe chown(tree.appending(name).description, uid, uid) == 0)
      }
      let copy = try PrivateCopy(of: tree, in: try RunFolder(for: 61184, in: base, outside: tree))
      #expect(try FileStatus.of(copy.path.appending("own")).uid == 61184)
      let other = try FileStatus.of(copy.path.appending("other"))
      #expect(other.uid == 0 && other.permissions == 0o600)
    }
  }

  @Test func `a folder for temporary files in the workspace is not copied into itself`() throws {
    try withTree { base in
      let tree = base.appending("tree")
      let copy = try PrivateCopy(
        of: tree, in: try RunFolder(for: geteuid(), in: tree.appending("closed"), outside: tree))
      #expect(!copy.path.isWithin(base))
      let copied = try Descriptor.open(copy.path.appending("closed"), O_RDONLY | O_DIRECTORY)
      #expect(try copied.entries() == [])
    }
  }

  @Test func `the copy goes with its last owner`() throws {
    try withTree { base in
      var copy: PrivateCopy? = try PrivateCopy(
        of: base.appending("tree"),
        in: try RunFolder(for: geteuid(), in: base, outside: base.appending("tree")))
      let path = try #require(copy?.path)
      #expect(FileSystem.exists(path))
      #expect(try FileStatus.of(path.parent).permissions == 0o700, "others can read the copy")
      copy = nil
      #expect(!FileSystem.exists(path))
      #expect(try Descriptor.open(base, O_RDONLY | O_DIRECTORY).entries() == ["tree"])
    }
  }

  @Test func `a tree that is too deep is refused before anything is copied`() throws {
    try withTree { base in
      let deep = Array(repeating: "d", count: 514).joined(separator: "/")
      try FileSystem.makeFolder(base.appending("tree/\(deep)"))
      #expect {
        _ = try PrivateCopy(
          of: base.appending("tree"),
          in: try RunFolder(for: geteuid(), in: base, outside: base.appending("tree")))
      } throws: {
        ($0 as? Refusal)?.reason.contains("deeper than 512 folders") == true
      }
      #expect(try Descriptor.open(base, O_RDONLY | O_DIRECTORY).entries() == ["tree"])
    }
  }
}
