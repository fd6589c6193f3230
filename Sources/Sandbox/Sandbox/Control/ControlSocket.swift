internal import CKernel
internal import Glibc
package import Kernel
internal import Policy

/// The Unix socket over which the rules of a run are changed while it goes on.
///
/// Only processes of the same user and host root are heard. It lies where no sandbox of the run can
/// see it, is there with its final rights from the first moment, and is removed by whoever made it.
package final class ControlSocket: Sendable {
  /// A folder, apart from the name it has.
  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }
  }

  /// Deeper folders are nobody's runtime folder.
  private static let mostAncestors = 256

  /// The path as it was named.
  package let path: BytePath
  let listener: Int32
  private let folder: Int32
  private let place: Identity
  private let ancestry: Set<Identity>

  /// Makes it at a path where there is nothing but perhaps the socket of a run that was killed, in a
  /// folder where nobody else can replace it.
  package init(_ path: BytePath) throws(Refusal) {
    do {
      let folder = try Self.folder(of: path)
      let listener = try Self.listen(in: folder, path)
      let status = try folder.status(of: path.name)
      guard status.kind == .socket, status.uid == geteuid(), status.permissions == 0o600 else {
        throw Refusal(
          "control socket \(path): somebody else has put something there", remedy: Self.remedy)
      }
      place = Identity(status)
      ancestry = try Self.ancestry(of: folder)
      self.path = path
      self.listener = listener.take()
      self.folder = folder.take()
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as KernelFailure {
      throw Refusal("control socket \(path): \(failure.reason)", remedy: Self.remedy)
    } catch {
      throw Refusal("control socket \(path): \(error)", remedy: Self.remedy)
    }
  }

  /// The folder of a path that may be made.
  private static func folder(of path: BytePath) throws -> Descriptor {
    let folder = Descriptor(
      owning: try FolderWay.open(path.parent.bytes.isEmpty ? "." : path.parent))
    if let objection = objection(to: try folder.status()) {
      throw Refusal("control socket \(path): its folder \(objection)", remedy: remedy)
    }
    if ["", ".", ".."].contains(path.name) { throw isThere(path) }
    return folder
  }

  private static func isThere(_ path: BytePath) -> Refusal {
    Refusal(
      "control socket \(path): is there already",
      remedy: "name another, or remove it if nothing needs it")
  }

  /// A listener at the path, which is one from the first moment that its name is there.
  private static func listen(
    in folder: borrowing Descriptor, _ path: BytePath
  ) throws -> Descriptor {
    let aside = BytePath(Array(".\(UInt64.random(in: 0 ... .max))".utf8))
    let number = unsafe place(aside, in: folder).withPointer {
      unsafe sentinel_local_listen($0, 8)
    }
    guard number >= 0 else { throw KernelFailure.last("bind", path.description) }
    let listener = Descriptor(owning: number)
    let folder = folder.number
    defer { _ = unsafe aside.withPointer { unsafe unlinkat(folder, $0, 0) } }
    let linked = unsafe aside.withPointer { from in
      unsafe path.name.withPointer { to in unsafe linkat(folder, from, folder, to, 0) }
    }
    if linked == 0 { return listener }
    guard errno == EEXIST else { throw KernelFailure.last("link", path.description) }
    try replace(path, by: aside, in: folder)
    return listener
  }

  /// Puts a listener in the place of a socket that nobody listens at any more.
  ///
  /// Two runs that find the same one do this one after the other; the second finds the first's.
  private static func replace(_ path: BytePath, by aside: BytePath, in number: Int32) throws {
    let folder = try Descriptor.open(BytePath("/proc/self/fd/\(number)"), O_RDONLY | O_DIRECTORY)
    guard flock(folder.number, LOCK_EX | LOCK_NB) == 0 else {
      throw KernelFailure.last("flock", path.parent.description)
    }
    guard try isDeserted(path.name, in: folder) else { throw isThere(path) }
    let renamed = unsafe aside.withPointer { from in
      unsafe path.name.withPointer { to in unsafe renameat(number, from, number, to) }
    }
    guard renamed == 0 else { throw KernelFailure.last("rename", path.description) }
  }

  /// Whether this is a socket of ours whose process is gone.
  private static func isDeserted(
    _ name: BytePath, in folder: borrowing Descriptor
  ) throws -> Bool {
    let status = try folder.status(of: name)
    guard status.kind == .socket, status.uid == geteuid() else { return false }
    let number = unsafe place(name, in: folder).withPointer {
      unsafe sentinel_local_connect($0, 1)
    }
    let isRefused = number < 0 && errno == ECONNREFUSED
    if number >= 0 { close(number) }
    return isRefused
  }

  /// A name in the folder that was looked at, whatever the folder's own name leads to meanwhile.
  private static func place(_ name: BytePath, in folder: borrowing Descriptor) -> BytePath {
    BytePath("/proc/self/fd/\(folder.number)").appending(name)
  }

  deinit {
    remove()
    close(listener)
    close(folder)
  }

  /// Removes the name, if it still is this socket's; a second time it does nothing.
  package func remove() {
    let name = path.name
    var status = stat()
    _ = unsafe name.withPointer { pointer in
      guard unsafe fstatat(folder, pointer, &status, AT_SYMLINK_NOFOLLOW) == 0,
        UInt64(status.st_dev) == place.device, UInt64(status.st_ino) == place.inode
      else { return Int32(-1) }
      return unsafe unlinkat(folder, pointer, 0)
    }
  }

  /// Refuses a place that the sandbox shows, also where another name leads there.
  func refuse(ifShownBy steps: [MountStep]) throws(Refusal) {
    for source in steps.compactMap(\.source) {
      guard let status = try? FileStatus.of(source, following: true) else { continue }
      if ancestry.contains(Identity(status)) {
        throw Refusal(
          "control socket \(path): the command sees \(source), and with it the socket",
          remedy: Self.remedy)
      }
    }
  }

  private static let remedy =
    "name a path in a folder of your own, such as one in /run/user or /tmp"

  /// Who may write to the folder may put another socket in this one's place.
  private static func objection(to status: FileStatus) -> String? {
    guard status.uid == geteuid() || status.uid == 0 else { return "belongs to somebody else" }
    let isOpen = status.permissions & 0o022 != 0
    let isSticky = status.permissions & 0o1000 != 0
    return isOpen && !isSticky ? "can be written by others" : nil
  }

  /// O_PATH, which Swift does not see.
  private static let pathOnly: Int32 = 0o10000000

  /// The folder and every one above it.
  private static func ancestry(
    of folder: borrowing Descriptor
  ) throws(KernelFailure) -> Set<Identity> {
    var found: Set<Identity> = []
    var place = try folder.duplicate()
    for _ in 0..<mostAncestors {
      guard found.insert(Identity(try place.status())).inserted else { return found }
      let above = unsafe openat(place.number, "..", pathOnly | O_DIRECTORY | O_CLOEXEC)
      guard above >= 0 else { throw KernelFailure.last("openat", "..") }
      place = Descriptor(owning: above)
    }
    throw KernelFailure(call: "openat", number: ELOOP)
  }
}
