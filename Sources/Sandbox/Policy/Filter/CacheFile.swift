internal import Glibc

/// Files that are either whole or not there, and that nobody else could have written.
enum CacheFile {
  /// The largest file that is read back.
  private static let sizeLimit = 1 << 20

  /// Reads a regular file of one's own, without following a link; nothing if anything is odd.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0, status.st_nlink == 1,
      status.st_size > 0, status.st_size <= sizeLimit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { raw in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: raw[filled...])
        return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  /// Writes aside with mode 0600 and renames; leaves nothing behind when a step fails.
  static func write(_ bytes: [UInt8], to path: String, in folder: String) {
    let aside = "\(folder)/.\(UInt64.random(in: .min ... .max)).aside"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(aside, flags, 0o600)
    guard descriptor >= 0 else { return }
    let written = unsafe Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
    // Nothing is flushed: a file cut short by a power cut fails its digest and is made anew.
    if written == bytes.count, unsafe rename(aside, path) == 0 { return }
    unsafe unlink(aside)
  }
}
