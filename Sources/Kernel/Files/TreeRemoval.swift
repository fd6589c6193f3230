internal import Glibc

/// Removes a tree that somebody hostile made: folders closed to their owner, and nested deeper than a
/// path or a table of descriptors is long.
struct TreeRemoval {
  /// A descriptor is held for each level; folders below are moved to the top and removed from there.
  private static let deepest = 128

  private let top: Int32
  private var moved = 0

  private init(top: Int32) { self.top = top }

  /// Removes the folder and everything in it.
  static func remove(_ folder: BytePath) throws(KernelFailure) {
    while unlink(folder, in: AT_FDCWD, AT_REMOVEDIR) != 0 {
      let failure = KernelFailure.last("unlink", folder.description)
      guard let opened = open(folder, in: AT_FDCWD) else { throw failure }
      var removal = TreeRemoval(top: opened.number)
      if !removal.empty(opened, depth: 0) { throw failure }
    }
  }

  /// Returns whether anything could be removed.
  private mutating func empty(_ folder: borrowing Descriptor, depth: Int) -> Bool {
    guard let names = try? folder.entries() else { return false }
    var hasProgressed = false
    for name in names where remove(name, in: folder, depth: depth) { hasProgressed = true }
    return hasProgressed
  }

  private mutating func remove(
    _ name: BytePath, in folder: borrowing Descriptor, depth: Int
  ) -> Bool {
    if Self.unlink(name, in: folder.number, 0) == 0 { return true }
    if Self.unlink(name, in: folder.number, AT_REMOVEDIR) == 0 { return true }
    guard let child = Self.open(name, in: folder.number) else { return false }
    if depth >= Self.deepest { return moveToTop(name, from: folder.number) }
    let hasProgressed = empty(child, depth: depth + 1)
    return Self.unlink(name, in: folder.number, AT_REMOVEDIR) == 0 || hasProgressed
  }

  /// Under a name of our own; the next round finds it there.
  private mutating func moveToTop(_ name: BytePath, from folder: Int32) -> Bool {
    moved += 1
    let place = BytePath(".deep-\(moved)-\(UInt64.random(in: 0 ... .max))")
    return unsafe name.withPointer { source in
      unsafe place.withPointer { unsafe renameat(folder, source, top, $0) }
    } == 0
  }

  private static func unlink(_ name: BytePath, in folder: Int32, _ flags: Int32) -> Int32 {
    unsafe name.withPointer { unsafe unlinkat(folder, $0, flags) }
  }

  /// Opens a folder whatever its mode, never through a link.
  private static func open(_ name: BytePath, in folder: Int32) -> Descriptor? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let number = unsafe name.withPointer { pointer in
      let first = unsafe openat(folder, pointer, flags)
      guard first < 0, errno == EACCES, unsafe fchmodat(folder, pointer, 0o700, 0) == 0 else {
        return first
      }
      return unsafe openat(folder, pointer, flags)
    }
    return number < 0 ? nil : Descriptor(owning: number)
  }
}
