internal import Glibc
internal import Kernel

/// The writes of an append, in the order that a crash at any of them needs.
struct LogCommit {
  let folder: LogFolder

  /// Writes lines at the end of the last whole one and waits for the disk; all or nothing.
  func write(_ bytes: [UInt8], at end: Int) throws {
    let file = try Descriptor.open(folder.entries, O_RDWR | O_NOFOLLOW)
    guard lseek(file.number, off_t(end), SEEK_SET) == off_t(end) else {
      throw KernelFailure.last("lseek", folder.entries.description)
    }
    do throws(KernelFailure) {
      try file.writeAll(bytes)
      guard ftruncate(file.number, off_t(end + bytes.count)) == 0 else {
        throw KernelFailure.last("ftruncate")
      }
      guard fsync(file.number) == 0 else { throw KernelFailure.last("fsync") }
    } catch {
      // A full disk for one; what is left there would be mended anyway, but not without a trace.
      _ = ftruncate(file.number, off_t(end))
      throw KernelFailure(
        call: error.call, object: folder.entries.description, number: error.number)
    }
  }

  /// Keeps the checkpoint: apart first, so that the log's own is never ahead of it.
  ///
  /// Both come after the entries that they speak of: a crash leaves an older checkpoint, and the
  /// entries after it are whole, signed, and taken up by the next writer.
  func keep(_ note: String, of key: VerifierKey) throws {
    if let anchors = folder.anchors, let anchor = folder.anchor(of: key) {
      try FileSystem.makeFolder(anchors, mode: 0o700)
      try FileSystem.write(Array(note.utf8), to: anchor)
    }
    try FileSystem.write(Array(note.utf8), to: folder.checkpoint)
  }
}
