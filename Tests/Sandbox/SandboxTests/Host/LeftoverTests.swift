import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

@testable import Sandbox

/// What a start takes for a leftover of Sentinel's own.
struct LeftoverTests {
  @Test(arguments: [
    "sentinel-12-0123456789abcdef": true, "sentinel-12-self": true,
    "sentinel-agent.service": false, "sentinel-12": false, "sentinel-12-": false,
    "sentinel--0123456789abcdef": false, "sentinel-12-0123456789abcdeX": false,
    "sentinel-12-0123456789abcdef0": false, "sentinel-1x-0123456789abcdef": false,
    "sentinel-12-self.scope": false, "sentinel-12-0123456789abcdef-x": false,
  ])
  func `a group is one of ours by the whole of its name`(name: String, isOurs: Bool) {
    #expect(LeftoverSweep.isNameOfOurs(BytePath(name)) == isOurs)
  }

  @Test func `notes of updates are told once, and other files stay and are not told`() throws {
    let scratch = try Scratch("notes")
    let name = "12-\(WorkFolder.nonce())"
    try scratch.write("/home/somebody/project", to: "updates/\(name)")
    try scratch.write("root:secret", to: "updates/passwords")
    try scratch.write("relative", to: "updates/13-\(WorkFolder.nonce())")
    let state = BytePath(scratch.url.path)
    #expect(try UpdateJournal.takeUnfinished(in: state) == ["/home/somebody/project"])
    #expect(try UpdateJournal.takeUnfinished(in: state) == [])
    let left = try FileManager.default.contentsOfDirectory(
      atPath: scratch.url.appending(path: "updates").path)
    #expect(left.count == 2 && left.contains("passwords"))
  }

  @Test func `an update looks at its workspace after the one before has ended`() throws {
    let scratch = try Scratch("notes")
    let state = BytePath(scratch.url.path)
    let first = try UpdateJournal.begin(in: state)
    let folder = try Descriptor.open(state.appending("updates"), O_RDONLY | O_DIRECTORY)
    #expect(flock(folder.number, LOCK_EX | LOCK_NB) != 0)
    let note = try first.note("/a")
    try first.strike(note)
    _ = consume first
    #expect(flock(folder.number, LOCK_EX | LOCK_NB) == 0)
  }
}
