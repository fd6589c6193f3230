import Audit
import Glibc
import Kernel

// Adds entries until it is killed, and says after each append that it has returned:
// audit-writer FOLDER ANCHORS
let folder = LogFolder(
  BytePath(CommandLine.arguments[1]), anchors: BytePath(CommandLine.arguments[2]))
let output = Descriptor(owning: 1)
do {
  var log = try AuditLog(folder)
  var number: Int64 = 0
  while true {
    number += 1
    let text = String(repeating: "x", count: Int(number * 37 % 3_000))
    try log.append([
      AuditEntry(
        .signal, at: number, by: .init(kind: "actor", id: "writer"),
        ["number": .integer(number), "text": .text(text)])
    ])
    try output.writeAll(Array("\(log.entries.count)\n".utf8))
  }
} catch {
  try? output.writeAll(Array("failed: \(error)\n".utf8))
  exit(1)
}
