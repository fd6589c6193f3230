internal import Glibc
internal import Kernel

/// A note on disk that a workspace is being written, by which the next start learns of one that was
/// killed meanwhile.
///
/// One update is carried out at a time; the others wait at the folder's lock.
struct UpdateJournal: ~Copyable {
  private let folder: Descriptor

  /// Waits for other updates; until this value's end no other begins.
  ///
  /// What an update may change is known by the workspace as it is, so that is looked at afterwards.
  static func begin(in state: BytePath) throws(KernelFailure) -> UpdateJournal {
    let path = place(state)
    try FileSystem.makeFolder(path, mode: 0o700)
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    while flock(folder.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw KernelFailure.last("flock", path.description) }
    }
    return UpdateJournal(folder: folder)
  }

  /// Notes that a workspace is being written; gives the note's name.
  borrowing func note(_ workspace: BytePath) throws(KernelFailure) -> BytePath {
    let name = BytePath("\(getpid())-\(WorkFolder.nonce())")
    try folder.writeFile(name, mode: 0o600) { (file) throws(KernelFailure) in
      try file.writeAll(workspace.bytes)
    }
    return name
  }

  /// Strikes a note.
  borrowing func strike(_ name: BytePath) throws(KernelFailure) {
    let removed = unsafe name.withPointer { unsafe unlinkat(folder.number, $0, 0) }
    guard removed == 0 else { throw KernelFailure.last("unlinkat", name.description) }
  }

  /// Whether a file of the folder is a note: somebody else's files are neither told nor removed.
  private static func isNote(_ name: BytePath) -> Bool {
    let parts = name.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9"),
      letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(digits.contains)
      && parts[1].count == 13 && parts[1].allSatisfy { digits.contains($0) || letters.contains($0) }
  }

  /// The workspaces of updates that were killed, each told once.
  static func takeUnfinished(in state: BytePath) throws(KernelFailure) -> [BytePath] {
    let path = place(state)
    // Most callers have never had an update.
    do throws(KernelFailure) { _ = try FileStatus.of(path) } catch
      where error.number == ENOENT || error.number == ENOTDIR
    {
      return []
    }
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    // Somebody who is at work has the lock; what others left is told at another start.
    guard flock(folder.number, LOCK_EX | LOCK_NB) == 0 else { return [] }
    var found: [BytePath] = []
    for name in try folder.entries() {
      // What is no note of ours holds nothing up.
      guard isNote(name), let note = try? folder.readFile(name, limit: Int(PATH_MAX)),
        BytePath(note).isAbsolute
      else { continue }
      found.append(BytePath(note))
      let removed = unsafe name.withPointer { unsafe unlinkat(folder.number, $0, 0) }
      guard removed == 0 else { throw KernelFailure.last("unlinkat", name.description) }
    }
    return found
  }

  private static func place(_ state: BytePath) -> BytePath { state.appending("updates") }
}
