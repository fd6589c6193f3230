import Glibc
import Kernel
import Testing

@Suite struct TreeRemovalTests {
  /// Folders named like this reach the longest path of a system call after twenty levels.
  static let name = String(repeating: "n", count: 200)

  static func makeNested(levels: Int, in path: BytePath) throws {
    try FileSystem.makeFolder(path)
    var folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<levels {
      try #require(unsafe mkdirat(folder.number, name, 0o755) == 0)
      let next = unsafe openat(folder.number, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      try #require(next >= 0)
      folder = Descriptor(owning: next)
    }
  }

  static func place() -> BytePath {
    BytePath("/tmp/sentinel-removal-\(getpid())-\(UInt64.random(in: 0 ... .max))")
  }

  @Test(arguments: [1, 30, 700])
  func `a tree is removed however deep it is`(_ levels: Int) throws {
    let path = Self.place()
    try Self.makeNested(levels: levels, in: path)
    try FileSystem.remove(path)
    #expect(!FileSystem.exists(path))
  }

  @Test func `a folder that is closed to its owner is removed`() throws {
    let path = Self.place()
    let closed = path.appending("closed")
    try FileSystem.makeFolder(closed.appending("inner"))
    try FileSystem.write([], to: closed.appending("file"))
    #expect(unsafe closed.withPointer { unsafe chmod($0, 0) } == 0)
    try FileSystem.remove(path)
    #expect(!FileSystem.exists(path))
  }

  @Test func `a link is removed and not what it leads to`() throws {
    let path = Self.place(), kept = Self.place()
    try FileSystem.makeFolder(path)
    try FileSystem.write([1], to: kept)
    let made = unsafe kept.withPointer { target in
      unsafe path.appending("link").withPointer { unsafe symlink(target, $0) }
    }
    #expect(made == 0)
    try FileSystem.remove(path)
    #expect(!FileSystem.exists(path) && FileSystem.exists(kept))
    try FileSystem.remove(kept)
  }
}
