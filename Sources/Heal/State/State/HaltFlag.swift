package import Audit
package import Autonomy
internal import Glibc
internal import Kernel

/// What a person says from elsewhere: that everything must stop, or may go on until some time.
///
/// It is a signed note (C2SP signed-note) of four lines: `sentinel-halt/1`, a number, `halt` or
/// `go`, and the milliseconds since 1970 at which it expires. It may be carried by anything that
/// moves files. Each flag has a larger number than the one before: an older one, held back and put
/// in place again, is no flag.
package struct HaltFlag: Sendable, Equatable {
  /// Its number, from 1.
  package var number: Int64
  /// Whether everything must stop.
  package var halts: Bool
  /// Until when it counts; without a newer flag everything stops then.
  package var expires: Moment

  /// A flag.
  package init(number: Int64, halts: Bool, expires: Moment) {
    self.number = number
    self.halts = halts
    self.expires = expires
  }

  private static let schema = "sentinel-halt/1"

  /// The signed note.
  package func note(by key: SigningKey) throws(AuditError) -> [UInt8] {
    guard number > 0 else { throw AuditError(.refused, "a flag's number is at least 1") }
    let lines = [Self.schema, "\(number)", halts ? "halt" : "go", "\(expires.milliseconds)"]
    return try SignedNote(lines.map { $0 + "\n" }.joined(), by: key).bytes
  }

  /// Reads a note that `key` has signed; what is wrong with it is an error.
  package init(note bytes: [UInt8], key: VerifierKey) throws(AuditError) {
    guard let note = SignedNote(bytes) else {
      throw AuditError(.malformed, "the flag is not a signed note")
    }
    try note.check(key, of: "the flag")
    let lines = note.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 5, lines[0] == Self.schema, lines[4].isEmpty,
      let number = Int64(lines[1]), number > 0, lines[1] == "\(number)",
      ["halt", "go"].contains(lines[2]), let expires = Int64(lines[3]), lines[3] == "\(expires)"
    else { throw AuditError(.malformed, "the flag has other lines than \(Self.schema)") }
    self.init(
      number: number, halts: lines[2] == "halt", expires: Moment(milliseconds: expires))
  }
}

/// Reads the flag, and remembers the newest so that none before it counts again.
struct HaltFlagReading {
  /// The flag's file.
  let file: BytePath
  /// Who may sign it.
  let key: VerifierKey
  /// The state folder, where the newest flag is kept.
  let state: BytePath

  private var newest: BytePath { state.appending("halt-flag") }

  /// What there is; whatever cannot be read, or comes before what was seen, is invalid.
  func flag() -> KillSwitch.Flag {
    guard let bytes = try? Self.read(file), let flag = try? HaltFlag(note: bytes, key: key) else {
      return .invalid
    }
    do {
      guard try remember(flag, bytes) else { return .invalid }
    } catch {
      return .invalid
    }
    return .signed(halts: flag.halts, expires: flag.expires)
  }

  /// False for a flag that is older than the newest, or another one of the same number.
  private func remember(_ flag: HaltFlag, _ bytes: [UInt8]) throws -> Bool {
    if let known = try known() {
      if flag.number == known.number { return flag == known }
      if flag.number < known.number { return false }
    }
    try FileSystem.makeFolder(state, mode: 0o700)
    // One writer at a time, who looks again: the number only ever grows.
    let lock = try Descriptor.open(
      state.appending("halt-flag.lock"), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    while flock(lock.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw KernelFailure.last("flock", newest.description) }
    }
    if let known = try known(), known.number >= flag.number { return known == flag }
    try FileSystem.write(bytes, to: newest, mode: 0o600)
    _ = consume lock
    return true
  }

  /// The newest flag that was seen; nil before the first.
  private func known() throws -> HaltFlag? {
    guard try Self.isThere(newest) else { return nil }
    return try HaltFlag(note: Self.read(newest), key: key)
  }

  private static func read(_ path: BytePath) throws(KernelFailure) -> [UInt8] {
    try FileSystem.read(path, limit: SignedNote.mostBytes)
  }

  private static func isThere(_ path: BytePath) throws(KernelFailure) -> Bool {
    do throws(KernelFailure) { _ = try FileStatus.of(path) } catch {
      guard error.number == ENOENT else { throw error }
      return false
    }
    return true
  }
}
