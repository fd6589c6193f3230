import CKernel
import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

@testable import Sandbox

/// What a command changed, read from a whole copy of the workspace in place of an overlay's layer.
@Suite struct ChangesOfCopyTests {
  /// A workspace, its copy, and what is found when `body` has worked on the copy.
  private func changes(_ body: (BytePath) throws -> Void) throws -> [String] {
    let scratch = try Scratch("copied")
    let tree = try FileSystem.resolve(BytePath(scratch.url.path)).appending("tree")
    try FileSystem.makeFolder(tree.appending("folder"))
    for name in ["kept", "other", "folder/inner"] {
      try FileSystem.write("text of \(name)\n".utf8, to: tree.appending(name))
    }
    #expect(unsafe mkfifo(tree.appending("pipe").description, 0o600) == 0)
    #expect(unsafe chmod(tree.appending("folder").description, 0o2755) == 0)
    let folder = try RunFolder(for: nil, in: tree.parent, outside: tree)
    let copy = try PrivateCopy(of: tree, in: folder)
    let copied = try FileStatus.of(try folder.makeFolder("after")).changed
    try body(copy.path)
    let upper = try Descriptor.open(copy.path, O_RDONLY | O_DIRECTORY)
    let list = try OverlayChanges(upper: upper, lower: tree, copied: copied).changes()
    #expect(list.reason == nil)
    return list.changes.map { "\($0.kind.rawValue) \($0.path)" }.sorted()
  }

  @Test func `an untouched copy differs in nothing, though pipes and set-id bits stay behind`()
    throws
  {
    #expect(try changes { _ in } == [])
  }

  @Test func `times that were set back hide no change`() throws {
    let found = try changes { copy in
      let file = copy.appending("kept")
      var status = stat()
      #expect(unsafe stat(file.description, &status) == 0)
      try FileSystem.write("TEXT of kept\n".utf8, to: file)
      let times = [status.st_atim, status.st_mtim]
      #expect(unsafe utimensat(AT_FDCWD, file.description, times, 0) == 0)
    }
    #expect(found == ["modified kept"])
  }

  @Test func `an overlay's marks mean nothing in a copy`() throws {
    let found = try changes { copy in
      for (path, name, value) in [
        ("folder", "opaque", "x"), ("folder", "redirect", "/"), ("kept", "metacopy", ""),
        ("kept", "redirect", "/other"), ("folder/inner", "whiteout", "y"),
      ] {
        let file = try Descriptor.open(copy.appending(path), O_RDONLY)
        let set = unsafe sentinel_set_attribute(
          file.number, "user.overlay.\(name)", value, value.utf8.count)
        #expect(set == 0)
      }
      try FileSystem.write([], to: copy.appending("folder/inner"))
    }
    #expect(found == ["modified folder/inner"])
  }

  @Test func `what was taken away, exchanged and added is told`() throws {
    let found = try changes { copy in
      try FileSystem.remove(copy.appending("other"))
      try FileSystem.remove(copy.appending("folder"))
      try FileSystem.write("a file now".utf8, to: copy.appending("folder"))
      #expect(unsafe symlink("kept", copy.appending("link").description) == 0)
    }
    #expect(
      found == [
        "added folder", "deleted folder", "deleted folder/inner", "deleted other", "symlink link",
      ])
  }
}
