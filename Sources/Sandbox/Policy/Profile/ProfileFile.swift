internal import Glibc
internal import YAML

/// A file that claims to be a profile, with what decides whether it is believed.
package struct ProfileFile: Sendable, Equatable {
  /// The contents, at most one byte more than is ever accepted.
  package var bytes: [UInt8]
  /// Whether the name leads to a regular file.
  package var isRegular: Bool
  /// Whether the name is a symbolic link, which is not followed.
  package var isSymbolicLink: Bool
  /// The permission bits with set-user-id, set-group-id and sticky: 0o0000...0o7777.
  package var mode: UInt32
  /// Where the file really is, with all links of its folders resolved.
  package var resolvedPath: String

  /// Describes a file without reading it; by default a regular one that only its owner may write.
  package init(
    bytes: [UInt8], isRegular: Bool = true, isSymbolicLink: Bool = false, mode: UInt32 = 0o644,
    resolvedPath: String
  ) {
    self.bytes = bytes
    self.isRegular = isRegular
    self.isSymbolicLink = isSymbolicLink
    self.mode = mode
    self.resolvedPath = resolvedPath
  }

  /// Reads a file without following a link in its last part; nothing where there is none.
  package static func read(_ path: String) -> ProfileFile? {
    // Not blocking, so that a pipe of that name cannot hold the caller.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      guard errno == ELOOP else { return nil }
      return ProfileFile(bytes: [], isRegular: false, isSymbolicLink: true, resolvedPath: path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    return ProfileFile(
      bytes: isRegular ? contents(descriptor) : [], isRegular: isRegular,
      mode: UInt32(status.st_mode & 0o7777), resolvedPath: resolved(descriptor) ?? path)
  }

  private static func contents(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= YAMLParser.sizeLimit {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk.prefix(count)
    }
    return Array(bytes.prefix(YAMLParser.sizeLimit + 1))
  }

  private static func resolved(_ descriptor: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let link = "/proc/self/fd/\(descriptor)"
    let count = unsafe buffer.withUnsafeMutableBytes { raw in
      guard let start = raw.baseAddress else { return 0 }
      return unsafe readlink(link, start.assumingMemoryBound(to: CChar.self), raw.count)
    }
    guard count > 0, count < buffer.count else { return nil }
    return String(validating: buffer.prefix(count), as: UTF8.self)
  }
}
