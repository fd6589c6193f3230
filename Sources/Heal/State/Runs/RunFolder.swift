internal import Glibc
package import Kernel
internal import Synchronization
internal import Text

/// The folder of one run, `runs/NAME` of the state: a journal that only grows, kept answers, documents.
///
/// One process at a time has it. A record is on the disk when its call returns; the last one of a run
/// that was killed while it wrote is taken back.
package final class RunFolder: Sendable {
  /// Why a run cannot be begun or gone on with.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    /// The name is no name of a run.
    case badName(String)
    /// A run of this name is there already.
    case exists(String)
    /// There is no run of this name.
    case unknown(String)
    /// Another process has it.
    case busy(String)
    /// The disk says no.
    case disk(KernelFailure)

    /// What is wrong and what to do.
    package var description: String {
      switch self {
      case .badName(let name):
        "\"\(VisibleText.escaped(name))\" is not a name for a run; write 1 to 64 letters, digits, dots, "
          + "underscores and hyphens, beginning with a letter or digit"
      case .exists(let name):
        "there is a run \(name) already; go on with it by --resume, or take another name"
      case .unknown(let name): "there is no run \(name) in the state folder"
      case .busy(let name): "the run \(name) is being worked on by another process"
      case .disk(let failure): failure.description
      }
    }
  }

  /// The run's name.
  package let name: String
  /// The folder.
  package let path: BytePath
  /// The records of earlier parts of the run, oldest first.
  package let records: [[UInt8]]
  private let journal: Mutex<Journal>
  private let lock: Descriptor

  private struct Journal: ~Copyable {
    let file: Descriptor
    /// A record that was cut short must be the last one, so that it can be told for what it is.
    var isBroken = false
  }

  private static let mostJournalBytes = 1 << 30
  private static let mostReplyBytes = 64 << 20

  /// Makes the folder of a new run, or opens that of an earlier one.
  ///
  /// - Parameters:
  ///   - name: the run's.
  ///   - state: where runs lie.
  ///   - isNew: whether there must be none of this name in which anything was kept, rather than one.
  /// - Throws: ``Problem``.
  package init(_ name: String, in state: StateFolder, isNew: Bool) throws(Problem) {
    guard Self.isName(name) else { throw .badName(name) }
    self.name = name
    path = state.path.appending("runs").appending(name)
    do throws(KernelFailure) {
      if isNew {
        try FileSystem.makeFolder(path.parent, mode: 0o700)
        let made = unsafe path.withPointer { unsafe mkdir($0, 0o700) }
        if made != 0 {
          let failure = KernelFailure.last("mkdir", path.description)
          guard failure.number == EEXIST, try Self.isUnbegun(path) else { throw failure }
        }
      }
      lock = try Descriptor.open(path.appending("lock"), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
        throw KernelFailure.last("flock", path.description)
      }
      try FileSystem.makeFolder(path.appending("replies"), mode: 0o700)
      let file = try Descriptor.open(
        path.appending("journal"), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o600)
      records = try Self.records(of: file)
      try Self.sync(path)
      try Self.sync(path.parent)
      journal = Mutex(Journal(file: file))
    } catch {
      switch (error.call, error.number) {
      case ("mkdir", EEXIST): throw .exists(name)
      case ("flock", EWOULDBLOCK): throw .busy(name)
      case ("open", ENOENT) where !isNew: throw .unknown(name)
      default: throw .disk(error)
      }
    }
  }

  /// Lets others have the run at once: a child that is just being started, and has not closed what it
  /// inherited, would hold the lock for longer.
  deinit { _ = flock(lock.number, LOCK_UN) }

  /// Whether a run ended before anything of it was kept: its name is free.
  private static func isUnbegun(_ path: BytePath) throws(KernelFailure) -> Bool {
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let parts = ["lock", "journal", "replies"].map { BytePath($0) }
    let entries = try folder.entries()
    guard entries.allSatisfy(parts.contains) else { return false }
    let journal = path.appending("journal")
    guard FileSystem.exists(journal) else { return true }
    return try FileStatus.of(journal).size == 0
  }

  private static func isName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let isWord = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard let first = bytes.first, isWord(first), bytes.count <= 64 else { return false }
    return bytes.allSatisfy { isWord($0) || "._-".utf8.contains($0) }
  }

  /// Whole lines; what a killed writer has left of another is cut off.
  private static func records(
    of file: borrowing Descriptor
  ) throws(KernelFailure) -> [[UInt8]] {
    let bytes = try file.readAll(limit: mostJournalBytes)
    let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if end < bytes.count {
      guard ftruncate(file.number, end) == 0, fsync(file.number) == 0 else {
        throw KernelFailure.last("ftruncate", "journal")
      }
    }
    return bytes[..<end].split(separator: 0x0A).map { Array($0) }
  }

  private static func sync(_ folder: BytePath) throws(KernelFailure) {
    let opened = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY)
    guard fsync(opened.number) == 0 else { throw KernelFailure.last("fsync", folder.description) }
  }

  /// Adds a record, one line without its end; on return it is on the disk.
  package func append(_ record: [UInt8]) throws {
    precondition(!record.contains(0x0A), "a record is one line")
    try journal.withLock { journal throws(KernelFailure) in
      if journal.isBroken { throw KernelFailure(call: "write", object: "journal", number: EIO) }
      journal.isBroken = true
      try journal.file.writeAll(record + [0x0A])
      guard fdatasync(journal.file.number) == 0 else {
        throw KernelFailure.last("fdatasync", "journal")
      }
      journal.isBroken = false
    }
  }

  // MARK: Answers and documents

  /// The reply that was kept for a request; nil when there is none.
  package func reply(for digest: String) -> [UInt8]? {
    guard Self.isName(digest) else { return nil }
    return try? FileSystem.read(
      path.appending("replies").appending(digest), limit: Self.mostReplyBytes)
  }

  /// Keeps a reply; on return it is on the disk, whole.
  package func keep(_ reply: [UInt8], for digest: String) throws {
    guard Self.isName(digest) else { throw Problem.badName(digest) }
    try write(reply, to: BytePath("replies").appending(digest))
  }

  /// A document of the run; nil when there is none.
  package func document(_ name: String) throws(KernelFailure) -> [UInt8]? {
    do { return try FileSystem.read(path.appending(name), limit: Self.mostJournalBytes) } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// Keeps a document; on return it is on the disk, whole.
  package func keep(_ document: [UInt8], as name: String) throws(KernelFailure) {
    try write(document, to: BytePath(name))
  }

  private func write(_ bytes: [UInt8], to name: BytePath) throws(KernelFailure) {
    let target = path.appending(name)
    let folder = try Descriptor.open(target.parent, O_RDONLY | O_DIRECTORY)
    try folder.writeFile(target.name, mode: 0o600) { file throws(KernelFailure) in
      try file.writeAll(bytes)
    }
    guard fsync(folder.number) == 0 else {
      throw KernelFailure.last("fsync", target.description)
    }
  }
}
