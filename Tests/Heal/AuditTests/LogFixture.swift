import FoundationEssentials
import Glibc
import Kernel
import TestSupport

@testable import Audit

/// A log in a folder of its own, with a second folder for what is kept apart.
struct LogFixture {
  let scratch: Scratch
  let folder: LogFolder

  /// A log with this many entries beside the one that opens it.
  init(entries: Int = 0) throws {
    scratch = try Scratch("audit")
    folder = LogFolder(
      BytePath(scratch.url.path).appending("log"),
      anchors: BytePath(scratch.url.path).appending("anchors"))
    var log = try AuditLog(folder, clock: { 1_000 })
    for number in 0..<entries { try log.append([Self.entry(number)]) }
  }

  static func entry(_ number: Int) -> AuditEntry {
    let kinds = AuditEntry.Kind.allCases.filter { $0 != .opened && $0 != .mended }
    return AuditEntry(
      kinds[number % kinds.count], at: Int64(number), by: .init(kind: "person", id: "someone"),
      incident: number % 2 == 0 ? "I\(number / 4)" : nil,
      ["number": .integer(Int64(number)), "text": .text("line\n\ttab \u{1B}[31m \(number)")])
  }

  /// The log's files without what is kept apart.
  var alone: LogFolder { LogFolder(folder.path, anchors: nil) }

  var report: LogCheck.Report { LogCheck.report(on: folder) }

  /// The bytes of a file of the log.
  func read(_ name: String) throws -> [UInt8] {
    try FileSystem.read(folder.path.appending(name))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try FileSystem.write(bytes, to: folder.path.appending(name), mode: 0o600)
  }

  func remove(_ name: String) throws { try FileSystem.remove(folder.path.appending(name)) }

  /// The lines of the entries file, with their newlines.
  func lines() throws -> [[UInt8]] {
    try read("entries").split(separator: 10).map { Array($0) + [10] }
  }

  /// The checkpoint at a size, signed by the log's own key, as only its holder can.
  func note(size: Int) throws -> [UInt8] {
    let verifier = try folder.verifier()
    let reading = try LogReading(
      read("entries"), key: verifier, committed: 0, signatures: .all)
    let checkpoint = Checkpoint(origin: verifier.name, size: size, root: reading.roots[size])
    let key = try folder.signingKey(for: verifier)
    return Array(checkpoint.note(signature: try checkpoint.signature(by: key)).utf8)
  }
}
