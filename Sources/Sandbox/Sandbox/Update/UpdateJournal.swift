internal import Glibc
internal import Kernel

/// A note on disk that a workspace is being written, by which the next start learns of one that was
/// killed meanwhile.
///
/// One update is carried out at a time; the others wait at the folder's lock.
struct UpdateJournal: ~Copyable {
  private let folder: Descriptor
  private let name: BytePath

  /// Waits for other updates, and notes this one.
  static func begin(
    in state: BytePath, workspace: BytePath
  ) throws(KernelFailure) -> UpdateJournal {
    let path = place(state)
    try FileSystem.makeFolder(path, mode: 0o700)
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    while flock(folder.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw KernelFailure.last("flock", path.description) }
    }
    let name = BytePath("\(getpid())-\(WorkFolder.nonce())")
    try folder.writeFile(name, mode: 0o600) { (file) throws(KernelFailure) in
      try file.writeAll(workspace.bytes)
    }
    return UpdateJournal(folder: folder, name: name)
  }

  /// Strikes the note.
  consuming func end() throws(KernelFailure) {
    let removed = unsafe name.withPointer { unsafe unlinkat(folder.number, $0, 0) }
    guard removed == 0 else { throw KernelFailure.last("unlinkat", name.description) }
  }

  /// The workspaces of updates that were killed, each told once.
  static func takeUnfinished(in state: BytePath) throws(KernelFailure) -> [BytePath] {
    let path = place(state)
    // Most callers have never had an update.
    do throws(KernelFailure) { _ = try FileStatus.of(path) } catch  where error.number == ENOENT {
      return []
    }
    let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    // Somebody who is at work has the lock; what others left is told at another start.
    guard flock(folder.number, LOCK_EX | LOCK_NB) == 0 else { return [] }
    var found: [BytePath] = []
    for name in try folder.entries() {
      // What is no note of ours holds nothing up.
      guard let note = try? folder.readFile(name, limit: Int(PATH_MAX)), !note.isEmpty else {
        continue
      }
      found.append(BytePath(note))
      let removed = unsafe name.withPointer { unsafe unlinkat(folder.number, $0, 0) }
      guard removed == 0 else { throw KernelFailure.last("unlinkat", name.description) }
    }
    return found
  }

  private static func place(_ state: BytePath) -> BytePath { state.appending("updates") }
}
