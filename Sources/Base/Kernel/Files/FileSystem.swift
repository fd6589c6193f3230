internal import CKernel
internal import Glibc

/// Work on paths that are trusted to be the caller's own.
package enum FileSystem {
  /// Resolves every link of an existing path.
  package static func resolve(_ path: BytePath) throws(KernelFailure) -> BytePath {
    let bytes = unsafe path.withPointer { pointer in
      unsafe filled { unsafe realpath(pointer, $0) != nil }
    }
    guard let bytes else { throw KernelFailure.last("realpath", path.description) }
    return BytePath(bytes)
  }

  /// The target of a symbolic link; EINVAL when it is none.
  package static func linkTarget(_ path: BytePath) throws(KernelFailure) -> BytePath {
    var error = EFAULT
    let bytes = unsafe path.withPointer { pointer in
      unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        let start = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self)
        let length = unsafe readlink(pointer, start, buffer.count)
        error = length < 0 ? errno : 0
        count = max(0, length)
      }
    }
    guard error == 0 else {
      throw KernelFailure(call: "readlink", object: path.description, number: error)
    }
    return BytePath(bytes)
  }

  /// Reads a whole file of at most `limit` bytes.
  package static func read(_ path: BytePath, limit: Int = 1 << 30) throws(KernelFailure) -> [UInt8]
  {
    try Descriptor.open(path, O_RDONLY | O_NONBLOCK).readAll(limit: limit)
  }

  /// Writes a file aside and renames it into place, so that it is there whole or not at all.
  ///
  /// An existing link, FIFO or device at `path` is an error (EEXIST), never followed or replaced.
  /// What is not `durable` may be empty after a power failure, and costs no wait for the disk.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: BytePath, mode: UInt32 = 0o644, durable: Bool = true
  ) throws(KernelFailure) {
    try write(to: path, mode: mode, durable: durable) { (file) throws(KernelFailure) in
      try file.writeAll(bytes)
    }
  }

  /// The same for content that `body` writes piece by piece; what it returns is passed on.
  package static func write<Result>(
    to path: BytePath, mode: UInt32 = 0o644, durable: Bool = true,
    _ body: (borrowing Descriptor) throws(KernelFailure) -> Result
  ) throws(KernelFailure) -> Result {
    let parent = path.parent.bytes.isEmpty ? BytePath(".") : path.parent
    do throws(KernelFailure) {
      let folder = try Descriptor.open(parent, O_RDONLY | O_DIRECTORY)
      return try folder.writeFile(path.name, mode: mode, durable: durable, body)
    } catch {
      throw KernelFailure(call: error.call, object: path.description, number: error.number)
    }
  }

  /// Renames within one file system.
  package static func rename(_ from: BytePath, to: BytePath) throws(KernelFailure) {
    let result = unsafe from.withPointer { source in
      unsafe to.withPointer { target in unsafe Glibc.rename(source, target) }
    }
    guard result == 0 else { throw KernelFailure.last("rename", to.description) }
  }

  /// Makes a folder and its missing parents.
  package static func makeFolder(_ path: BytePath, mode: UInt32 = 0o755) throws(KernelFailure) {
    let made = unsafe path.withPointer { unsafe mkdir($0, mode) }
    if made == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.parent != path else {
      throw KernelFailure.last("mkdir", path.description)
    }
    try makeFolder(path.parent, mode: mode)
    let again = unsafe path.withPointer { unsafe mkdir($0, mode) }
    guard again == 0 || errno == EEXIST else {
      throw KernelFailure.last("mkdir", path.description)
    }
  }

  /// Whether the path exists, a dangling link included.
  package static func exists(_ path: BytePath) -> Bool {
    (try? FileStatus.of(path)) != nil
  }

  /// Whether the caller may do what `mode` (R_OK, W_OK, X_OK) asks.
  package static func isAccessible(_ path: BytePath, _ mode: Int32) -> Bool {
    unsafe path.withPointer { unsafe access($0, mode) } == 0
  }

  /// Whether the path leads to a file, not a folder, that the caller may execute.
  package static func isProgram(_ path: BytePath) -> Bool {
    isAccessible(path, X_OK) && (try? FileStatus.of(path, following: true).kind) == .regular
  }

  /// When the file was made, in nanoseconds since 1970; nil where it is not there or its file system does
  /// not keep that.
  package static func birthTime(of path: BytePath) -> Int64? {
    let time = unsafe path.withPointer { unsafe sentinel_birth_time($0) }
    return time < 0 ? nil : time
  }

  /// The present folder; ENOENT when it was deleted.
  package static func currentFolder() throws(KernelFailure) -> BytePath {
    guard let bytes = unsafe filled({ unsafe getcwd($0, Int(PATH_MAX)) != nil }) else {
      throw KernelFailure.last("getcwd")
    }
    return BytePath(bytes)
  }

  /// The bytes before the NUL that `fill` has written into a buffer of PATH_MAX bytes.
  private static func filled(_ fill: (UnsafeMutablePointer<CChar>) -> Bool) -> [UInt8]? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let base = buffer.baseAddress, unsafe fill(base) else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: base, count: strlen(base)))
    }
  }
}
