internal import CKernel
internal import Glibc
package import Kernel

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

  /// Makes it at a path that must not exist, in a folder where nobody else can replace it.
  package init(_ path: BytePath) throws(Refusal) {
    do {
      let folder = try Self.folder(of: path)
      // The folder that was looked at, whatever its name leads to meanwhile.
      let bound = BytePath("/proc/self/fd/\(folder.number)").appending(path.name)
      let number = unsafe bound.withPointer { unsafe sentinel_local_listen($0, 8) }
      guard number >= 0 else { throw KernelFailure.last("bind", path.description) }
      let listener = Descriptor(owning: number)
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
    let folder = try Descriptor.open(
      path.parent.bytes.isEmpty ? "." : path.parent, O_RDONLY | O_DIRECTORY)
    if let objection = objection(to: try folder.status()) {
      throw Refusal("control socket \(path): its folder \(objection)", remedy: remedy)
    }
    if ["", ".", ".."].contains(path.name) || (try? folder.status(of: path.name)) != nil {
      throw Refusal(
        "control socket \(path): is there already",
        remedy: "name another, or remove it if its run is over")
    }
    return folder
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
