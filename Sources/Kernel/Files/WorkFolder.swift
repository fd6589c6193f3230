internal import Glibc
internal import Synchronization

/// A folder of Sentinel's own, removed with everything in it; only its user enters, unless a mode
/// says otherwise.
///
/// A lock is held on it as long as it is in use, so that what a killed process has left can be told
/// from what is somebody's, and is removed by the next one.
public final class WorkFolder: Sendable {
  /// Where it is, absolute and without links.
  public let path: BytePath
  private let lock: Descriptor

  /// Makes one.
  ///
  /// - Parameters:
  ///   - kind: the beginning of its name.
  ///   - base: the folder in which it is made.
  ///   - mode: who may enter, whatever mask the caller has.
  /// - Throws: when no folder can be made there.
  public init(_ kind: String, in base: BytePath, mode: UInt32 = 0o700) throws(KernelFailure) {
    let place = try FileSystem.resolve(base)
    var made = place
    var held: Descriptor?
    var attempts = 0
    repeat {
      made = place.appending("\(kind)-\(getpid())-\(Self.nonce())")
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
    guard unsafe made.withPointer({ unsafe chmod($0, mode) }) == 0 else {
      throw KernelFailure.last("chmod", made.description)
    }
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

  /// Removes what killed processes of this user have left of a kind in a folder.
  public static func sweep(_ kind: String, in base: BytePath) {
    guard let place = try? FileSystem.resolve(base),
      let folder = try? Descriptor.open(place, O_RDONLY | O_DIRECTORY),
      let names = try? folder.entries(startingWith: [Array("\(kind)-".utf8)])
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
  public static func nonce() -> String {
    let text = String(UInt64.random(in: 0 ... .max), radix: 36)
    return String(repeating: "0", count: 13 - text.count) + text
  }
}
