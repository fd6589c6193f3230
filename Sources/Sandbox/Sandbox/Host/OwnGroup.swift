internal import CKernel
internal import Glibc
internal import Kernel

/// Makes room for a run in a delegated group that holds this process alone, which is how
/// `systemd-run --user --scope -p Delegate=yes` starts one.
///
/// A version 2 group with processes passes no controllers on, so this process moves into a leaf of
/// its own until the run has ended. Other processes are never moved.
package struct OwnGroup: ~Copyable, Sendable {
  private let folder: BytePath
  private let leaf: BytePath
  private let controllers: [Substring]
  // A sweep takes a leaf that nobody holds for a leftover.
  private let lock: Descriptor

  /// Moves this process; nothing where the group is another's, shared, or passes controllers on.
  package static func enter() -> OwnGroup? {
    guard let folder = CgroupTree.ownFolder,
      words(of: folder.appending("cgroup.procs")) == [Substring(String(getpid()))],
      FileSystem.isAccessible(folder, W_OK),
      FileSystem.isAccessible(folder.appending("cgroup.subtree_control"), W_OK),
      words(of: folder.appending("cgroup.subtree_control")).isEmpty
    else { return nil }
    let wanted = CgroupTree.Controller.allCases.map(\.rawValue)
    let controllers = words(of: folder.appending("cgroup.controllers")).filter {
      wanted.contains(String($0))
    }
    let leaf = folder.appending(BytePath("sentinel-\(getpid())-self"))
    guard !controllers.isEmpty, unsafe leaf.withPointer({ unsafe mkdir($0, 0o755) }) == 0 else {
      return nil
    }
    guard let lock = try? Descriptor.open(leaf, O_RDONLY | O_DIRECTORY),
      sentinel_try_lock(lock.number) == 0, write(String(getpid()), to: leaf, "cgroup.procs")
    else {
      _ = unsafe leaf.withPointer { unsafe rmdir($0) }
      return nil
    }
    let group = OwnGroup(folder: folder, leaf: leaf, controllers: controllers, lock: lock)
    let order = controllers.map { "+\($0)" }.joined(separator: " ")
    if write(order, to: folder, "cgroup.subtree_control") { return group }
    group.moveBack()
    return nil
  }

  /// Leaves the group as it was found.
  package consuming func restore() {
    let order = controllers.map { "-\($0)" }.joined(separator: " ")
    _ = Self.write(order, to: folder, "cgroup.subtree_control")
    moveBack()
  }

  private borrowing func moveBack() {
    _ = Self.write(String(getpid()), to: folder, "cgroup.procs")
    _ = unsafe leaf.withPointer { unsafe rmdir($0) }
  }

  private static func words(of file: BytePath) -> [Substring] {
    let bytes = (try? FileSystem.read(file, limit: 1 << 16)) ?? []
    return String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
  }

  private static func write(_ text: String, to folder: BytePath, _ file: BytePath) -> Bool {
    guard let opened = try? Descriptor.open(folder.appending(file), O_WRONLY) else { return false }
    return (try? opened.writeAll(Array(text.utf8))) != nil
  }
}
