internal import Glibc
internal import Kernel

/// The machine's disks, which limits of input and output are set for one by one.
enum BlockDisks {
  /// The device number of each whole disk that holds something, as `254:0`, from a sysfs folder.
  static func present(in folder: BytePath = "/sys/block") -> [String] {
    let names = (try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY).entries()) ?? []
    return names.compactMap { name in
      // Loop devices and memory disks that nobody uses have no size.
      guard let size = line(folder.appending(name).appending("size")), size != "0" else {
        return nil
      }
      return line(folder.appending(name).appending("dev"))
    }
  }

  private static func line(_ file: BytePath) -> String? {
    guard let bytes = try? FileSystem.read(file, limit: 64), !bytes.isEmpty else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
