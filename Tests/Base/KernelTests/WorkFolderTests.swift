import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

/// What is removed is what was made, whatever stands at its name by then.
struct WorkFolderTests {
  @Test func `a folder that somebody exchanged for a link takes nothing along`() throws {
    let scratch = try Scratch("work-folders")
    try scratch.write("kept\n", to: "victim/work/file")
    let base = scratch.url.appending(path: "base")
    try scratch.folder("base")
    var folder: WorkFolder? = try WorkFolder("sentinel-work", in: BytePath(base.path))
    let whole = try #require(folder).path.parent.description
    try Data("mine\n".utf8).write(to: URL(filePath: whole).appending(path: "work/own"))
    let aside = base.appending(path: "aside").path
    #expect(unsafe rename(whole, aside) == 0)
    #expect(unsafe symlink(scratch.url.appending(path: "victim").path, whole) == 0)
    folder = nil
    let victim = scratch.url.appending(path: "victim/work/file").path
    #expect(FileManager.default.fileExists(atPath: victim))
    // What was made is empty, wherever it is now.
    #expect(try FileManager.default.contentsOfDirectory(atPath: aside).isEmpty)
  }

  @Test func `a leftover's mark goes last`() throws {
    let scratch = try Scratch("work-folders")
    for name in ["a-mark", "work/deep/file", "z"] { try scratch.write("x\n", to: name) }
    let folder = try Descriptor.open(BytePath(scratch.url.path), O_RDONLY | O_DIRECTORY)
    // Root alone can keep root from removing something.
    let place = scratch.url.appending(path: "work").path
    let mounted = unsafe Glibc.mount("none", place, "tmpfs", 0, nil) == 0
    defer { if mounted { unsafe umount(place) } }
    if mounted {
      #expect(throws: KernelFailure.self) { try FileSystem.empty(folder, last: "a-mark") }
      #expect(try folder.entries().contains("a-mark"))
      unsafe umount(place)
    }
    try FileSystem.empty(folder, last: "a-mark")
    #expect(try folder.entries().isEmpty)
  }

  @Test func `removal changes no mode behind a link that comes into the way`() async throws {
    let scratch = try Scratch("removal")
    let victim = try scratch.write("x\n", to: "victim").path
    #expect(unsafe chmod(victim, 0o604) == 0)
    let tree = scratch.url.appending(path: "tree").path
    let folder = tree + "/folder", link = tree + "/link", aside = tree + "/aside"
    let until = ContinuousClock.now + .seconds(2)
    // Each fails while its name is not there.
    let flipping = Task.detached {
      while ContinuousClock.now < until {
        for (from, to) in [(folder, aside), (link, folder), (folder, link), (aside, folder)] {
          _ = unsafe rename(from, to)
        }
      }
    }
    while ContinuousClock.now < until {
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      unsafe symlink(victim, link)
      try? FileSystem.remove(BytePath(tree))
      var status = stat()
      #expect(unsafe stat(victim, &status) == 0 && status.st_mode & 0o7777 == 0o604)
    }
    await flipping.value
  }
}
