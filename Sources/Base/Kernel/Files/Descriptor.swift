internal import CKernel
internal import Glibc

/// An open descriptor that closes itself; exactly one owner at any time.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, valid while this value lives.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Gives the number away; the receiver closes it.
  package consuming func take() -> Int32 {
    let number = self.number
    discard self
    return number
  }

  /// Opens `path` with the flags of open(2), close-on-exec added.
  package static func open(
    _ path: BytePath, _ flags: Int32, mode: UInt32 = 0
  ) throws(KernelFailure) -> Descriptor {
    let number = unsafe path.withPointer { pointer in
      unsafe Glibc.open(pointer, flags | O_CLOEXEC, mode)
    }
    guard number >= 0 else { throw KernelFailure.last("open", path.description) }
    return Descriptor(owning: number)
  }

  /// Opens `path`, which was resolved before: a link that has come into the way since is not followed.
  package static func open(
    resolved path: BytePath, _ flags: Int32
  ) throws(KernelFailure) -> Descriptor {
    let below = BytePath(path.bytes.drop { $0 == UInt8(ascii: "/") })
    return try open("/", O_RDONLY | O_DIRECTORY)
      .openBeneath(below.bytes.isEmpty ? "." : below, flags)
  }

  /// Opens `path` below this folder without leaving it and without following any link.
  package func openBeneath(
    _ path: BytePath, _ flags: Int32
  ) throws(KernelFailure) -> Descriptor {
    let resolve = UInt64(SENTINEL_RESOLVE_NO_LINKS | SENTINEL_RESOLVE_BENEATH)
    let opened = unsafe path.withPointer { pointer in
      unsafe sentinel_openat2(number, pointer, UInt64(UInt32(bitPattern: flags)), resolve)
    }
    guard opened >= 0 else { throw KernelFailure.last("openat2", path.description) }
    return Descriptor(owning: opened)
  }

  /// A second descriptor of the same open file.
  package func duplicate() throws(KernelFailure) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw KernelFailure.last("fcntl") }
    return Descriptor(owning: copy)
  }

  /// What the descriptor refers to.
  package func status() throws(KernelFailure) -> FileStatus {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw KernelFailure.last("fstat") }
    return FileStatus(status)
  }

  /// Reads to the end, at most `limit` bytes; more is EFBIG.
  package func readAll(limit: Int = 1 << 30) throws(KernelFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    // Most files are small; what is never written to costs no page.
    var size = 1 << 13
    while true {
      var error: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
        if result < 0 { error = errno }
        count = max(0, result)
      }
      if error == EINTR { continue }
      guard error == 0 else { throw KernelFailure(call: "read", number: error) }
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if bytes.count > limit { throw KernelFailure(call: "read", number: EFBIG) }
      size = 1 << 16
    }
  }

  /// Reads from a place in the file, without moving its position; fewer bytes only at its end.
  ///
  /// - Parameters:
  ///   - count: How many bytes, at least 0.
  ///   - place: How many bytes come before, at least 0.
  /// - Returns: The bytes.
  /// - Throws: What the kernel says.
  package func read(_ count: Int, at place: Int) throws(KernelFailure) -> [UInt8] {
    var error: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = unsafe pread(
          number, buffer.baseAddress?.advanced(by: filled), count - filled, place + filled)
        if result < 0 && errno == EINTR { continue }
        if result < 0 { error = errno }
        if result <= 0 { break }
        filled += result
      }
    }
    guard error == 0 else { throw KernelFailure(call: "pread", number: error) }
    return bytes
  }

  /// Reads a regular file below this folder, at most `limit` bytes, without following any link.
  ///
  /// - Throws: EFBIG for a larger file, EINVAL for what is none, and what the kernel says.
  package func readFile(
    _ path: BytePath, limit: Int = 1 << 30
  ) throws(KernelFailure) -> [UInt8] {
    // Without O_NONBLOCK a pipe that replaced the file meanwhile would hold the reader.
    let file = try openBeneath(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    let status = try file.status()
    guard status.kind == .regular, status.size <= limit else {
      let number = status.kind == .regular ? EFBIG : EINVAL
      throw KernelFailure(call: "read", object: path.description, number: number)
    }
    return try file.readAll(limit: limit)
  }

  /// Writes every byte, however many calls that takes; what was written before a failure stays.
  package func writeAll(_ bytes: some Collection<UInt8>) throws(KernelFailure) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw KernelFailure.last("write") }
      rest = rest.dropFirst(count)
    }
  }

  /// Copies a file's data to a new file and leaves its holes holes, so that a file that occupies nothing
  /// costs nothing.
  ///
  /// - Parameters:
  ///   - target: A regular file without content.
  ///   - limit: The most bytes of data.
  /// - Returns: How many bytes of data there were.
  /// - Throws: EFBIG for more than the limit, and what the kernel says.
  @discardableResult package func copyData(
    to target: borrowing Descriptor, limit: Int = .max
  ) throws(KernelFailure) -> Int {
    let size = try status().size
    guard ftruncate(target.number, size) == 0 else { throw KernelFailure.last("ftruncate") }
    var chunk = [UInt8](repeating: 0, count: min(1 << 18, max(size, 1)))
    var offset = 0, copied = 0
    while offset < size {
      // SEEK_DATA and SEEK_HOLE, which Swift does not see
      let start = lseek(number, offset, 3)
      if start < 0 && errno == ENXIO { break }
      let end = start < 0 ? -1 : lseek(number, start, 4)
      guard end >= 0 else { throw KernelFailure.last("lseek") }
      offset = start
      while offset < end {
        let wanted = min(chunk.count, end - offset)
        let count = unsafe chunk.withUnsafeMutableBytes {
          unsafe pread(number, $0.baseAddress, wanted, offset)
        }
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw KernelFailure.last("pread") }
        if count == 0 { return copied }
        copied += count
        guard copied <= limit else { throw KernelFailure(call: "copy", number: EFBIG) }
        guard lseek(target.number, offset, SEEK_SET) >= 0 else { throw KernelFailure.last("lseek") }
        try target.writeAll(chunk[..<count])
        offset += count
      }
    }
    return copied
  }

  /// How many bytes a file occupies; a sparse one has a larger size.
  package func storedBytes() throws(KernelFailure) -> Int {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw KernelFailure.last("fstat") }
    return Int(status.st_blocks) * 512
  }

  /// The names in this folder that start in one of these ways, except `.` and `..`, sorted by bytes.
  package func entries(
    startingWith starts: [[UInt8]] = [[]]
  ) throws(KernelFailure) -> [BytePath] {
    try listing(startingWith: starts).map(\.name)
  }

  /// The same with the kind of each, where the file system tells it along with the name.
  package func listing(
    startingWith starts: [[UInt8]] = [[]]
  ) throws(KernelFailure) -> [FolderEntry] {
    let copy = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw KernelFailure.last("openat") }
    guard let stream = unsafe fdopendir(copy) else {
      let failure = KernelFailure.last("fdopendir")
      close(copy)
      throw failure
    }
    defer { unsafe closedir(stream) }
    var found: [FolderEntry] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe Self.name(of: entry)
      if name != [0x2E], name != [0x2E, 0x2E], starts.contains(where: name.starts(with:)) {
        let kind = FileStatus.Kind(entryType: unsafe entry.pointee.d_type)
        found.append(FolderEntry(name: BytePath(name), kind: kind))
      }
      errno = 0
    }
    // The end and a failure look alike but for that.
    guard errno == 0 else { throw KernelFailure.last("readdir") }
    return found.sorted { $0.name < $1.name }
  }

  /// A record is only as long as its name, and longer than its type where names exceed 255 bytes.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe UnsafeRawPointer(entry).advanced(by: offset)
    let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// The target of a symbolic link below this folder.
  package func linkTarget(_ name: BytePath) throws(KernelFailure) -> BytePath {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe name.withPointer { pointer in
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return -1 }
        return unsafe readlinkat(
          number, pointer, base.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    guard count >= 0 else { throw KernelFailure.last("readlinkat", name.description) }
    return BytePath(Array(buffer[..<count]))
  }

  /// Whether something stands at a path below this folder that no link on the way leads to.
  package func holds(_ path: BytePath) -> Bool {
    // O_PATH, which Swift does not see
    (try? openBeneath(path, 0o10_000_000 | O_NOFOLLOW)) != nil
  }

  /// What `name` below this folder is, a link itself rather than its target.
  package func status(of name: BytePath) throws(KernelFailure) -> FileStatus {
    var status = stat()
    let result = unsafe name.withPointer { pointer in
      unsafe fstatat(number, pointer, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { throw KernelFailure.last("fstatat", name.description) }
    return FileStatus(status)
  }
}
