import CKernel
import Glibc
import Kernel
import Testing

@testable import Sandbox

/// Upper layers that no overlay would write, made by hand.
@Suite struct ChangesHostileTests {
  private func mark(_ lab: ChangesLab, _ path: String, _ name: String, _ value: String) throws {
    let file = try Descriptor.open(lab.path.appending("upper").appending(path), O_RDONLY)
    let set = unsafe sentinel_set_attribute(
      file.number, "user.overlay.\(name)", value, value.utf8.count)
    try #require(set == 0, "this file system holds no user attributes")
  }

  private func short(_ list: ChangeList) -> [String] {
    list.changes.map { "\($0.kind) \($0.class) \($0.path)" }
  }

  @Test func `a pipe and a socket are named and never opened`() throws {
    let lab = try ChangesLab()
    try lab.run("mkfifo upper/pipe; chmod 000 upper/pipe")
    #expect(short(try lab.list()) == ["added fifo pipe"])
    #expect(try lab.patch() == [PatchOmission(path: "pipe", reason: .specialFile)])
  }

  @Test func `a whiteout of either form deletes`() throws {
    let lab = try ChangesLab()
    try lab.run("mkdir lower/d upper/d; echo x >lower/d/x; echo y >lower/d/y; : >upper/d/x")
    try mark(lab, "d", "opaque", "x")
    try mark(lab, "d/x", "whiteout", "y")
    #expect(short(try lab.list()) == ["deleted text d/x"])
  }

  @Test func `an opaque folder hides, whatever it is named`() throws {
    let lab = try ChangesLab()
    try lab.run("mkdir lower/d upper/d; echo x >lower/d/x")
    try mark(lab, "d", "opaque", "y")
    #expect(short(try lab.list()) == ["deleted text d/x"])
  }

  @Test func `a redirected folder shows what lies at its old place`() throws {
    let lab = try ChangesLab()
    try lab.run("mkdir -p lower/p/old/s upper/p/new upper/top; seq 9 >lower/p/old/s/x")
    try mark(lab, "p/new", "redirect", "old")
    try mark(lab, "top", "redirect", "/p/old")
    #expect(
      short(try lab.list()) == [
        "added directory p/new", "added directory p/new/s", "added text p/new/s/x",
        "added directory top", "added directory top/s", "added text top/s/x",
      ])
  }

  @Test(arguments: ["..", "../..", "/..", "/../../etc", "a/../..", "old/s", ".", "", "/"])
  func `a forged redirect leads nowhere`(target: String) throws {
    let lab = try ChangesLab()
    try lab.run("mkdir -p lower/p/old/s upper/p/new; ln -s /etc lower/etc")
    try mark(lab, "p/new", "redirect", target)
    #expect(short(try lab.list()) == ["added directory p/new"])
  }

  @Test func `data left below is read from there, or is missing`() throws {
    let lab = try ChangesLab()
    try lab.run(
      "seq 9 >lower/a; seq 9 >lower/b; ln -s /etc/passwd lower/l; : >upper/b; chmod 755 upper/b"
        + "; : >upper/c; : >upper/d")
    try mark(lab, "b", "metacopy", "")
    try mark(lab, "c", "metacopy", "")
    try mark(lab, "c", "redirect", "/a")
    try mark(lab, "d", "metacopy", "")
    try mark(lab, "d", "redirect", "/l")
    let list = try lab.list()
    #expect(short(list) == ["mode executable b", "added text c", "added text d"])
    #expect(list.changes[1].sizeBytes == 18)
    #expect(try lab.patch() == [PatchOmission(path: "d", reason: .unreadable)])
  }

  @Test func `a folder deeper than any path ends at the bound`() throws {
    let lab = try ChangesLab()
    var place = try Descriptor.open(lab.path.appending("upper"), O_RDONLY | O_DIRECTORY).take()
    for _ in 0..<10_000 {
      let made = unsafe mkdirat(place, "d", 0o755)
      try #require(made == 0)
      let next = unsafe openat(place, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      close(place)
      place = next
    }
    close(place)
    let list = try lab.list()
    #expect(list.reason == "more than 1024 folders below each other")
    #expect(list.changes.count == 1025)
    var bounds = ChangeBounds()
    bounds.depth = .max
    let long = try lab.list(bounds)
    #expect(!long.isComplete)
    #expect(long.changes.count > 1900)
  }

  @Test func `a sparse file of a tebibyte is measured, not read`() throws {
    let lab = try ChangesLab()
    try lab.run("truncate -s 1T upper/new upper/same; truncate -s 1T lower/same")
    let clock = ContinuousClock()
    var list: ChangeList?
    let time = try clock.measure { list = try lab.list() }
    #expect(time < .seconds(5))
    #expect(list?.changes.map(\.sizeBytes) == [1 << 40, 1 << 40])
    #expect(list?.isComplete == false)
    #expect(
      try lab.patch().map(\.reason) == [.incomplete, .tooLarge, .tooLarge])
  }

  @Test func `more names than the bound end the list`() throws {
    let lab = try ChangesLab()
    try lab.run("cd upper; seq 5000 | xargs touch")
    var bounds = ChangeBounds()
    bounds.entries = 1000
    let list = try lab.list(bounds)
    #expect(list.reason == "more than 1000 names")
    #expect(list.changes.count == 1000)
    #expect(try lab.list().changes.count == 5000)
  }

  @Test func `time and bytes are bounded`() throws {
    let lab = try ChangesLab()
    try lab.run("cd upper; seq 500 | xargs touch; seq 9 >../lower/a; seq 9 >a")
    var bounds = ChangeBounds()
    bounds.time = .zero
    #expect(try lab.list(bounds).reason?.hasPrefix("more time than") == true)
    bounds = ChangeBounds()
    bounds.readBytes = 4
    let list = try lab.list(bounds)
    #expect(list.reason == "contents of more than 4 bytes were not all compared")
    #expect(list.changes.contains { $0.path == "a" && $0.kind == .modified })
  }

  @Test func `a link out of the layer is never followed`() throws {
    let lab = try ChangesLab()
    try lab.run("mkdir lower/d; echo x >lower/d/x; ln -s /etc upper/d; ln -s / upper/root")
    #expect(
      short(try lab.list()) == [
        "deleted directory d", "symlink linkOutside d", "deleted text d/x",
        "symlink linkOutside root",
      ])
  }

  @Test func `unreadable files are read and keep their modes in the list`() throws {
    let lab = try ChangesLab()
    try lab.run("mkdir -p upper/d/e; echo x >upper/d/e/x; cd upper; chmod 0 d/e/x d/e d")
    let changes = try lab.changes()
    let expected: [String?] = ["00", "00", "00"]
    #expect(try changes.changes().changes.map(\.mode) == expected)
    #expect(try changes.changes().changes.map(\.mode) == expected)
  }

  @Test func `what cannot be deleted keeps additions out of its place`() throws {
    let lab = try ChangesLab()
    try lab.run(
      """
      mkdir -p lower/a/.git lower/b/c lower/keep; echo 1 >lower/a/x; echo 2 >lower/a/.git/config
      mkfifo lower/f; echo 3 >upper/a; echo 4 >upper/b; mkdir upper/f; echo 5 >upper/f/x
      echo 6 >upper/ok
      """)
    let omitted = try lab.patch().map { "\($0.reason) \($0.path)" }
    #expect(
      omitted == [
        "blocked a", "emptyDirectory a/.git", "gitFolder a/.git/config", "blocked b",
        "emptyDirectory b", "emptyDirectory b/c", "emptyDirectory f", "specialFile f",
        "blocked f/x",
      ])
    #expect(try lab.apply() == 0)
  }

  @Test(
    arguments: [
      ".git/x", "a/.GIT/x", ".git . ./x", "git~1/x", ".git:stream", ".g\u{200C}it/x", "a\\.git/x",
    ])
  func `a name that some system takes for git's folder stays out`(path: String) throws {
    #expect(GitPath.refusal(of: BytePath(path), isLink: false) == .gitFolder)
  }

  @Test(arguments: [".gitignore", ".github/x", "x.git/y", "git/x", ".git2/x", "git~10x"])
  func `a name that only looks like git's folder is carried`(path: String) throws {
    #expect(GitPath.refusal(of: BytePath(path), isLink: false) == nil)
  }
}
