import Glibc
import Kernel
import Testing

@testable import Sandbox

@Suite struct HostFoldersTests {
  private func withFolder(_ body: (BytePath) throws -> Void) throws {
    let base = BytePath("/tmp/sentinel-folders-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    defer { try? FileSystem.remove(base) }
    for name in ["python3", "python3.11", "python2", "java-17-openjdk", "java-jdk", "real/inner"] {
      try FileSystem.makeFolder(base.appending(name))
    }
    let linked = unsafe symlink("real", base.appending("link").description)
    #expect(linked == 0)
    try body(base)
  }

  @Test func `a star stands for any run of bytes in the last component`() throws {
    try withFolder { base in
      let paths = ["python3*", "java-*-openjdk", "java-*jdk", "*", "none*"].map(base.appending)
      var folders = HostFolders(paths: paths)
      let names = paths.map { folders.expand($0).map(\.name.description) }
      #expect(names[0] == ["python3", "python3.11"])
      #expect(names[1] == ["java-17-openjdk"])
      #expect(names[2] == ["java-17-openjdk", "java-jdk"])
      #expect(names[3].count == 7)
      #expect(names[4] == [])
    }
  }

  @Test func `a path without a star, or in a folder that is not there, stays as it is`() throws {
    try withFolder { base in
      let paths = [base.appending("nothing"), base.appending("missing/a*")]
      var folders = HostFolders(paths: paths)
      #expect(paths.map { folders.expand($0) } == paths.map { [$0] })
    }
  }

  @Test func `links of folders are resolved, and folders that are not there are not`() throws {
    try withFolder { base in
      var folders = HostFolders(paths: [])
      let inner = base.appending("link/inner")
      let asked = [inner, inner, base.appending("missing/a"), "/usr", "/"]
      let places = asked.map { folders.resolve($0) }
      let real = try FileSystem.resolve(base).appending("real/inner")
      let expected: [BytePath?] = [real, real, nil, "/usr", "/"]
      #expect(places == expected)
    }
  }
}
