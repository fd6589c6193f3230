internal import Glibc
internal import Kernel

/// Lets the scripts of a virtual environment follow it to its final place.
enum ScriptRelocation {
  /// The largest file that is taken for a script, in bytes.
  private static let sizeLimit = 64 << 10

  /// Replaces the folder's path in every script of its `bin`.
  static func move(scriptsOf folder: BytePath, to place: BytePath) throws(KernelFailure) {
    let programs = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      .openBeneath("bin", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    for name in try programs.entries() {
      guard let script = try? programs.readFile(name, limit: sizeLimit),
        script.starts(with: "#!".utf8)
      else { continue }
      let moved = replacing(folder.bytes, by: place.bytes, in: script)
      if moved == script { continue }
      try programs.writeFile(name, mode: 0o755, durable: false) { file throws(KernelFailure) in
        try file.writeAll(moved)
      }
    }
  }

  /// The bytes with every occurrence of a part replaced.
  static func replacing(_ part: [UInt8], by other: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard let first = part.first, bytes.count >= part.count else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: part) {
        result += other
        index += part.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
