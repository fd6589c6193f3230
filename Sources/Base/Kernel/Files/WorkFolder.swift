internal import Glibc
internal import Synchronization

/// A folder of Sentinel's own, removed with everything in it; only its user enters, unless a mode
/// says otherwise.
///
/// It lies in a folder with a mark that only Sentinel makes, on which a lock is held as long as it is
/// in use. So what a killed process has left can be told from what is somebody's, whatever its name,
/// and is removed by the next one.
package final class WorkFolder: Sendable {
  /// Where it is, absolute and without links.
  package let path: BytePath
  /// The folder in which it was made.
  package var base: BytePath { whole.parent }
  /// The folder around it, with the mark.
  private let whole: BytePath
  private let lock: Descriptor

  /// Makes one.
  ///
  /// - Parameters:
  ///   - kind: the beginning of its name.
  ///   - base: the folder in which it is made.
  ///   - mode: who may enter, whatever mask the caller has.
  /// - Throws: when no folder can be made there.
  package init(_ kind: String, in base: BytePath, mode: UInt32 = 0o700) throws(KernelFailure) {
    let place = try FileSystem.resolve(base)
    let made = place.appending("\(kind)-\(getpid())-\(Self.nonce())")
    guard unsafe made.withPointer({ unsafe mkdir($0, 0o700) }) == 0 else {
      throw KernelFailure.last("mkdir", made.description)
    }
    // Without its mark nobody takes it for a leftover.
    lock = try Descriptor.open(made, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
      throw KernelFailure.last("flock", made.description)
    }
    whole = made
    path = made.appending("work")
    Self.live.withLock { $0[made] = lock.number }
    Self.removesAtExit
    let text = try Self.mark(of: lock, kind)
    try lock.writeFile(Self.markName, mode: 0o600, durable: false) {
      (file) throws(KernelFailure) in try file.writeAll(text)
    }
    guard unsafe path.withPointer({ unsafe mkdir($0, 0o700) }) == 0 else {
      throw KernelFailure.last("mkdir", path.description)
    }
    for folder in [path, made] {
      guard unsafe folder.withPointer({ unsafe chmod($0, mode) }) == 0 else {
        throw KernelFailure.last("chmod", folder.description)
      }
    }
  }

  deinit { Self.discard(whole) }

  private static let markName: BytePath = ".sentinel-work"

  /// What the mark of a folder says: it is worth nothing in a copy, or in another folder.
  private static func mark(
    of folder: borrowing Descriptor, _ kind: String
  ) throws(KernelFailure) -> [UInt8] {
    let status = try folder.status()
    return Array("sentinel.work/1 \(kind) \(status.device) \(status.inode)\n".utf8)
  }

  /// Whether a folder was made here, for work of a kind, by this user.
  private static func isOurs(_ folder: borrowing Descriptor, _ kind: String) -> Bool {
    guard let status = try? folder.status(), status.uid == geteuid(),
      let file = try? folder.openBeneath(markName, O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
      let found = try? file.status(), found.kind == .regular, found.uid == geteuid(),
      found.links == 1, let text = try? file.readAll(limit: 256),
      let expected = try? mark(of: folder, kind)
    else { return false }
    return text == expected
  }

  /// The folders of this process that are in use, with their descriptors.
  private static let live = Mutex<[BytePath: Int32]>([:])

  /// The outermost folder of this process, with its mark, that a path lies in; nil for one that lies in
  /// none.
  package static func around(_ path: BytePath) -> BytePath? {
    live.withLock { $0.keys.filter { path.isWithin($0) }.min { $0.depth < $1.depth } }
  }

  /// One removal at a time: of two in one folder each would find names gone, and give up.
  private static let removal = Mutex<Void>(())

  /// Removes a folder of this process.
  private static func discard(_ whole: BytePath) {
    removal.withLock { _ in
      guard let number = live.withLock({ $0.removeValue(forKey: whole) }),
        case let copy = dup(number),
        copy >= 0
      else { return }
      try? remove(Descriptor(owning: copy), at: whole)
    }
  }

  /// Removes a folder, its mark last: what is cut off stays a leftover that is swept.
  ///
  /// Nothing is looked up by its path but its own name at the end: others may have exchanged it.
  private static func remove(
    _ folder: borrowing Descriptor, at path: BytePath
  ) throws(KernelFailure) {
    try FileSystem.empty(folder, last: markName)
    let own = try folder.status()
    let found = try FileStatus.of(path)
    guard found.device == own.device, found.inode == own.inode else { return }
    _ = unsafe path.withPointer { unsafe rmdir($0) }
  }

  /// A thread that ends its work while the program does may hold the last reference.
  private static let removesAtExit: Void = {
    atexit { for path in WorkFolder.live.withLock({ Array($0.keys) }) { WorkFolder.discard(path) } }
    return
  }()

  /// Removes what killed processes of this user have left of a kind in a folder.
  ///
  /// The name alone proves nothing: what has not the mark of such a folder stays.
  package static func sweep(_ kind: String, in base: BytePath) {
    guard let place = try? FileSystem.resolve(base),
      let folder = try? Descriptor.open(place, O_RDONLY | O_DIRECTORY),
      let names = try? folder.entries(startingWith: [Array("\(kind)-".utf8)])
    else { return }
    for name in names {
      guard let held = try? folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
        isOurs(held, kind), flock(held.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      try? remove(held, at: place.appending(name))
    }
  }

  /// A name that nobody could have known before.
  package static func nonce() -> String {
    let text = String(UInt64.random(in: 0 ... .max), radix: 36)
    return String(repeating: "0", count: 13 - text.count) + text
  }
}
