internal import Glibc

/// What the kernel says about a file.
package struct FileStatus: Equatable, Sendable {
  /// The kind of a file.
  package enum Kind: Sendable {
    case regular, directory, link, characterDevice, blockDevice, fifo, socket

    /// The kind that a folder's record of a name tells; nil where the file system leaves it out.
    init?(entryType: UInt8) {
      switch Int(entryType) {
      case Int(DT_DIR): self = .directory
      case Int(DT_LNK): self = .link
      case Int(DT_CHR): self = .characterDevice
      case Int(DT_BLK): self = .blockDevice
      case Int(DT_FIFO): self = .fifo
      case Int(DT_SOCK): self = .socket
      case Int(DT_REG): self = .regular
      default: return nil
      }
    }
  }

  /// What stands there; links are never followed, so that a link is itself.
  package let kind: Kind
  /// Permission bits with set-user-id, set-group-id and sticky: 0o0000...0o7777.
  package let permissions: UInt32
  /// The length of the content in bytes; of a link, that of its target's name.
  package let size: Int
  /// The owner's user id, as the caller's user namespace sees it.
  package let uid: UInt32
  /// The owner's group id, as the caller's user namespace sees it.
  package let gid: UInt32
  /// The device number of its file system; with the inode it identifies the file on this machine.
  package let device: UInt64
  /// Its number in the file system, which is given out again once the file is gone.
  package let inode: UInt64
  /// How many names it has.
  package let links: UInt64
  /// The device number of a device file.
  package let deviceNumber: UInt64

  /// When content or status last changed, in nanoseconds since 1970; nobody can set it back.
  package let changed: Int64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      default: .regular
      }
    permissions = UInt32(status.st_mode & 0o7777)
    size = Int(status.st_size)
    uid = status.st_uid
    gid = status.st_gid
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    links = UInt64(status.st_nlink)
    deviceNumber = UInt64(status.st_rdev)
    changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
  }

  /// Asks about a path; a final link is followed only when asked for.
  package static func of(_ path: BytePath, following: Bool = false) throws(KernelFailure)
    -> FileStatus
  {
    var status = stat()
    let flags = following ? 0 : AT_SYMLINK_NOFOLLOW
    let result = unsafe path.withPointer { unsafe fstatat(AT_FDCWD, $0, &status, flags) }
    guard result == 0 else { throw KernelFailure.last("stat", path.description) }
    return FileStatus(status)
  }
}

/// A name that a folder lists.
package struct FolderEntry: Sendable {
  /// The name, a single component.
  package let name: BytePath
  /// What it is, a link itself rather than its target; nil where only `status(of:)` can tell.
  package let kind: FileStatus.Kind?

  /// A name with the kind that is known of it.
  package init(name: BytePath, kind: FileStatus.Kind?) {
    self.name = name
    self.kind = kind
  }
}
