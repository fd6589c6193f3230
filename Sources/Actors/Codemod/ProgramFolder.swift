internal import Glibc
internal import Kernel

/// A folder of Sentinel's own with a program, for the length of one run.
struct ProgramFolder {
  /// Where it is; every user may read it, for a sandbox is another one.
  let path: BytePath

  /// Writes files by their paths below a new folder.
  init(_ files: [(name: String, text: [UInt8])]) throws(KernelFailure) {
    path = BytePath("/tmp/sentinel-fixers-\(UInt64.random(in: 0 ... .max))")
    let made = unsafe path.withPointer { unsafe mkdir($0, 0o755) }
    guard made == 0 else { throw KernelFailure.last("mkdir", path.description) }
    do throws(KernelFailure) {
      try Self.open(path, 0o755)
      for file in files {
        let target = path.appending(file.name)
        try FileSystem.makeFolder(target.parent)
        try Self.open(target.parent, 0o755)
        let opened = try Descriptor.open(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
        try opened.writeAll(file.text)
        try Self.open(target, 0o644)
      }
    } catch {
      remove()
      throw error
    }
  }

  /// Gives rights, whatever mask the caller has.
  private static func open(_ path: BytePath, _ mode: UInt32) throws(KernelFailure) {
    let changed = unsafe path.withPointer { unsafe chmod($0, mode) }
    guard changed == 0 else { throw KernelFailure.last("chmod", path.description) }
  }

  /// Removes it.
  func remove() { try? FileSystem.remove(path) }
}
