import Glibc

/// The few system calls of this module, with byte paths.
enum Posix {
  /// Gives a NUL-terminated copy of a path to a call and returns its answer.
  static func withPath<Result>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    let bytes = (path + [0]).map { CChar(bitPattern: $0) }
    return try unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("the array holds a NUL") }
      return try unsafe body(start)
    }
  }

  /// The absolute path without links, or nothing when there is none.
  static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard !path.contains(0), let resolved = unsafe withPath(path, { unsafe realpath($0, nil) })
    else { return nil }
    defer { unsafe free(resolved) }
    return unsafe UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)).map { $0 }
  }

  /// Reads a descriptor to its end.
  static func readAll(_ file: CInt, limit: Int) -> Folder.Reading {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return .unreadable
      }
      if count == 0 { return .content(content) }
      content += buffer[..<count]
      if content.count > limit { return .tooLarge }
    }
  }

  /// Reads a file by its path, following links: for files of the user, not of the scanned tree.
  static func read(_ path: [UInt8]) -> [UInt8]? {
    let file = unsafe withPath(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard case .content(let bytes) = readAll(file, limit: .max) else { return nil }
    return bytes
  }

  /// Writes a new file; an existing one is an error.
  static func writeNew(_ path: [UInt8], _ content: [UInt8], mode: mode_t = 0o600) -> Bool {
    let file = unsafe withPath(path) {
      unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    guard file >= 0 else { return false }
    defer { close(file) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Makes a folder and the folders above it that are missing.
  static func makeFolders(_ path: [UInt8], mode: mode_t = 0o700) -> Bool {
    if unsafe withPath(path, { unsafe mkdir($0, mode) }) == 0 || errno == EEXIST {
      return isFolder(path)
    }
    guard errno == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else {
      return false
    }
    guard makeFolders(Array(path[..<slash]), mode: mode) else { return false }
    return unsafe withPath(path) { unsafe mkdir($0, mode) } == 0 || isFolder(path)
  }

  /// Whether a folder is there.
  static func isFolder(_ path: [UInt8]) -> Bool {
    var status = stat()
    return unsafe withPath(path) { unsafe stat($0, &status) } == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a file is there that may be executed.
  static func isExecutable(_ path: [UInt8]) -> Bool {
    unsafe withPath(path) { unsafe access($0, X_OK) } == 0 && !isFolder(path)
  }

  /// Makes a folder with a name that nobody has, below a folder, readable by its owner only.
  static func makeTemporaryFolder(in folder: [UInt8], prefix: String) -> [UInt8]? {
    var template = (folder + Array("/\(prefix).XXXXXX".utf8) + [0]).map { CChar(bitPattern: $0) }
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    return made ? template.dropLast().map { UInt8(bitPattern: $0) } : nil
  }

  /// Gives a path a new name in the same file system.
  static func rename(_ old: [UInt8], to new: [UInt8]) -> Bool {
    unsafe withPath(old) { old in unsafe withPath(new) { unsafe Glibc.rename(old, $0) } } == 0
  }

  /// Removes a folder with everything in it; links are removed, not followed.
  static func removeTree(_ path: [UInt8]) {
    if let folder = Folder(absoluteWithoutLink: path) { folder.removeContents() }
    _ = unsafe withPath(path) { unsafe rmdir($0) }
  }
}
