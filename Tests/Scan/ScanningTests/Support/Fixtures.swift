import Findings
import Glibc
import Kernel
import ProductData
import Testing

@testable import Scanning

/// Where recorded reports, shipped descriptors and shared reports lie.
enum Fixtures {
  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(5)
    return "/" + parts.joined(separator: "/")
  }()

  static let toolNames = ["bandit", "detect-secrets", "ruff", "semgrep", "shellcheck"]

  static var recordings: String { root + "/Tests/Fixtures/tool-outputs" }

  static func bytes(_ path: String) throws -> [UInt8] {
    try FileSystem.read(BytePath(path))
  }

  static func recorded(_ tool: String, _ name: String) throws -> [UInt8] {
    try bytes("\(recordings)/\(tool)/\(name)")
  }

  /// The shipped descriptors, with the shipped rule packs.
  static func tools() throws -> ToolSet { try cached.get() }

  private static let cached = Result { try read() }

  private static func read() throws -> ToolSet {
    let sources = try (toolNames + ["libcst"]).map { name in
      ToolSet.Source(file: "\(name).yaml", descriptor: try bytes("\(root)/tools/\(name).yaml")) {
        try? FileSystem.read(BytePath("\(root)/tools/\($0)"))
      }
    }
    let packs = ProductData.rulePacks.map {
      ($0.name.description, Array($0.text.description.utf8))
    }
    return try ToolSet(reading: sources, rulePacks: Dictionary(uniqueKeysWithValues: packs))
  }

  static func tool(_ name: String) throws -> ToolSet.Tool {
    try #require(tools()[name])
  }

  /// The context of a recording: files in place by their paths, copies by number.
  static func context(
    _ tool: String, inPlace: [String], copies: [String: String] = [:]
  ) throws -> ParsingContext {
    let descriptor = try Self.tool(tool).descriptor
    let start = descriptor.command.startsInScratch ? "/scratch" : "/tree"
    let inputs =
      inPlace.map {
        ToolInput(inPlace: FileEntry(path: TreePath($0), sizeBytes: 1, content: .text))
      }
      + copies.map { copy, path in
        ToolInput(
          FileEntry(path: TreePath(path), sizeBytes: 1, content: .text),
          copiedTo: Array("/scratch/copies/\(copy)".utf8))
      }
    return ParsingContext(
      descriptor: descriptor,
      index: PathIndex(
        root: Array(start.utf8), inputs: inputs,
        canaries: Dictionary(
          uniqueKeysWithValues: descriptor.inputs.map(\.canary.name).map {
            ($0, Array("/scratch/canary/\($0)".utf8))
          })))
  }

  /// The report of a recorded run.
  static func report(_ tool: String, _ name: String, _ context: ParsingContext) throws -> ToolReport
  {
    let log = (try? FileSystem.read(BytePath("\(recordings)/\(tool)/\(name).log"))) ?? []
    let answer = ToolAnswer(output: try recorded(tool, "\(name).json"), errors: log)
    return try context.descriptor.output.parser.parser.parse(answer, context)
  }
}

/// A folder that is gone after the test.
final class TemporaryFolder {
  private let work: WorkFolder

  init() throws { work = try WorkFolder("scanning-tests", in: "/tmp") }

  var path: [UInt8] { work.path.bytes }

  var text: String { TreePath(path).text }

  /// Writes a file and the folders above it.
  func write(_ name: String, _ content: String) throws {
    try write(Array(name.utf8), Array(content.utf8))
  }

  func write(_ name: [UInt8], _ content: [UInt8]) throws {
    let file = work.path.appending(BytePath(name))
    try FileSystem.makeFolder(file.parent)
    try FileSystem.write(content, to: file, durable: false)
  }

  func tree() throws -> FileTree { try FileTree.walk(path) }
}

/// Makes a file executable.
func chmodExecutable(_ path: String) -> Bool { unsafe chmod(path, 0o755) == 0 }
