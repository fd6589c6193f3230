import Testing

@testable import Sandbox

@Suite(.needsOverlay) struct ChangesPropertyTests {
  /// SplitMix64: the same operations for the same seed.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }

  private static let names: [[UInt8]] =
    ["a", "b", "c", "d", "e f", "q\"\\", "new\nline", "-x", "é", "a.b", "it's"].map {
      Array($0.utf8)
    }
    + [[0x66, 0xFF]]

  private static let operations = [
    "seq $N 30 >P", "seq 1 $N >P", "echo $N >>P", "printf $N >>P", "sed -i \"${N}d\" P",
    "sed -i \"${N}s/$/\\r/\" P", "sed -i 's/1/one/' P", "true >P", "rm -rf P", "rm -rf P",
    "mkdir -p P", "mkdir P", "rm -rf P; mkdir P", "rm -rf P; ln -sfn Q P", "ln -sfn Q P",
    "mv -T P Q", "mv P Q", "cp -a P Q", "chmod 755 P",
    "[ -h P ] || chmod 644 P; [ ! -d P ] || chmod 755 P",
    "seq $N 3000 | gzip -n >P", "printf '\\000%s' $N >P", "ln P Q", "rm -f P; seq 1 $N >P",
    "seq $N 200000 >P",
  ]

  private static func path(_ generator: inout Generator) -> [UInt8] {
    let count = Int.random(in: 1...3, using: &generator)
    let parts = (0..<count).map { _ in names.randomElement(using: &generator) ?? [] }
    return Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }

  /// A path as a word of the shell, never an option.
  private static func quoted(_ path: [UInt8]) -> [UInt8] {
    var word = Array("'./".utf8)
    for byte in path { word += byte == UInt8(ascii: "'") ? Array("'\\''".utf8) : [byte] }
    return word + [UInt8(ascii: "'")]
  }

  private static func script(operations count: Int, seed: UInt64) -> [UInt8] {
    var generator = Generator(state: seed)
    var script: [UInt8] = Array("exec 2>/dev/null\n".utf8)
    for _ in 0..<count {
      let operation = operations.randomElement(using: &generator) ?? ":"
      let first = quoted(path(&generator))
      let second = quoted(path(&generator))
      script += Array("N=\(Int.random(in: 1...40, using: &generator))\n".utf8)
      for byte in operation.utf8 {
        switch byte {
        case UInt8(ascii: "P"): script += first
        case UInt8(ascii: "Q"): script += second
        default: script.append(byte)
        }
      }
      script += Array("\n".utf8)
    }
    return script + Array("true\n".utf8)
  }

  /// Makes a random workspace and changes it at random in an overlay.
  private func lab(seed: UInt64, after setUp: String) throws -> ChangesLab {
    let lab = try ChangesLab()
    let lower = Self.script(operations: 150, seed: seed)
    #expect(try lab.run(Array("cd lower\n".utf8) + lower + Array(setUp.utf8)) == 0)
    #expect(try lab.overlay(Self.script(operations: 200, seed: seed &+ 1000)) == 0)
    return lab
  }

  @Test(arguments: [UInt64](1...12))
  func `two hundred random operations come out of the patch as they went in`(seed: UInt64) throws {
    let lab = try lab(seed: seed, after: "find . -type d -empty -delete")
    let list = try lab.list()
    #expect(list.reason == nil)
    #expect(list.changes.count > 5)
    let omissions = try lab.patch()
    let unexpected = omissions.filter { $0.reason != .emptyDirectory }
    #expect(unexpected.isEmpty)
    #expect(try lab.apply() == 0)
    #expect(try lab.isSameTree())
  }

  /// Folders that git cannot delete stand in the way here; git must take the rest nevertheless.
  @Test(arguments: [UInt64](21...28))
  func `a patch for a workspace with empty folders applies`(seed: UInt64) throws {
    let lab = try lab(seed: seed, after: "mkdir -p a/b/c d/d/d it\\'s/d || true")
    let omissions = try lab.patch()
    let unexpected = omissions.filter { $0.reason != .emptyDirectory && $0.reason != .blocked }
    #expect(unexpected.isEmpty)
    #expect(try lab.apply() == 0)
    let isSame = try lab.isSameTree()
    #expect(isSame || omissions.contains { $0.reason == .blocked })
  }
}
