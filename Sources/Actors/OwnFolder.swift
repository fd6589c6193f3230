internal import Glibc
internal import Kernel

/// A folder of Sentinel's own, removed with everything in it.
///
/// A lock is held on it as long as it is in use: what a killed process has left is told by that, and
/// removed by the next one.
final class OwnFolder: Sendable {
  /// Where it is.
  let path: BytePath
  private let lock: Descriptor

  /// Makes one, after removing what killed processes of this user have left of its kind.
  ///
  /// - Parameters:
  ///   - kind: the beginning of its name.
  ///   - base: the folder in which it is made.
  ///   - mode: who may enter, whatever mask the caller has.
  /// - Throws: when no folder can be made there.
  init(_ kind: String, in base: BytePath, mode: UInt32) throws(KernelFailure) {
    Self.sweep("\(kind)-", base)
    var made = base
    var held: Descriptor?
    var attempts = 0
    repeat {
      made = base.appending("\(kind)-\(getpid())-\(UInt64.random(in: 0 ... .max))")
      guard unsafe made.withPointer({ unsafe mkdir($0, 0o700) }) == 0 else {
        throw KernelFailure.last("mkdir", made.description)
      }
      // Between the two somebody may have taken it for a leftover.
      held = Self.hold(made)
      attempts += 1
    } while held == nil && attempts < 8
    guard let lock = held.take() else {
      throw KernelFailure(call: "flock", object: made.description, number: EWOULDBLOCK)
    }
    path = made
    self.lock = lock
    guard unsafe made.withPointer({ unsafe chmod($0, mode) }) == 0 else {
      throw KernelFailure.last("chmod", made.description)
    }
  }

  deinit { try? FileSystem.remove(path) }

  /// Opens a folder and locks it; nil when somebody else has, or it is gone.
  private static func hold(_ folder: BytePath) -> Descriptor? {
    guard let opened = try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      flock(opened.number, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    return opened
  }

  private static func sweep(_ prefix: String, _ base: BytePath) {
    guard let folder = try? Descriptor.open(base, O_RDONLY | O_DIRECTORY),
      let names = try? folder.entries(startingWith: [Array(prefix.utf8)])
    else { return }
    for name in names {
      guard let status = try? folder.status(of: name), status.kind == .directory,
        status.uid == geteuid()
      else { continue }
      let path = base.appending(name)
      if let held = hold(path) {
        try? FileSystem.remove(path)
        _ = consume held
      }
    }
  }
}
