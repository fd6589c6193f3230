import FoundationEssentials
import Glibc
import Kernel
import Testing

@testable import Sandbox

@Suite struct WorkspaceTests {
  private func resolve(
    _ path: BytePath, home: BytePath? = nil, isExplicit: Bool = true
  ) throws -> BytePath {
    try Workspace.resolve(path, current: "/", home: home, isExplicit: isExplicit)
  }

  private func withFolder(_ body: (BytePath) throws -> Void) throws {
    let folder = BytePath("/tmp/sentinel-workspace-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try FileSystem.makeFolder(folder)
    defer { try? FileSystem.remove(folder) }
    try body(folder)
  }

  @Test func `a folder with commas, colons, quotes and newlines in its name is one`() throws {
    try withFolder { folder in
      let odd = folder.appending("a,b:c\"d'e\nf")
      try FileSystem.makeFolder(odd)
      #expect(try resolve(odd) == odd)
    }
  }

  @Test func `a name that is not UTF-8 keeps its bytes`() throws {
    try withFolder { folder in
      let odd = folder.appending(BytePath([0xFF, 0xFE]))
      try FileSystem.makeFolder(odd)
      #expect(try resolve(odd).bytes.suffix(2) == [0xFF, 0xFE])
      #expect(odd.description.hasSuffix("\\xff\\xfe"))
    }
  }

  @Test func `a link is refused and its target named`() throws {
    try withFolder { folder in
      let link = folder.appending("link")
      try FileManager.default.createSymbolicLink(
        atPath: link.description, withDestinationPath: "/usr/share")
      let refusal = #expect(throws: Refusal.self) { try resolve(link) }
      #expect(refusal?.reason.contains("symbolic link to /usr/share") == true)
    }
  }

  @Test func `what does not exist or is a file is refused`() throws {
    try withFolder { folder in
      let missing = #expect(throws: Refusal.self) { try resolve(folder.appending("none")) }
      #expect(missing?.reason.contains("No such file") == true)
      let file = folder.appending("file")
      try FileSystem.write([1], to: file)
      let refusal = #expect(throws: Refusal.self) { try resolve(file) }
      #expect(refusal?.reason.contains("not a folder") == true)
    }
  }

  @Test(arguments: ["/", "/etc", "/usr", "/home", "/proc", "/usr/../etc", "//"])
  func `a tree of the system is refused`(path: String) {
    let refusal = #expect(throws: Refusal.self) { try resolve(BytePath(path)) }
    #expect(refusal?.reason.contains("tree of the system") == true)
  }

  @Test func `the home is a workspace only when it is named`() throws {
    try withFolder { folder in
      #expect(throws: Refusal.self) { try resolve(folder, home: folder, isExplicit: false) }
      let named = try resolve(folder, home: folder, isExplicit: true)
      #expect(named == folder)
    }
  }

  @Test func `a huge tree does not hold up the start by its protected names`() throws {
    try withFolder { folder in
      for name in ["a", "b", "c"] {
        try FileSystem.makeFolder(folder.appending(BytePath(name)).appending(".git"))
      }
      let names = ProtectedNames(names: [])
      #expect(try names.find(in: folder).count == 3)
      #expect(try names.find(in: folder, most: 4).count == 1)
    }
  }
}
