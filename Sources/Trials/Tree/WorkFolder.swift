internal import Glibc
package import Kernel

/// A folder of Sentinel's own that only its user may enter; removed with everything in it.
package final class WorkFolder: Sendable {
  /// Where it is, absolute and without links.
  package let path: BytePath

  /// Makes one.
  ///
  /// - Parameter base: the folder in which it is made; `/tmp` when absent.
  /// - Throws: when no folder can be made there.
  package init(in base: BytePath = "/tmp") throws(KernelFailure) {
    let place = try FileSystem.resolve(base)
    let name = "sentinel-work-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    path = place.appending(name)
    guard unsafe path.withPointer({ unsafe mkdir($0, 0o700) }) == 0 else {
      throw KernelFailure.last("mkdir", path.description)
    }
  }

  deinit { try? FileSystem.remove(path) }

  /// A name that nobody could have known before.
  static func nonce() -> String {
    let text = String(UInt64.random(in: 0 ... .max), radix: 36)
    return String(repeating: "0", count: 13 - text.count) + text
  }
}
