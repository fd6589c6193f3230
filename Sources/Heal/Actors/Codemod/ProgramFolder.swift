internal import Glibc
internal import Kernel

/// A folder of Sentinel's own with a program, for the length of one run.
struct ProgramFolder {
  /// Where it is; every user may read it, for a sandbox is another one.
  var path: BytePath { folder.path }
  private let folder: WorkFolder

  /// Writes files by their paths below a new folder.
  init(_ files: [(name: String, text: [UInt8])]) throws(KernelFailure) {
    WorkFolder.sweep("sentinel-fixers", in: "/tmp")
    folder = try WorkFolder("sentinel-fixers", in: "/tmp", mode: 0o755)
    for file in files {
      let target = folder.path.appending(file.name)
      try FileSystem.makeFolder(target.parent)
      try Self.open(target.parent, 0o755)
      let opened = try Descriptor.open(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
      try opened.writeAll(file.text)
      try Self.open(target, 0o644)
    }
  }

  /// Gives rights, whatever mask the caller has.
  private static func open(_ path: BytePath, _ mode: UInt32) throws(KernelFailure) {
    let changed = unsafe path.withPointer { unsafe chmod($0, mode) }
    guard changed == 0 else { throw KernelFailure.last("chmod", path.description) }
  }
}
