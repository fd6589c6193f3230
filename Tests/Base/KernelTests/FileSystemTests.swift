import Glibc
import Kernel
import Testing

@Suite struct FileSystemTests {
  private func withFolder(_ body: (BytePath) throws -> Void) throws {
    let folder = BytePath("/tmp/sentinel-files-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try FileSystem.makeFolder(folder)
    defer { try? FileSystem.remove(folder) }
    try body(folder)
  }

  private func link(_ target: BytePath, at path: BytePath) {
    _ = unsafe target.withPointer { content in
      unsafe path.withPointer { place in unsafe symlink(content, place) }
    }
  }

  @Test func `a file is there whole or not at all`() throws {
    try withFolder { folder in
      let file = folder.appending("file")
      try FileSystem.write(Array("one".utf8), to: file)
      #expect(throws: KernelFailure.self) {
        try FileSystem.write(to: file) { (descriptor) throws(KernelFailure) in
          try descriptor.writeAll(Array("half".utf8))
          throw KernelFailure(call: "test", number: EIO)
        }
      }
      let content = try FileSystem.read(file)
      #expect(content == Array("one".utf8))
      let names = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY).entries()
      #expect(names == ["file"], "something was left aside")
    }
  }

  @Test func `a link or a pipe in the place of an output is refused, not followed`() throws {
    try withFolder { folder in
      let victim = folder.appending("victim"), output = folder.appending("output")
      try FileSystem.write([1], to: victim)
      link(victim, at: output)
      let failure = #expect(throws: KernelFailure.self) { try FileSystem.write([2], to: output) }
      #expect(failure?.number == EEXIST)
      let pipe = folder.appending("pipe")
      _ = unsafe pipe.withPointer { unsafe mkfifo($0, 0o600) }
      #expect(throws: KernelFailure.self) { try FileSystem.write([2], to: pipe) }
      let content = try FileSystem.read(victim)
      #expect(content == [1])
    }
  }

  @Test func `removing a tree follows no link`() throws {
    try withFolder { folder in
      let kept = folder.appending("kept"), tree = folder.appending("tree")
      try FileSystem.makeFolder(kept)
      try FileSystem.write([1], to: kept.appending("file"))
      try FileSystem.makeFolder(tree.appending("a/b"))
      link(kept, at: tree.appending("a/link"))
      try FileSystem.remove(tree)
      #expect(!FileSystem.exists(tree))
      #expect(FileSystem.exists(kept.appending("file")))
    }
  }

  @Test func `a tree deeper than any path is removed`() throws {
    try withFolder { folder in
      let tree = folder.appending("deep")
      try FileSystem.makeFolder(tree)
      var current = try Descriptor.open(tree, O_RDONLY | O_DIRECTORY)
      for level in 0..<3000 {
        _ = unsafe mkdirat(current.number, "d", 0o700)
        let next = try current.openBeneath("d", O_RDONLY | O_DIRECTORY)
        // Nobody may look into some of them.
        if level % 100 == 7 { _ = fchmod(current.number, 0o300) }
        current = next
      }
      try FileSystem.remove(tree)
      #expect(!FileSystem.exists(tree))
    }
  }

  @Test func `a file larger than the limit is refused`() throws {
    try withFolder { folder in
      let file = folder.appending("file")
      try FileSystem.write([UInt8](repeating: 7, count: 2000), to: file)
      let failure = #expect(throws: KernelFailure.self) {
        try FileSystem.read(file, limit: 1000)
      }
      #expect(failure?.number == EFBIG)
    }
  }

  @Test(arguments: [("file", nil), ("large", EFBIG), ("pipe", EINVAL), ("link", ELOOP)])
  func `only a regular file of bounded size is read below a folder`(
    name: String, number: Int32?
  ) throws {
    try withFolder { path in
      try FileSystem.write([1], to: path.appending("file"))
      try FileSystem.write([UInt8](repeating: 7, count: 2000), to: path.appending("large"))
      link("file", at: path.appending("link"))
      _ = unsafe path.appending("pipe").withPointer { unsafe mkfifo($0, 0o600) }
      let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
      do throws(KernelFailure) {
        let content = try folder.readFile(BytePath(name), limit: 1000)
        #expect(content == [1] && number == nil)
      } catch {
        #expect(error.number == number)
      }
    }
  }

  @Test func `a child sees exactly the descriptors of its map`() throws {
    let output = try Handles.scratchFile("output")
    let nothing = try Descriptor.open("/dev/null", O_RDWR)
    // Descriptors without close-on-exec, as a careless caller has them.
    let careless = (0..<50).map { _ in dup(nothing.number) }
    defer { for descriptor in careless { close(descriptor) } }
    let child = try ChildProcess.spawn(
      "/bin/ls", arguments: [Array("ls".utf8), Array("/proc/self/fd".utf8)], environment: [],
      descriptors: [nothing.number, output.number, nothing.number])
    let ending = try child.wait()
    #expect(ending == .exited(0))
    lseek(output.number, 0, SEEK_SET)
    let listed = String(decoding: try output.readAll(), as: UTF8.self)
    // The fourth is the folder that ls itself reads.
    #expect(listed == "0\n1\n2\n3\n")
  }

  @Test func `a sealed file cannot change`() throws {
    let file = try Handles.sealedFile("sealed", Array("fixed".utf8))
    #expect(throws: KernelFailure.self) { try file.writeAll([1]) }
    #expect(ftruncate(file.number, 0) != 0)
  }
}
