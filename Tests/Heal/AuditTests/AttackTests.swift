import FoundationEssentials
import Kernel
import TestSupport
import Testing

@testable import Audit

/// Whoever changes what is written is found out: each attack, and the same log without it.
@Suite struct AttackTests {
  /// One way to falsify a log, and what it is called.
  struct Attack: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: AuditError.Code
    var run: @Sendable (LogFixture) throws -> Void

    init(
      _ name: String, _ code: AuditError.Code,
      _ run: @escaping @Sendable (LogFixture) throws -> Void
    ) {
      testDescription = name
      self.code = code
      self.run = run
    }
  }

  static let attacks: [Attack] = [
    Attack("an entry's text is changed", .tampered) { log in
      let text = String(decoding: try log.read("entries"), as: UTF8.self)
      try log.write(Array(text.replacing("someone", with: "nobody1").utf8), to: "entries")
    },
    Attack("an entry is taken out", .tampered) { log in
      var lines = try log.lines()
      lines.remove(at: 3)
      try log.write(lines.flatMap { $0 }, to: "entries")
    },
    Attack("two entries are exchanged", .tampered) { log in
      var lines = try log.lines()
      lines.swapAt(2, 3)
      try log.write(lines.flatMap { $0 }, to: "entries")
    },
    Attack("the last two entries are exchanged", .tampered) { log in
      var lines = try log.lines()
      lines.swapAt(lines.count - 1, lines.count - 2)
      try log.write(lines.flatMap { $0 }, to: "entries")
    },
    Attack("an entry is written twice", .tampered) { log in
      let lines = try log.lines()
      try log.write((lines + [lines[lines.count - 1]]).flatMap { $0 }, to: "entries")
    },
    Attack("an entry is added without the key", .tampered) { log in
      let lines = try log.lines()
      let leaf = TreeHash.leaf(Array(lines[lines.count - 1].prefix { $0 != 9 }))
      let record = try LogFixture.entry(99).record(sequence: lines.count, previous: leaf)
      let forged = record + lines[0].drop { $0 != 9 }
      try log.write((lines + [forged]).flatMap { $0 }, to: "entries")
    },
    Attack("a line that is no entry is added", .tampered) { log in
      try log.write(try log.read("entries") + Array("{}\n".utf8), to: "entries")
    },
    Attack("the last entry is cut off", .truncated) { log in
      try log.write(try log.lines().dropLast().flatMap { $0 }, to: "entries")
    },
    Attack("everything is cut off", .truncated) { log in try log.write([], to: "entries") },
    Attack("the entries are removed", .truncated) { log in try log.remove("entries") },
    Attack("entries and checkpoint go back to an older state", .truncated) { log in
      let older = try log.note(size: 4)
      try log.write(try log.lines().prefix(4).flatMap { $0 }, to: "entries")
      try log.write(older, to: "checkpoint")
    },
    Attack("the checkpoint is removed", .malformed) { log in try log.remove("checkpoint") },
    Attack("the checkpoint is exchanged for another log's", .wrongKey) { log in
      let other = try LogFixture(entries: 2)
      try withExtendedLifetime(other) {
        try log.write(try other.read("checkpoint"), to: "checkpoint")
      }
    },
    Attack("history is written anew with the log's own key", .forked) { log in
      try rewrite(log, with: try log.read("key"))
    },
    Attack("history is written anew with another key of the same name", .wrongKey) { log in
      let name = try log.folder.verifier().name
      try rewrite(log, with: try #require(SigningKey(newNamed: name)).fileBytes)
    },
    Attack("the private key is exchanged", .wrongKey) { log in
      let name = try log.folder.verifier().name
      try log.write(try #require(SigningKey(newNamed: name)).fileBytes, to: "key")
    },
    Attack("the public key is exchanged", .wrongKey) { log in
      let name = try log.folder.verifier().name
      let key = try #require(SigningKey(newNamed: name)).verifier
      try log.write(Array("\(key.description)\n".utf8), to: "vkey")
    },
    Attack("the private key is opened to others", .wrongKey) { log in
      try FileSystem.write(
        try log.read("key"), to: log.folder.path.appending("key"), mode: 0o644)
    },
  ]

  /// A whole, valid log of as many other entries, in the place of the old one.
  private static func rewrite(_ log: LogFixture, with key: [UInt8]) throws {
    let count = try log.lines().count
    for name in ["entries", "checkpoint", "vkey"] { try log.remove(name) }
    try log.write(key, to: "key")
    var other = try AuditLog(log.alone)
    for number in 1..<count { try other.append([LogFixture.entry(number + 50)]) }
    #expect(LogCheck.report(on: log.alone).problem == nil, "the forgery is well made")
  }

  @Test(arguments: attacks)
  func `whatever is done to a log is found out, and nothing is added to it any more`(
    attack: Attack
  ) throws {
    let log = try LogFixture(entries: 9)
    #expect(log.report.problem == nil && log.report.entries == 10 && log.report.isAnchored)
    try attack.run(log)
    let report = log.report
    #expect(report.problem?.code == attack.code, "\(String(describing: report.problem))")
    #expect(report.checkpoint == nil)
    let before = try? log.read("entries")
    #expect(throws: (any Error).self) {
      var writer = try AuditLog(log.folder)
      try writer.append([LogFixture.entry(1)])
    }
    #expect((try? log.read("entries")) == before)
  }

  @Test func `an older checkpoint in anybody's hands shows a fork that the log hides`() throws {
    let log = try LogFixture(entries: 5)
    let mine = BytePath(log.scratch.url.path).appending("mine")
    try FileSystem.write(try log.read("checkpoint"), to: mine)
    let key = try log.folder.verifier()
    for number in 5..<8 {
      var writer = try AuditLog(log.folder)
      try writer.append([LogFixture.entry(number)])
    }
    #expect(LogCheck.report(on: log.alone, key: key, anchors: [mine]).problem == nil)
    try Self.rewrite(log, with: try log.read("key"))
    #expect(LogCheck.report(on: log.alone, key: key).problem == nil)
    let found = LogCheck.report(on: log.alone, key: key, anchors: [mine]).problem
    #expect(found?.code == .forked)
  }

  @Test func `whoever knows the key is not taken in by a whole other log`() throws {
    let (log, other) = (try LogFixture(entries: 3), try LogFixture(entries: 3))
    let key = try log.folder.verifier()
    #expect(LogCheck.report(on: log.alone, key: key).problem == nil)
    #expect(LogCheck.report(on: other.alone, key: key).problem?.code == .wrongKey)
  }

  @Test func `no byte of the entries can be changed`() throws {
    let log = try LogFixture(entries: 2)
    let bytes = try log.read("entries")
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      try log.write(changed, to: "entries")
      #expect(log.report.problem != nil, "byte \(index)")
    }
  }

  @Test func `no length but the whole one passes`() throws {
    let log = try LogFixture(entries: 2)
    let bytes = try log.read("entries")
    for length in bytes.indices {
      try log.write(Array(bytes.prefix(length)), to: "entries")
      #expect(log.report.problem?.code == .truncated, "\(length) bytes")
    }
  }
}
