internal import Glibc

extension Descriptor {
  /// Writes a file of this folder aside and renames it into place: it is there whole or not at all.
  ///
  /// A link, pipe or device of that name is an error (EEXIST), never followed or replaced. What `body`
  /// returns is passed on.
  public borrowing func writeFile<Result>(
    _ name: BytePath, mode: UInt32 = 0o644,
    _ body: (borrowing Descriptor) throws(KernelFailure) -> Result
  ) throws(KernelFailure) -> Result {
    if let present = try? status(of: name), present.kind != .regular {
      throw KernelFailure(call: "write", object: name.description, number: EEXIST)
    }
    let aside = BytePath(Array(".\(getpid())-\(UInt32.random(in: 0 ... .max)).tmp".utf8))
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = unsafe aside.withPointer { unsafe openat(number, $0, flags, mode) }
    guard opened >= 0 else { throw KernelFailure.last("open", name.description) }
    do throws(KernelFailure) {
      let file = Descriptor(owning: opened)
      let result = try body(file)
      guard fsync(file.number) == 0 else { throw KernelFailure.last("fsync", name.description) }
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
}
