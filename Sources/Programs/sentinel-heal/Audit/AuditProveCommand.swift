import ArgumentParser
import Audit
import CommandSupport
import Kernel
import State

/// `sentinel audit prove`: one entry, or growth, without the rest of the log.
struct AuditProveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Prints a proof that an entry is in the log, or that it only grew.",
    discussion: """
      A proof of inclusion is a C2SP tlog-proof, with the newest checkpoint at its end; the entry's \
      bytes are what --record prints. A proof of consistency is one hash in base64 a line.

      Examples:
        sentinel audit prove --entry 12 > proof && sentinel audit prove --entry 12 --record > record
        sentinel audit prove --since 100

      Exit codes: 0 done; 1 the log is not what was signed; 2 usage, or no such entry; 3 a file \
      cannot be read; 4 there is no log.
      """)

  @Option(help: "The number of an entry.")
  var entry: Int?

  @Flag(help: "Print the bytes of the entry instead of its proof.")
  var record = false

  @Option(help: "How many entries the older log had.")
  var since: Int?

  @OptionGroup var state: StateOptions

  func validate() throws {
    if (entry == nil) == (since == nil) {
      throw ValidationError("name --entry or --since, one of them")
    }
    if record && entry == nil { throw ValidationError("--record: belongs to --entry") }
  }

  func run() throws {
    let folder = try state.folder().log
    try LogSource.state(try state.folder()).require()
    let bytes: [UInt8] = try AuditFailure.run {
      let proof = try LogProof(folder)
      if let entry {
        return try record ? proof.record(entry) : Array(proof.inclusion(of: entry).utf8)
      }
      return Array(try proof.consistency(since: since ?? 0).map { $0 + "\n" }.joined().utf8)
    }
    try Console.output(bytes)
  }
}
