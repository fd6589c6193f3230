internal import Glibc
package import Kernel

/// A file that a command will write, in a folder that is held open from the start: what a payload
/// does to the names on the way there does not matter.
package struct OutputFile: ~Copyable {
  private let folder: Descriptor
  private let name: BytePath

  /// Opens the place of an option, if it is given.
  package static func open(_ path: String?) throws -> OutputFile? {
    if let path { return try OutputFile(path) }
    return nil
  }

  /// Refuses a place that cannot work, before anything is started.
  package init(_ path: String) throws {
    let target = BytePath(path)
    let folder = target.parent.bytes.isEmpty ? BytePath(".") : target.parent
    guard !target.bytes.isEmpty, FileSystem.isAccessible(folder, W_OK) else {
      throw ExitFailure.usage("\(target): its folder does not exist or cannot be written")
    }
    let opened = Descriptor(owning: try Self.open(folder, for: target))
    if let status = try? opened.status(of: target.name), status.kind != .regular {
      throw ExitFailure.usage("\(target): exists and is not a regular file; remove it first")
    }
    self.folder = opened
    name = target.name
  }

  /// The folder's descriptor, which the caller owns.
  private static func open(_ folder: BytePath, for target: BytePath) throws -> Int32 {
    do throws(KernelFailure) {
      return try FolderWay.open(folder)
    } catch {
      guard error.number == EPERM else { throw error }
      throw ExitFailure.usage(
        "\(target): \(error.object) is a link that somebody else can put there; name the folder "
          + "that it leads to")
    }
  }

  /// Writes everything aside and renames it into place.
  package borrowing func write<Result>(
    mode: UInt32 = 0o644, _ body: (borrowing Descriptor) throws(KernelFailure) -> Result
  ) throws(KernelFailure) -> Result {
    try folder.writeFile(name, mode: mode, body)
  }
}
