internal import Glibc

extension Descriptor {
  /// Writes a file of this folder aside and renames it into place: it is there whole or not at all.
  ///
  /// A link, pipe or device of that name is an error (EEXIST), never followed or replaced. What `body`
  /// returns is passed on.
  ///
  /// What is not `durable` may be empty after a power failure, and costs no wait for the disk.
  package borrowing func writeFile<Result>(
    _ name: BytePath, mode: UInt32 = 0o644, durable: Bool = true,
    _ body: (borrowing Descriptor) throws(KernelFailure) -> Result
  ) throws(KernelFailure) -> Result {
    if let present = try? status(of: name), present.kind != .regular {
      throw KernelFailure(call: "write", object: name.description, number: EEXIST)
    }
    let aside = BytePath(Array(".\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp".utf8))
    let nameless = openNameless(mode: mode)
    let opened = nameless ?? openNew(aside, mode: mode)
    guard opened >= 0 else { throw KernelFailure.last("open", name.description) }
    do throws(KernelFailure) {
      let file = Descriptor(owning: opened)
      let result = try body(file)
      guard !durable || fsync(file.number) == 0 else {
        throw KernelFailure.last("fsync", name.description)
      }
      if nameless != nil {
        if try link(file, as: name) { return result }
        guard try link(file, as: aside) else {
          throw KernelFailure(call: "linkat", object: name.description, number: EEXIST)
        }
      }
      let renamed = unsafe aside.withPointer { from in
        unsafe name.withPointer { to in unsafe renameat(number, from, number, to) }
      }
      guard renamed == 0 else { throw KernelFailure.last("rename", name.description) }
      return result
    } catch {
      _ = unsafe aside.withPointer { unsafe unlinkat(number, $0, 0) }
      throw KernelFailure(call: error.call, object: name.description, number: error.number)
    }
  }

  /// A file without a name, of which nothing is left when its writer is killed.
  ///
  /// Absent where the file system knows none: NFS, FAT, overlays before Linux 6.3.
  private borrowing func openNameless(mode: UInt32) -> Int32? {
    // O_TMPFILE, which Swift does not see: it is __O_TMPFILE with O_DIRECTORY.
    let flags = 0o20000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
    let opened = unsafe openat(number, ".", flags, mode)
    return opened >= 0 ? opened : nil
  }

  private borrowing func openNew(_ name: BytePath, mode: UInt32) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return unsafe name.withPointer { unsafe openat(number, $0, flags, mode) }
  }

  /// Gives a nameless file a name in this folder; false when there is one already.
  private borrowing func link(
    _ file: borrowing Descriptor, as name: BytePath
  ) throws(KernelFailure) -> Bool {
    let source = BytePath("/proc/self/fd/\(file.number)")
    let linked = unsafe source.withPointer { from in
      unsafe name.withPointer { to in
        unsafe linkat(AT_FDCWD, from, number, to, AT_SYMLINK_FOLLOW)
      }
    }
    if linked == 0 { return true }
    guard errno == EEXIST else { throw KernelFailure.last("linkat", name.description) }
    return false
  }
}
