import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

@testable import Audit

/// A log as its writers see it.
@Suite struct LogTests {
  @Test func `entries come back as they were, in their order`() throws {
    let log = try LogFixture(entries: 20)
    let entries = try AuditLog(log.folder).entries
    #expect(entries.first?.kind == .opened)
    #expect(Array(entries.dropFirst()) == (0..<20).map(LogFixture.entry))
  }

  @Test func `only the owner may read the key`() throws {
    let log = try LogFixture()
    let status = try FileStatus.of(log.folder.path.appending("key"))
    #expect(status.permissions == 0o600)
    #expect(try FileStatus.of(log.folder.path).permissions == 0o700)
  }

  /// What is left when an append is cut off after any number of its bytes.
  @Test func `an append that was cut off is put aside, and an entry says so`() throws {
    let log = try LogFixture(entries: 3)
    let before = try log.read("entries")
    let checkpoint = try log.read("checkpoint")
    let anchors = try #require(log.folder.anchors)
    let anchor = anchors.appending(
      try #require(try Descriptor.open(anchors, O_RDONLY | O_DIRECTORY).entries().first))
    let kept = try FileSystem.read(anchor)
    var writer = try AuditLog(log.folder)
    try writer.append([LogFixture.entry(77)])
    let whole = try log.read("entries")
    for length in stride(from: before.count, through: whole.count, by: 7) {
      try log.write(Array(whole.prefix(length)), to: "entries")
      try log.write(checkpoint, to: "checkpoint")
      try FileSystem.write(kept, to: anchor)
      let torn = length - before.count
      #expect(log.report.problem == nil && log.report.tornBytes == torn)
      var next = try AuditLog(log.folder)
      try next.append([LogFixture.entry(5)])
      #expect(next.entries.count == (torn == 0 ? 5 : 6))
      #expect(next.entries[3] == LogFixture.entry(2) && next.entries.last == LogFixture.entry(5))
      if torn > 0 {
        #expect(next.entries[4].kind == .mended)
        #expect(next.entries[4].content["bytes"] == .integer(Int64(torn)))
        let digest = TreeHash.digest(Array(whole[before.count..<length])).hexadecimal
        #expect(try log.read("torn-4-\(digest.prefix(16))") == Array(whole[before.count..<length]))
      }
      #expect(log.report.problem == nil && log.report.tornBytes == 0)
    }
  }

  @Test func `an entry that was written whole counts, whatever came of its checkpoint`() throws {
    let log = try LogFixture(entries: 3)
    let checkpoint = try log.read("checkpoint")
    var writer = try AuditLog(log.folder)
    try writer.append([LogFixture.entry(3)])
    try log.write(checkpoint, to: "checkpoint")
    #expect(log.report.problem == nil && log.report.entries == 5)
    var next = try AuditLog(log.folder)
    try next.append([LogFixture.entry(4)])
    #expect(log.report.entries == 6)
  }

  @Test func `a log is begun again where a crash has left it half made`() throws {
    let log = try LogFixture()
    let anchors = try #require(log.folder.anchors)
    for left in [["key"], ["key", "vkey"], ["key", "vkey", "entries"], ["key", "lock"], []] {
      try FileSystem.remove(anchors)
      for name in ["vkey", "checkpoint", "key", "lock"] where !left.contains(name) {
        if FileSystem.exists(log.folder.path.appending(name)) { try log.remove(name) }
      }
      if left.contains("entries") {
        try log.write([], to: "entries")
      } else {
        try log.remove("entries")
      }
      _ = try AuditLog(log.folder)
      #expect(log.report.problem == nil && log.report.entries == 1, "\(left)")
    }
  }

  @Test func `writers take turns`() async throws {
    let log = try LogFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          var own = try AuditLog(log.folder)
          for number in 0..<10 { try own.append([LogFixture.entry(writer * 100 + number)]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(log.report.problem == nil && log.report.entries == 41)
    let numbers = try AuditLog(log.folder).entries.compactMap { $0.content["number"]?.integer }
    #expect(Set(numbers).count == 40)
    for writer in 0..<4 {
      let own = numbers.filter { $0 / 100 == writer }
      #expect(own == own.sorted())
    }
  }

  @Test func `who decides by what is there sees everything that is there`() async throws {
    let log = try LogFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var own = try AuditLog(log.folder)
          for _ in 0..<5 {
            try own.append { entries in [LogFixture.entry(entries.count)] }
          }
        }
      }
      try await group.waitForAll()
    }
    let numbers = try AuditLog(log.folder).entries.compactMap { $0.content["number"]?.integer }
    #expect(numbers == (1...20).map(Int64.init))
  }

  @Test func `what cannot be kept exactly is refused, and nothing of it is written`() throws {
    let log = try LogFixture(entries: 1)
    let before = try log.read("entries")
    var writer = try AuditLog(log.folder)
    for content in [
      ["text": CanonicalJSON.text(String(repeating: "x", count: 70_000))],
      ["number": .integer(.max)],
    ] {
      let author = AuditEntry.Author(kind: "actor", id: "a")
      #expect(throws: AuditError.self) {
        try writer.append([
          LogFixture.entry(1), AuditEntry(.signal, at: 0, by: author, content),
        ])
      }
      #expect(try log.read("entries") == before)
    }
  }

  @Test func `killed at any instant, a log keeps every entry that was acknowledged`() throws {
    let log = try LogFixture()
    var acknowledged = 0
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let writer = try HostProcess(
        [
          Executables.shared.auditWriter.path, log.folder.path.description,
          try #require(log.folder.anchors).description,
        ])
      _ = writer.wait(for: "\n")
      usleep(UInt32.random(in: 0...30_000, using: &generator))
      writer.end()
      let output = try #require(writer.wait(for: "\n"))
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      // The last line may itself be cut off.
      let said = lines.dropLast().compactMap { Int($0) }.last ?? 0
      #expect(!output.contains("failed"), "\(output.suffix(300))")
      acknowledged = max(acknowledged, said)
      #expect(log.report.problem == nil && log.report.entries >= acknowledged)
    }
    #expect(acknowledged > 40)
    _ = try AuditLog(log.folder)
    #expect(log.report.problem == nil && log.report.tornBytes == 0)
  }
}
