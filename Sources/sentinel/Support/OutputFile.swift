import Glibc
import Kernel

/// A file that a command will write.
enum OutputFile {
  /// Refuses a place that cannot work, before anything is started.
  static func check(_ path: String) throws {
    let target = BytePath(path)
    let folder = target.parent.bytes.isEmpty ? BytePath(".") : target.parent
    guard !target.bytes.isEmpty, FileSystem.isAccessible(folder, W_OK) else {
      throw ExitFailure.usage("\(target): its folder does not exist or cannot be written")
    }
    if let status = try? FileStatus.of(target), status.kind != .regular {
      throw ExitFailure.usage("\(target): is there and is no regular file; remove it first")
    }
  }
}
