internal import Glibc
package import Kernel
internal import Synchronization

/// A folder of Sentinel's own that only its user may enter; removed with everything in it.
///
/// A lock is held on it as long as it is in use, so that what a killed process has left can be told
/// from what is somebody's, and is removed by the next one.
package final class WorkFolder: Sendable {
  /// Where it is, absolute and without links.
  package let path: BytePath
  private let lock: Descriptor

  private static let prefix = "sentinel-trial-"

  /// Makes one.
  ///
  /// - Parameter base: the folder in which it is made; `/tmp` when absent.
  /// - Throws: when no folder can be made there.
  package init(in base: BytePath = "/tmp") throws(KernelFailure) {
    let place = try FileSystem.resolve(base)
    var made: BytePath
    var held: Descriptor?
    var attempts = 0
    repeat {
      made = place.appending("\(Self.prefix)\(getpid())-\(Self.nonce())")
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
    Self.live.withLock { _ = $0.insert(made) }
    Self.removesAtExit
  }

  deinit {
    try? FileSystem.remove(path)
    Self.live.withLock { [path] in _ = $0.remove(path) }
  }

  /// The folders of this process that are in use.
  private static let live = Mutex<Set<BytePath>>([])

  /// A thread that ends its work while the program does may hold the last reference.
  private static let removesAtExit: Void = {
    atexit {
      for path in WorkFolder.live.withLock({ $0 }) {
        // Another thread may be removing it too, and take files away under this one.
        for _ in 0..<8 where FileSystem.exists(path) { try? FileSystem.remove(path) }
      }
    }
    return
  }()

  /// Opens a folder and locks it; nil when somebody else has, or it is gone.
  private static func hold(_ folder: BytePath) -> Descriptor? {
    guard let opened = try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      flock(opened.number, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    return opened
  }

  /// Removes what killed processes of this user have left in a folder.
  static func sweep(_ base: BytePath) {
    guard let place = try? FileSystem.resolve(base),
      let folder = try? Descriptor.open(place, O_RDONLY | O_DIRECTORY),
      let names = try? folder.entries(startingWith: [Array(prefix.utf8)])
    else { return }
    for name in names {
      guard let status = try? folder.status(of: name), status.kind == .directory,
        status.uid == geteuid()
      else { continue }
      let path = place.appending(name)
      if let held = hold(path) {
        try? FileSystem.remove(path)
        _ = consume held
      }
    }
  }

  /// A name that nobody could have known before.
  static func nonce() -> String {
    let text = String(UInt64.random(in: 0 ... .max), radix: 36)
    return String(repeating: "0", count: 13 - text.count) + text
  }
}
