import FoundationEssentials
import Glibc
import Kernel
import Patches
import TestSupport
import Testing

@testable import Verification

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
    let left = try lab.scratch.leftover(WorkCopy.kind)
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

  /// The links of a tree that lead to a folder beside it, each in its own way.
  private static let ways: [[(String, String)]] = [
    // Counted by its dots, the second link stays where it is.
    [("d", "."), ("out", "d/../victim")],
    [("a", "."), ("b", "a"), ("out", "b/a/../victim")],
    [("deep", "sub/.."), ("out", "deep/../victim")],
    [("out", "missing/../../victim")],
    [("out", "../victim")],
    [("b", "c"), ("c", "sub"), ("a", "b/.."), ("out", "a/../victim")],
    [("e", "sub/../sub/../."), ("out", "e/e/e/../victim")],
    [("q", "sub"), ("out", "q/../../victim")],
    [("out", ".//./../victim//.")],
    [("out", "sub/x/../../../victim")],
    [("self", "../project"), ("out", "self/../victim")],
    [("sub/up", ".."), ("out", "sub/up/sub/up/../victim")],
    // As the interpreter of an environment the first may stay; what passes through it may not.
    [("sub/bin", "../bin"), ("bin/python", "../../victim"), ("out", "bin/python")],
    [("bin/python3", "../.."), ("out", "bin/python3/victim")],
    chain + [("out", "l29/../victim")],
  ]

  /// Thirty links, each by way of the one before.
  private static let chain = (0..<30).map { number -> (String, String) in
    ("l\(number)", number == 0 ? "." : "l\(number - 1)/.")
  }

  @Test(arguments: WorkCopyTests.ways.indices)
  func `a link that really leads out stays behind, and nothing outside is touched`(
    index: Int
  ) async throws {
    // The tests of a way are laid over `out`; no test of the tree could tell the difference.
    for isEnvironment in [false, true] {
      let lab = try Lab(Lab.shop)
      if isEnvironment { try lab.scratch.write("home = /usr\n", to: "project/pyvenv.cfg") }
      let victim = try lab.scratch.write("dear to its owner", to: "victim/test_it.py")
      try lab.scratch.write("", to: "project/sub/x")
      try lab.scratch.folder("project/bin")
      for (name, target) in Self.ways[index] {
        let made = unsafe symlink(target, lab.project.appending(name).description)
        #expect(made == 0)
      }
      let held = try HiddenChecks(
        folder: BytePath(
          lab.scratch.write("x = 1\n", to: "hidden/out/test_it.py").deletingLastPathComponent()
            .deletingLastPathComponent().path))
      let copy = try lab.copy()
      #expect(copy.omitted.map(\.path.description).contains("out"), "\(copy.omitted)")
      _ = try? TrialTree(of: copy, with: nil, adding: held.files)
      #expect(FileManager.default.fileExists(atPath: victim.path), "it was removed")
      // The control: what the kernel makes of the name.
      let through = lab.project.appending("out/test_it.py")
      #expect(FileSystem.exists(through) || [3, 9].contains(index), "the link leads nowhere")
    }
  }

  @Test func `a link behind a path too long for the kernel does not lead out either`() throws {
    let lab = try Lab(["a.py": ""])
    let victim = try lab.scratch.write("dear to its owner", to: "victim/test_it.py")
    let name = BytePath(String(repeating: "n", count: 250)), depth = 20
    var folder = try Descriptor.open(lab.project, O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      let made = unsafe name.withPointer { unsafe mkdirat(folder.number, $0, 0o755) }
      #expect(made == 0)
      folder = try folder.openBeneath(name, O_RDONLY | O_DIRECTORY)
    }
    let top = String(repeating: "../", count: depth)
    for (link, target) in [("d", top), ("out", "d/../victim")] {
      let made = unsafe symlinkat(target, folder.number, link)
      #expect(made == 0)
    }
    let copy = try lab.copy()
    let left = copy.omitted.filter { $0.reason == .linkOutside }.map(\.path.name)
    #expect(left.contains("out"), "\(left)")
    // The control: from where it stands, the kernel follows it out of the tree.
    let opened = unsafe openat(folder.number, "out/test_it.py", O_RDONLY | O_CLOEXEC)
    #expect(opened >= 0, "the link leads nowhere")
    if opened >= 0 {
      let inode = try Descriptor(owning: opened).status().inode
      #expect(try inode == FileStatus.of(BytePath(victim.path)).inode)
    }
    try FileSystem.remove(lab.project)
  }

  @Test func `links that lead by way of the machine stay behind, the tree's own path included`()
    throws
  {
    let lab = try Lab(["sub/a.py": "", "venv/pyvenv.cfg": "home = /usr/bin\n", "venv/bin/x": ""])
    let own = "\(lab.project)/sub"
    let targets = [
      own, "/proc/self/root\(own)", "/proc/self/cwd", "/proc/thread-self/root", "/dev/fd/0",
      "//\(own)", "sub/../../project/sub",
    ]
    for (index, target) in targets.enumerated() {
      for link in ["out\(index)", "venv/bin/out\(index)"] {
        let made = unsafe symlink(target, lab.project.appending(BytePath(link)).description)
        #expect(made == 0)
      }
    }
    let copy = try lab.copy()
    #expect(copy.omitted.filter { $0.reason == .linkOutside }.count == 2 * targets.count - 1)
    // The control: with links that stay in the tree nothing is left out.
    #expect(FileSystem.exists(copy.root.appending("venv/bin/out6")))
  }

  @Test func `a way that turns into a link while it is judged leads nobody out`() async throws {
    let lab = try Lab(Lab.shop)
    let victim = try lab.scratch.write("dear to its owner", to: "victim/test_it.py")
    let linked = unsafe symlink("d/../victim", lab.project.appending("out").description)
    #expect(linked == 0)
    let held = try HiddenChecks(
      folder: BytePath(
        lab.scratch.write("x = 1\n", to: "hidden/out/test_it.py").deletingLastPathComponent()
          .deletingLastPathComponent().path))
    let turn = "cd \"$1\"; for i in $(seq 500); do ln -s . d; rm d; mkdir d; rmdir d; done"
    async let turning = HostProcess.run(["/bin/sh", "-c", turn, "sh", lab.project.description])
    var copied = 0
    for _ in 0..<40 {
      guard let copy = try? lab.copy() else { continue }
      copied += 1
      _ = try? TrialTree(of: copy, with: nil, adding: held.files)
      #expect(FileManager.default.fileExists(atPath: victim.path), "it was removed")
    }
    let turned = try await turning.code
    #expect(turned == 0)
    #expect(copied > 0, "the control copied nothing")
  }

  @Test func `a file behind a link is never removed, wherever the link came from`() throws {
    let lab = try Lab(Lab.shop)
    let victim = try lab.scratch.write("dear to its owner", to: "victim/test_it.py")
    let copy = try lab.copy()
    // Were a link to get into the copy in spite of all.
    let link = copy.root.appending("tests/out")
    let made = unsafe symlink(victim.deletingLastPathComponent().path, link.description)
    #expect(made == 0)
    let path = try #require(PatchPath("tests/out/test_it.py"))
    #expect(throws: KernelFailure.self) {
      try TrialTree(of: copy, with: nil, adding: [path: Array("x".utf8)])
    }
    let change = ChangeSet([.init(path: path, old: Array("dear to its owner".utf8), new: nil)])
    #expect(throws: KernelFailure.self) { try TrialTree(of: copy, with: change) }
    #expect(FileManager.default.fileExists(atPath: victim.path))
    // The control: a path that is followed reaches the file.
    try FileSystem.remove(copy.root.appending("tests/out/test_it.py"))
    #expect(!FileManager.default.fileExists(atPath: victim.path))
  }

  @Test func `links inside a tree, and a virtual environment's interpreter, come along`() throws {
    let lab = try Lab([
      "pkg/a.py": "", "node_modules/x/cli.js": "", "venv/pyvenv.cfg": "home = /usr/bin\n",
    ])
    let bin = lab.project.appending("venv/bin"), shared = lab.project.appending("node_modules/.bin")
    for folder in [bin, shared] { try FileSystem.makeFolder(folder) }
    let links: [(String, String)] = [
      ("venv/bin/python", "/usr/bin/python3"), ("venv/bin/python3", "python"),
      ("venv/bin/evil", "/etc/passwd"), ("venv/lib64", "lib"), ("venv/out", "/etc"),
      ("node_modules/.bin/x", "../x/cli.js"), ("again", "pkg/../pkg/a.py"), ("ring", "ring"),
    ]
    for (name, target) in links {
      let made = unsafe symlink(target, lab.project.appending(name).description)
      #expect(made == 0)
    }
    let copy = try lab.copy()
    let left = Set(copy.omitted.map(\.path.description))
    #expect(left == ["venv/bin/evil", "venv/out", "ring"], "\(left)")
  }
}
