import ArgumentParser
import Audit
import Autonomy
import CommandSupport
import Kernel
import State

/// `sentinel autonomy flag`: signs a flag that stops everything from elsewhere, or lets it go on.
struct FlagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flag", abstract: "Signs a flag that stops everything from elsewhere.",
    discussion: """
      Whoever holds the key writes the flag; a policy that names the flag's file and the public \
      key (haltFlag: {file, key}) obeys it. Each flag has a larger number than the one before it. \
      If the flag is missing, forged, older or expired, everything stops too: sign a new one with \
      --go before the old one expires.

      Examples:
        sentinel autonomy flag /srv/flag --key halt.key --new-key ops/halt --go --days 30
        sentinel autonomy flag /srv/flag --key halt.key --halt

      Exit codes: 0 done; 2 usage, or not a key or a flag; 3 a file cannot be read or written.
      """)

  /// The document.
  struct Signed: Codable {
    var schema = "sentinel.autonomy-flag/1"
    var file: String
    var number: Int64
    var halts: Bool
    var expires: Moment
    var key: String
  }

  @Argument(help: "The flag's file; its number, if it exists, is counted up.")
  var file: String

  @Option(help: "The file with the private key, which only its owner may read.")
  var key: String

  @Option(name: .customLong("new-key"), help: "Make the key first, under this name.")
  var newKey: String?

  @Flag(help: "Everything stops.")
  var halt = false

  @Flag(help: "Everything may go on.")
  var go = false

  @Option(help: "Days after which everything stops without a newer flag.")
  var days = 30

  @Flag(help: "Print the flag as JSON.")
  var json = false

  func validate() throws {
    if halt == go { throw ValidationError("write --halt or --go, one of them") }
    if !(1...366).contains(days) {
      throw ValidationError("--days \(days): write a number from 1 to 366")
    }
  }

  func run() throws {
    let signer: SigningKey = try StateCommand.run { try self.signer() }
    let number: Int64 = try StateCommand.run { try next(signer.verifier) }
    let flag = HaltFlag(
      number: number, halts: halt, expires: StateCommand.now().adding(days: Int64(days)))
    try StateCommand.run { () throws -> Void in
      try FileSystem.write(flag.note(by: signer), to: BytePath(file), mode: 0o644)
    }
    guard json else {
      return try Console.output(
        "flag \(number): \(halt ? "everything stops" : "may go on")\nkey: \(signer.verifier.description)\n"
      )
    }
    try Console.output(
      Document.encode(
        Signed(
          file: BytePath(file).description, number: number, halts: halt, expires: flag.expires,
          key: signer.verifier.description)))
  }

  private func signer() throws -> SigningKey {
    let path = BytePath(key)
    if let newKey {
      guard !FileSystem.exists(path) else {
        throw ExitFailure.usage("--new-key: \(path) is there already; leave --new-key out")
      }
      guard let made = SigningKey(newNamed: newKey) else {
        throw ExitFailure.usage("--new-key: a name has no blanks and no plus sign")
      }
      try FileSystem.write(made.fileBytes, to: path, mode: 0o600)
      return made
    }
    guard try FileStatus.of(path).permissions & 0o077 == 0 else {
      throw ExitFailure.usage("--key \(path): others may read it: chmod 600")
    }
    guard let found = SigningKey(file: try FileSystem.read(path, limit: 4_096)) else {
      throw ExitFailure.usage("--key \(path): holds no private key")
    }
    return found
  }

  /// The number after that of the flag that is there.
  private func next(_ key: VerifierKey) throws -> Int64 {
    let path = BytePath(file)
    guard FileSystem.exists(path) else { return 1 }
    do throws(AuditError) {
      let bytes = try? FileSystem.read(path, limit: SignedNote.mostBytes)
      return try HaltFlag(note: bytes ?? [], key: key).number + 1
    } catch {
      throw ExitFailure.usage("\(path): \(error.description); remove it, or name another file")
    }
  }
}
