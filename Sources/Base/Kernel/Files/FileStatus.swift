internal import Glibc

/// What the kernel says about a file.
public struct FileStatus: Equatable, Sendable {
  /// The kind of a file.
  public enum Kind: Sendable {
    case regular, directory, link, characterDevice, blockDevice, fifo, socket
  }

  /// The kind.
  public let kind: Kind
  /// Permission bits with set-user-id, set-group-id and sticky: 0o0000...0o7777.
  public let permissions: UInt32
  /// The size in bytes.
  public let size: Int
  /// The owner.
  public let uid: UInt32
  /// The owning group.
  public let gid: UInt32
  /// The file system.
  public let device: UInt64
  /// The number in the file system.
  public let inode: UInt64
  /// How many names it has.
  public let links: UInt64
  /// The device number of a device file.
  public let deviceNumber: UInt64

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
  }

  /// Asks about a path; a final link is followed only when asked for.
  public static func of(_ path: BytePath, following: Bool = false) throws(KernelFailure)
    -> FileStatus
  {
    var status = stat()
    let flags = following ? 0 : AT_SYMLINK_NOFOLLOW
    let result = unsafe path.withPointer { unsafe fstatat(AT_FDCWD, $0, &status, flags) }
    guard result == 0 else { throw KernelFailure.last("stat", path.description) }
    return FileStatus(status)
  }
}
