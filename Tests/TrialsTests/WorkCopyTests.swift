import FoundationEssentials
import Glibc
import Kernel
import Patches
import TestSupport
import Testing

@testable import Trials

@Suite struct WorkCopyTests {
  @Test func `history, keys and ways out stay behind, and it says which`() throws {
    let lab = try Lab([
      "a.py": "A = 1\n", ".git/HEAD": "ref: refs/heads/main\n",
      ".git/refs/heads/main": String(repeating: "a", count: 40) + "\n", ".env": "TOKEN=1\n",
      ".env.example": "TOKEN=\n", "deploy/id_rsa": "x", "deploy/server.pem": "-- PRIVATE KEY --",
      "deploy/public.pem": "-- CERTIFICATE --", "tests/server.key": "-- PRIVATE KEY --",
      ".ssh/config": "Host *\n", "pkg/__pycache__/a.pyc": "stale", "pkg/b.py": "B = 2\n",
    ])
    for (name, target) in [("out", "/etc/passwd"), ("up", "../x"), ("in", "pkg/b.py")] {
      let link = lab.project.appending(name)
      let made = unsafe symlink(target, link.description)
      #expect(made == 0)
    }
    let made = unsafe mkfifo(lab.project.appending("pipe").description, 0o600)
    #expect(made == 0)
    let copy = try lab.copy()
    #expect(
      copy.tree.paths.map(\.text) == [
        ".env.example", "a.py", "deploy/public.pem", "in", "pkg/b.py", "tests/server.key",
      ])
    #expect(copy.base == String(repeating: "a", count: 40))
    let omitted = Dictionary(grouping: copy.omitted, by: \.reason).mapValues {
      $0.map(\.path.description).sorted()
    }
    #expect(omitted[.secret] == [".env", ".ssh", "deploy/id_rsa", "deploy/server.pem"])
    #expect(omitted[.linkOutside] == ["out", "up"])
    #expect(omitted[.special] == ["pipe"])
    #expect(copy.omissions.count == 3)
  }

  @Test func `a trial's tree has the change and the copy stays as it was`() throws {
    let lab = try Lab(Lab.shop)
    let copy = try lab.copy()
    let path = try #require(PatchPath("shop/pricing.py"))
    let added = try #require(PatchPath("new/deep/c.py"))
    let gone = try #require(PatchPath("tests/__init__.py"))
    let before = try #require(copy.tree.entry(at: path)?.content)
    let changes = ChangeSet([
      .init(path: path, old: before, new: Array("X = 1\n".utf8)),
      .init(path: added, old: nil, new: Array("Y = 1\n".utf8)),
      .init(path: gone, old: [], new: nil),
    ])
    let tree = try TrialTree(of: copy, with: changes)
    let seen = try FolderTree(tree.root)
    #expect(seen.entry(at: path)?.content == Array("X = 1\n".utf8))
    #expect(seen.entry(at: added)?.content == Array("Y = 1\n".utf8))
    #expect(seen.entry(at: gone) == nil)
    #expect(copy.tree.entry(at: path)?.content == before)
    #expect(try FileSystem.read(lab.project.appending("shop/pricing.py")) == before)
  }

  @Test func `what a killed process has left is removed, and what is in use is not`() throws {
    let lab = try Lab(Lab.shop)
    let place = BytePath(lab.scratch.url.path)
    let used = try WorkFolder(WorkCopy.kind, in: place)
    let left = place.appending("sentinel-trial-1-left")
    try FileSystem.makeFolder(left.appending("tree/deep"))
    let other = place.appending("somebody-else")
    try FileSystem.makeFolder(other)
    let copy = try lab.copy()
    #expect(!FileSystem.exists(left))
    #expect(FileSystem.exists(used.path) && FileSystem.exists(other))
    withExtendedLifetime(copy) {}
  }

  @Test func `nothing is left of a copy when it is let go`() throws {
    let lab = try Lab(Lab.shop)
    var copy: WorkCopy? = try lab.copy()
    let root = try #require(copy?.root)
    #expect(FileSystem.exists(root))
    copy = nil
    #expect(!FileSystem.exists(root))
  }
}
