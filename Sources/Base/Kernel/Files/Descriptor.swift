internal import CKernel
internal import Glibc

/// An open descriptor that closes itself; exactly one owner at any time.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, valid while this value lives.
  public let number: Int32

  /// Takes ownership of an open descriptor.
  public init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Gives the number away; the receiver closes it.
  public consuming func take() -> Int32 {
    let number = self.number
    discard self
    return number
  }

  /// Opens `path` with the flags of open(2), close-on-exec added.
  public static func open(
    _ path: BytePath, _ flags: Int32, mode: UInt32 = 0
  ) throws(KernelFailure) -> Descriptor {
    let number = unsafe path.withPointer { pointer in
      unsafe Glibc.open(pointer, flags | O_CLOEXEC, mode)
    }
    guard number >= 0 else { throw KernelFailure.last("open", path.description) }
    return Descriptor(owning: number)
  }

  /// Opens `path` below this folder without leaving it and without following any link.
  public func openBeneath(
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
  public func duplicate() throws(KernelFailure) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw KernelFailure.last("fcntl") }
    return Descriptor(owning: copy)
  }

  /// What the descriptor refers to.
  public func status() throws(KernelFailure) -> FileStatus {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw KernelFailure.last("fstat") }
    return FileStatus(status)
  }

  /// Reads to the end, at most `limit` bytes; more is EFBIG.
  public func readAll(limit: Int = 1 << 30) throws(KernelFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    // Most files are small; what is never written to costs no page.
    var size = 1 << 13
    while true {
      var error: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let result = unsafe read(number, buffer.baseAddress, buffer.count)
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

  /// Writes every byte.
  public func writeAll(_ bytes: some Collection<UInt8>) throws(KernelFailure) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw KernelFailure.last("write") }
      rest = rest.dropFirst(count)
    }
  }

  /// Copies everything from the present offset to another descriptor.
  public func copyAll(to target: borrowing Descriptor) throws(KernelFailure) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(number, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw KernelFailure.last("read") }
      if count == 0 { return }
      try target.writeAll(chunk.prefix(count))
    }
  }

  /// The names in this folder that start in one of these ways, except `.` and `..`, sorted by bytes.
  public func entries(
    startingWith starts: [[UInt8]] = [[]]
  ) throws(KernelFailure) -> [BytePath] {
    let copy = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw KernelFailure.last("openat") }
    guard let stream = unsafe fdopendir(copy) else {
      let failure = KernelFailure.last("fdopendir")
      close(copy)
      throw failure
    }
    defer { unsafe closedir(stream) }
    var names: [BytePath] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        let name = unsafe raw.prefix { $0 != 0 }
        return unsafe starts.contains { unsafe name.starts(with: $0) } ? Array(name) : []
      }
      if !name.isEmpty && name != [0x2E] && name != [0x2E, 0x2E] { names.append(BytePath(name)) }
    }
    return names.sorted()
  }

  /// The target of a symbolic link below this folder.
  public func linkTarget(_ name: BytePath) throws(KernelFailure) -> BytePath {
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

  /// What `name` below this folder is, a link itself rather than its target.
  public func status(of name: BytePath) throws(KernelFailure) -> FileStatus {
    var status = stat()
    let result = unsafe name.withPointer { pointer in
      unsafe fstatat(number, pointer, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { throw KernelFailure.last("fstatat", name.description) }
    return FileStatus(status)
  }
}
