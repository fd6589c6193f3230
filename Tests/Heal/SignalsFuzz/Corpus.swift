internal import Glibc

/// Reports of a folder, and changes of them.
struct Corpus {
  private static let tokens: [[UInt8]] = [
    "Traceback (most recent call last):\n", "  File \"a.py\", line 3, in f\n", "<testcase>", "]]>",
    "<![CDATA[", "&#0;", "&x;",
    "{\"Action\":\"output\"", "}", "]", "\u{1B}[", "\u{1B}]8;;", "\r", "\n\n", "::error ",
    "##teamcity[", "    at f (a.js:1:2)\n",
    "not ok 1 - x\n", "  ---\n", "# Subtest: x\n", "=== RUN   T\n", "--- FAIL: T (0.00s)\n",
    "FAILED a.py::b - ", "___ x ___\n",
    "=== FAILURES ===\n", "error[E1]: x\n --> a:1:1\n", "a.c:1:2: error: ", "Caused by: ",
    "thread 'x' panicked at ", "\t... 3 more\n",
    "goroutine 1 [running]:\n", "2026-01-02T03:04:05Z ", "web-1  | ", "\\ud800",
    "-9223372036854775808", "99999999999", "\0",
  ].map { Array($0.utf8) }

  private let reports: [[UInt8]]
  private var state: UInt64

  var isEmpty: Bool { reports.isEmpty }

  init(folder: String, seed: UInt64) {
    state = seed | 1
    var reports: [[UInt8]] = []
    if let directory = unsafe opendir(folder) {
      while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
            unsafe String(cString: $0)
          }
        }
        let bytes = Self.read("\(folder)/\(name)")
        if !bytes.isEmpty { reports.append(bytes) }
      }
      unsafe closedir(directory)
    }
    self.reports = reports.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Gives the next input: a report, or two, with some bytes changed.
  mutating func next() -> [UInt8] {
    var bytes = reports[random(reports.count)]
    if random(4) == 0 {
      let other = reports[random(reports.count)]
      bytes = Array(bytes.prefix(random(bytes.count + 1))) + other.suffix(random(other.count + 1))
    }
    for _ in 0..<(1 << random(7)) where !bytes.isEmpty {
      let place = random(bytes.count)
      switch random(8) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random(256))
      case 1: bytes[place] ^= 1 << UInt8(random(8))
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + random(64)))
      case 3:
        bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random(256))], at: place)
      case 4: bytes = Array(bytes.prefix(place))
      default: bytes.insert(contentsOf: Self.tokens[random(Self.tokens.count)], at: place)
      }
    }
    if random(200) == 0, !bytes.isEmpty { while bytes.count < 1 << 20 { bytes += bytes } }
    return bytes
  }

  /// Writes the input where it is found when reading it ends the program.
  static func keep(_ bytes: [UInt8], in path: String) {
    guard let file = unsafe fopen(path, "wb") else { return }
    unsafe bytes.withUnsafeBytes { buffer in
      _ = unsafe fwrite(buffer.baseAddress, 1, buffer.count, file)
    }
    unsafe fclose(file)
  }

  /// SplitMix64.
  private mutating func random(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(max(1, limit)))
  }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe fread($0.baseAddress, 1, $0.count, file)
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
