import FoundationEssentials
import Glibc
import Kernel
import Testing

@testable import Advisories

extension VersionOrder {
  /// Reads `<` and `>`; anything else is equality.
  init(sign: some StringProtocol) {
    self = sign == "<" ? .less : sign == ">" ? .greater : .equal
  }
}

/// Orders two texts of a scheme; nil when one is no version.
func order(of one: String, _ other: String, _ scheme: VersionScheme) -> VersionOrder? {
  guard let one = Version(one, scheme: scheme), let other = Version(other, scheme: scheme)
  else { return nil }
  return one.compare(other)
}

/// Looks for versions that break what every order promises.
enum OrderLaws {
  /// Describes every version that differs from itself, every pair that is not mirrored among random
  /// ones, and every random triple whose order is not transitive.
  static func violations(among versions: [Version], triples: Int) -> [String] {
    var generator = SeededGenerator(seed: 1)
    var violations = versions.filter { $0.compare($0) != .equal }.map(\.text)
    for _ in 0..<triples {
      let triple = (0..<3).compactMap { _ in versions.randomElement(using: &generator) }
      guard triple.count == 3 else { break }
      let (a, b, c) = (triple[0], triple[1], triple[2])
      if a.compare(b) != b.compare(a)?.reversed { violations.append("\(a.text) \(b.text)") }
      if let ab = a.compare(b), let bc = b.compare(c), let implied = implied(ab, bc),
        a.compare(c) != implied
      {
        violations.append("\(a.text) \(b.text) \(c.text)")
      }
    }
    return violations
  }

  /// The relation of the ends that two steps demand; nil when they demand none.
  private static func implied(_ one: VersionOrder, _ other: VersionOrder) -> VersionOrder? {
    if one == .equal { return other }
    return other == .equal || other == one ? one : nil
  }
}

/// Numbers that are the same in every run of the tests.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Where test data of public projects lies, when it does.
enum SharedData {
  static let root: String? = {
    let packageRoot = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let named = ProcessInfo.processInfo.environment["SENTINEL_SHARED_DATA"]
    let path = named ?? "/\(packageRoot)/../shared/data"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  static func text(_ path: String) throws -> String {
    let root = try #require(root)
    return String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
  }
}

/// Makes symbolic links, which the product never does.
enum FileSystemLinks {
  static func make(at place: BytePath, to target: BytePath) -> Bool {
    unsafe place.withPointer { place in
      unsafe target.withPointer { unsafe symlink($0, place) == 0 }
    }
  }
}
