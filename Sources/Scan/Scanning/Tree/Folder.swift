import Glibc

/// An open folder; everything below it is reached by descriptor, never through a link.
final class Folder {
  private let descriptor: CInt

  private init?(descriptor: CInt) {
    if descriptor < 0 { return nil }
    self.descriptor = descriptor
  }

  /// Opens a folder by its absolute path.
  convenience init?(absolute path: [UInt8]) {
    self.init(
      descriptor: unsafe Posix.withPath(path) {
        unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      })
  }

  deinit { close(descriptor) }

  /// What a name stands for.
  enum Kind { case folder, file, link, special, gone }

  /// What came of reading a file.
  enum Reading { case content([UInt8]), tooLarge, unreadable }

  /// Opens a folder of this folder.
  func folder(named name: [UInt8]) -> Folder? {
    Folder(
      descriptor: unsafe Posix.withPath(name) {
        unsafe openat(descriptor, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      })
  }

  /// All names but `.` and `..`, or nothing when the folder cannot be listed.
  func names() -> [[UInt8]]? {
    // fdopendir takes the descriptor over, so it gets one of its own.
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return nil }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      return nil
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe Self.name(of: entry)
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
      errno = 0
    }
    return errno == 0 ? names : nil
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // The record is only as long as its name, so the array type's full length is never read.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe UnsafeRawPointer(entry).advanced(by: offset)
      .assumingMemoryBound(to: UInt8.self)
    var length = 0
    while unsafe start[length] != 0 { length += 1 }
    return unsafe Array(UnsafeBufferPointer(start: start, count: length))
  }

  /// What a name stands for, without following it.
  func kind(of name: [UInt8]) -> Kind {
    var status = stat()
    let result = unsafe Posix.withPath(name) {
      unsafe fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { return .gone }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    case S_IFLNK: return .link
    default: return .special
    }
  }

  /// Reads a regular file, unless it is longer than the limit.
  func read(_ name: [UInt8], limit: Int) -> Reading {
    // Without O_NONBLOCK a pipe that replaced the file meanwhile would stop the scan.
    let file = unsafe Posix.withPath(name) {
      unsafe openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard file >= 0 else { return .unreadable }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .unreadable
    }
    if status.st_size > limit { return .tooLarge }
    return Posix.readAll(file, limit: limit)
  }
}

extension Folder {
  /// Opens a folder by its absolute path unless its last part is a link.
  convenience init?(absoluteWithoutLink path: [UInt8]) {
    self.init(
      descriptor: unsafe Posix.withPath(path) {
        unsafe open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      })
  }

  /// Removes everything in the folder.
  func removeContents() {
    for name in names() ?? [] {
      if kind(of: name) == .folder {
        folder(named: name)?.removeContents()
        _ = unsafe Posix.withPath(name) { unsafe unlinkat(descriptor, $0, AT_REMOVEDIR) }
      } else {
        _ = unsafe Posix.withPath(name) { unsafe unlinkat(descriptor, $0, 0) }
      }
    }
  }
}

extension Folder {
  /// The text of a symbolic link.
  func target(of name: [UInt8]) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Posix.withPath(name) { path in
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return -1 }
        return unsafe readlinkat(
          descriptor, path, start.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    return count < 0 ? nil : Array(buffer[..<count])
  }
}
