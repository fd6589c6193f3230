import FoundationEssentials
import Testing

@testable import Findings

/// Makes reported findings with the fields that a test is about.
func sight(
  _ tool: String, _ rule: String, at path: String = "src/app.py", lines: ClosedRange<Int> = 1...1,
  columns: Range<Int> = 1..<80, severity: Severity = .medium, confidence: Confidence = .medium,
  cwe: [Int] = [], weaknessClass: String? = nil
) -> ToolFinding {
  ToolFinding(
    tool: tool, rule: rule, weaknessClass: weaknessClass, title: "\(rule) title",
    message: "\(rule) message", severity: severity, confidence: confidence, cwe: cwe,
    location: Location(
      path: path, startLine: lines.lowerBound, startColumn: columns.lowerBound,
      endLine: lines.upperBound, endColumn: columns.upperBound))
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

  static func bytes(_ path: String) throws -> [UInt8] {
    let root = try #require(root)
    return Array(try Data(contentsOf: URL(filePath: "\(root)/\(path)")))
  }

  /// The number of findings per file that the origin's own tests expect.
  static func expectedCounts() throws -> [String: Int] {
    let rows = String(decoding: try bytes("tool-reports/expected.csv"), as: UTF8.self)
      .split(separator: "\n").dropFirst()
    return Dictionary(
      rows.map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        return (String(cells[1]), Int(cells[2]) ?? -1)
      }, uniquingKeysWith: { $1 })
  }
}
