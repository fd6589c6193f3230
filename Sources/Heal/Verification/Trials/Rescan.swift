internal import Findings
internal import Judging
internal import Kernel
internal import Patches
internal import Scanning
internal import Text

/// Looks at files before and after a change with every scanner at once.
struct Rescan: Sendable {
  /// What was found, by what it is and where: file and weakness, or file, tool and rule.
  struct Sight: Equatable {
    /// How often each was found before.
    var before: [Key: Int] = [:]
    /// On which lines each was found before.
    var lines: [Key: [Int]] = [:]
    /// How often each is found afterwards.
    var after: [Key: Int] = [:]
    /// Tools that accounted for every file.
    var complete: [String] = []
    /// Tools that did not, and why.
    var incomplete: [String] = []
    /// The time of all tools; each is one process, which took no more of a processor than that.
    var milliseconds = 0
    /// The report, for the bundle.
    var document: JSONValue = .null
  }

  /// A kind of finding in a file.
  struct Key: Hashable, Comparable, CustomStringConvertible {
    let path: String
    /// The weakness, as far as the rule's meaning is known; or the rule.
    let kind: String
    let tool: String

    var description: String { "\(path): \(kind) (\(tool))" }
    static func < (one: Key, other: Key) -> Bool {
      (one.path, one.kind, one.tool) < (other.path, other.kind, other.tool)
    }
  }

  let scanners: Scanners

  /// Scans files as they are before and after.
  ///
  /// - Parameters:
  ///   - before: contents before, by path.
  ///   - after: contents afterwards.
  /// - Returns: what was seen, or why nothing could be.
  func sight(
    before: [PatchPath: [UInt8]], after: [PatchPath: [UInt8]]
  ) async -> Result<Sight, ScanError> {
    do {
      let folder = try WorkFolder(WorkCopy.kind, in: scanners.place)
      for (side, files) in [("before", before), ("after", after)] {
        for (path, content) in files {
          let whole = PatchPath(ofWalk: Array("\(side)/".utf8) + path.bytes)
          try TrialTree.write(content, to: whole, below: folder.path, isExecutable: false)
        }
      }
      let tree = try FileTree.walk(folder.path.bytes)
      let options = ScanOptions(
        parallelism: max(1, scanners.tools.count), workFolder: scanners.place.bytes)
      let result = try await ScanPipeline(runner: scanners.runner).scan(
        tree, with: scanners.tools, options)
      withExtendedLifetime(folder) {}
      return .success(Self.sight(result))
    } catch let error as ScanError {
      return .failure(error)
    } catch {
      return .failure(ScanError(.failed, "\(error)"))
    }
  }

  private static func sight(_ result: ScanResult) -> Sight {
    var sight = Sight()
    var rows: [JSONValue] = []
    for finding in result.findings {
      let parts = finding.location.path.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let key = Key(path: parts[1], kind: kind(finding), tool: finding.tool)
      if parts[0] == "before" {
        sight.before[key, default: 0] += 1
        sight.lines[key, default: []].append(finding.location.startLine)
      }
      if parts[0] == "after" { sight.after[key, default: 0] += 1 }
      rows.append(
        .object([
          "side": .string(parts[0]), "path": .string(parts[1]), "tool": .string(finding.tool),
          "rule": .string(finding.rule), "line": .integer(finding.location.startLine),
          "message": .string(VisibleText.line(String(finding.message.prefix(300)))),
        ]))
    }
    for run in result.tools {
      sight.milliseconds += run.milliseconds
      switch run.state {
      case .completed: sight.complete.append(run.name)
      case .notApplicable: break
      default: sight.incomplete.append("\(run.name): \(run.reason ?? run.state.rawValue)")
      }
    }
    let tools = result.tools.map { run in
      JSONValue.object([
        "name": .string(run.name), "version": run.version.map { .string($0) } ?? .null,
        "state": .string(run.state.rawValue),
      ])
    }
    sight.document = .object(["tools": .array(tools), "findings": .array(rows)])
    return sight
  }

  /// One word for what a finding says, the same for tools that mean the same.
  static func kind(_ finding: ToolFinding) -> String {
    WeaknessClass.name(for: finding) ?? finding.rule
  }

  /// Tools whose rules other programs report under the same names.
  static let relatives = ["bandit", "ruff"]

  /// The same for the rule of a signal.
  static func kind(tool: String, rule: String) -> String {
    for tool in [tool] + relatives {
      if let name = WeaknessClass.name(tool: tool, rule: rule) { return name }
    }
    return rule
  }
}
