import Glibc
import Kernel
import Testing

@testable import Sandbox

@Suite struct PathLookupsTests {
  private func withFolder(_ body: (BytePath) throws -> Void) throws {
    let base = BytePath("/tmp/sentinel-lookups-\(WorkFolder.nonce())")
    defer { try? FileSystem.remove(base) }
    try FileSystem.makeFolder(base.appending("real/inner"))
    for (name, content) in [
      ("link", "real"), ("chain", "link/inner"), ("up", "real/inner/.."), ("loop", "loop"),
      ("nowhere", "missing"), ("root", "/"),
    ] {
      #expect(unsafe symlink(content, base.appending(name).description) == 0)
    }
    try body(base)
  }

  @Test(
    arguments: [
      "real/inner", "link", "link/inner", "chain", "up", "up/inner", "link/../real", "root/usr",
      "loop", "nowhere", "nowhere/below", "missing", "missing/below", "real/inner/", "real//inner",
      ".", "..",
    ])
  func `a path is resolved as the C library resolves it`(name: String) throws {
    try withFolder { base in
      let path = base.appending(name), paths = PathLookups()
      let expected = try? FileSystem.resolve(path)
      #expect(paths.resolve(path) == expected)
      #expect(paths.resolve(path) == expected, "the second answer differs")
    }
  }

  @Test func `what was asked once is answered as it was then, also where nothing stood`() throws {
    try withFolder { base in
      let paths = PathLookups(), later = base.appending("later"), real = base.appending("real")
      #expect(!paths.exists(later) && paths.resolve(later) == nil && paths.exists(real))
      #expect(paths.listing(of: real)?.map(\.name) == ["inner"] && paths.listing(of: later) == nil)
      try FileSystem.makeFolder(later)
      try FileSystem.makeFolder(real.appending("second"))
      #expect(!paths.exists(later) && paths.resolve(later) == nil)
      #expect(paths.listing(of: real)?.count == 1)
      #expect(PathLookups().exists(later) && PathLookups().listing(of: real)?.count == 2)
    }
  }
}
