import Glibc
import Kernel
import Testing

@testable import Sandbox

@Suite struct HostFoldersTests {
  private func withFolder(_ body: (BytePath) throws -> Void) throws {
    let base = BytePath("/tmp/sentinel-folders-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    defer { try? FileSystem.remove(base) }
    for name in ["python3", "python3.11", "python2", "java-17-openjdk", "java-jdk"] {
      try FileSystem.makeFolder(base.appending(name))
    }
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
      #expect(names[3].count == 5)
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
}
