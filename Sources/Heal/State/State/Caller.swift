internal import Glibc
internal import Kernel

/// Who runs the program.
package enum Caller {
  /// The account's name, as /etc/passwd has it; the number where it has none.
  ///
  /// The C library's own search would load modules into a static program, which it must not.
  package static func name() -> String {
    let number = getuid()
    let lines = (try? FileSystem.read("/etc/passwd", limit: 1 << 24))?.split(separator: 10) ?? []
    for line in lines {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      if fields.count == 7, fields[2].elementsEqual("\(number)".utf8) {
        return String(decoding: fields[0], as: UTF8.self)
      }
    }
    return "uid \(number)"
  }
}
