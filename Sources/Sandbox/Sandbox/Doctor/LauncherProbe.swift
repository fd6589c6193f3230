internal import Glibc
internal import Kernel

/// Runs `sentinel-launch probe` and reads the errno of each primitive.
enum LauncherProbe {
  static func run(launcher: BytePath) throws(KernelFailure) -> [String: Int32] {
    let output = try Handles.scratchFile("probes")
    let nothing = try Descriptor.open("/dev/null", O_RDWR)
    let process = try ChildProcess.spawn(
      launcher, arguments: [Array("sentinel-launch".utf8), Array("probe".utf8)], environment: [],
      descriptors: [nothing.number, output.number, nothing.number])
    _ = try process.wait()
    lseek(output.number, 0, SEEK_SET)
    return parse(try output.readAll(limit: 1 << 16))
  }

  static func parse(_ bytes: [UInt8]) -> [String: Int32] {
    var found: [String: Int32] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let number = Int32(words[1]) { found[String(words[0])] = number }
    }
    return found
  }
}
