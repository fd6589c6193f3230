internal import Kernel

/// Mount points of the host, from /proc/self/mountinfo.
enum HostMounts {
  /// The mount points strictly below a folder, each once.
  static func below(_ folder: BytePath) -> [BytePath] {
    let bytes = (try? FileSystem.read("/proc/self/mountinfo", limit: 1 << 22)) ?? []
    return parse(bytes) { $0 != folder && $0.isWithin(folder) }
  }

  /// The fifth field of each line, in which the kernel writes blanks as three octal digits.
  static func parse(
    _ bytes: [UInt8], where isWanted: (BytePath) -> Bool = { _ in true }
  ) -> [BytePath] {
    var seen: Set<BytePath> = []
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let field = field(4, of: line) else { return nil }
      let isPlain = !field.contains(UInt8(ascii: "\\"))
      let path = BytePath(isPlain ? Array(field) : unescape(field))
      return isWanted(path) && seen.insert(path).inserted ? path : nil
    }
  }

  /// The field of a line after so many others.
  private static func field(_ number: Int, of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = line
    for _ in 0..<number {
      guard let blank = rest.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      rest = rest[(blank + 1)...]
    }
    return rest.prefix { $0 != UInt8(ascii: " ") }
  }

  private static func unescape(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3).map { $0 &- UInt8(ascii: "0") }
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ $0 < 8 }) {
        result.append(digits.reduce(0) { ($0 << 3) | $1 })
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
