internal import CKernel
internal import Glibc

/// Work on paths that are trusted to be the caller's own.
public enum FileSystem {
  /// Resolves every link of an existing path.
  public static func resolve(_ path: BytePath) throws(KernelFailure) -> BytePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let found = unsafe path.withPointer { pointer in
      unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe realpath(pointer, $0.baseAddress) != nil
      }
    }
    guard found else { throw KernelFailure.last("realpath", path.description) }
    return BytePath(buffer.map { UInt8(bitPattern: $0) })
  }

  /// Reads a whole file of at most `limit` bytes.
  public static func read(_ path: BytePath, limit: Int = 1 << 30) throws(KernelFailure) -> [UInt8] {
    try Descriptor.open(path, O_RDONLY | O_NONBLOCK).readAll(limit: limit)
  }

  /// Writes a file aside and renames it into place, so that it is there whole or not at all.
  ///
  /// An existing link, FIFO or device at `path` is an error (EEXIST), never followed or replaced.
  public static func write(
    _ bytes: some Collection<UInt8>, to path: BytePath, mode: UInt32 = 0o644
  ) throws(KernelFailure) {
    try write(to: path, mode: mode) { (file) throws(KernelFailure) in try file.writeAll(bytes) }
  }

  /// The same for content that `body` writes piece by piece; what it returns is passed on.
  public static func write<Result>(
    to path: BytePath, mode: UInt32 = 0o644,
    _ body: (borrowing Descriptor) throws(KernelFailure) -> Result
  ) throws(KernelFailure) -> Result {
    let parent = path.parent.bytes.isEmpty ? BytePath(".") : path.parent
    do throws(KernelFailure) {
      let folder = try Descriptor.open(parent, O_RDONLY | O_DIRECTORY)
      return try folder.writeFile(path.name, mode: mode, body)
    } catch {
      throw KernelFailure(call: error.call, object: path.description, number: error.number)
    }
  }

  /// Renames within one file system.
  public static func rename(_ from: BytePath, to: BytePath) throws(KernelFailure) {
    let result = unsafe from.withPointer { source in
      unsafe to.withPointer { target in unsafe Glibc.rename(source, target) }
    }
    guard result == 0 else { throw KernelFailure.last("rename", to.description) }
  }

  /// Makes a folder and its missing parents.
  public static func makeFolder(_ path: BytePath, mode: UInt32 = 0o755) throws(KernelFailure) {
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
  public static func exists(_ path: BytePath) -> Bool {
    (try? FileStatus.of(path)) != nil
  }

  /// Whether the caller may do what `mode` (R_OK, W_OK, X_OK) asks.
  public static func isAccessible(_ path: BytePath, _ mode: Int32) -> Bool {
    unsafe path.withPointer { unsafe access($0, mode) } == 0
  }

  /// The present folder; ENOENT when it was deleted.
  public static func currentFolder() throws(KernelFailure) -> BytePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let found = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe getcwd($0.baseAddress, $0.count) != nil
    }
    guard found else { throw KernelFailure.last("getcwd") }
    return BytePath(buffer.map { UInt8(bitPattern: $0) })
  }
}
