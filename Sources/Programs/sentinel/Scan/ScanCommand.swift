import Advisories
import ArgumentParser
import CommandSupport
import Findings
import Glibc
import Kernel
import Sandbox
import Scanning
internal import Text
internal import YAML

/// `sentinel scan`: every tool that fits, each in a sandbox of its own.
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Scans a tree with every tool that fits, each in its own sandbox.",
    discussion: """
      A tool sees the tree, which it cannot write, and nothing else of yours. It reaches only the \
      hosts that its descriptor names; the shipped tools name none. Findings of several tools \
      about one defect are one finding. A file that no tool accounts for makes the scan \
      incomplete: silence is not evidence. The packages that lock files name are looked up in the \
      advisories that `sentinel advisories import` brought.

      Examples:
        sentinel scan
        sentinel scan src --fail-on high --format sarif --output findings.sarif
        sentinel scan --format html=report.html --format junit=findings.xml
        sentinel scan --tools bandit,semgrep --json
        sentinel scan --json --output ../known.json
        sentinel scan --baseline ../known.json          only what is new fails
        sentinel scan --policy ../scan-policy.yaml      rules, budgets, exceptions
        sentinel scan --tool-path bandit=/usr/bin/bandit
        sentinel scan --tools packages --advisories osv/ --as-of 2026-06-30
        sentinel scan import trivy.json     read a report made elsewhere; see its --help

      Exit codes: 0 nothing at or above --fail-on, and complete; 1 findings; 2 usage; 3 incomplete; \
      4 nothing to scan; 5 the sandbox is unavailable, or a tool broke its policy; 130 and 143 \
      interrupted, after a partial report.
      """)

  @Argument(help: "The tree to scan.")
  var tree = "."

  @Option(help: "Only these tools, separated by commas; `packages` asks the advisories.")
  var tools: String?

  @Option(help: "Time limit for each process of a tool, such as 60s; by default the tool's own.")
  var toolTimeout: TimeLimit?

  @Option(help: "Use this program instead of a pinned one: NAME=EXECUTABLE. Reports say so.")
  var toolPath: [String] = []

  @Option(help: "Ask these advisories: a folder of OSV files, or one with a store.")
  var advisories: String?

  @Option(help: "Ask what was known on a day: YYYY-MM-DD.")
  var asOf: String?

  @Option(help: "Fail only on what is new since this report of an earlier scan (--json).")
  var baseline: String?

  @Option(help: "What fails and which exceptions hold: a file outside of the tree.")
  var policy: String?

  @OptionGroup var reporting: ReportOptions

  @Option(help: .isolation)
  var isolation = RunRequest.Isolation.preset

  func run() async throws {
    let root = try resolveTree()
    let files = DecisionFiles(tree: root)
    let today = String(AdvisoryData.now().prefix(10))
    let known = try baseline.map(files.baseline)
    let policy = try policy.map { try files.policy($0, today: today) }
    let gate = try reporting.gate(policy)
    let output = try reporting.destinations(gate)
    let toolbox = try Toolbox(isolation: isolation)
    let chosen = try await choose(toolbox)
    let audit = try packageAudit()
    var walked: FileTree
    do {
      walked = try FileTree.walk(root.bytes)
    } catch {
      throw ExitFailure(code: ScanExit.of(error), message: error.description)
    }
    var inForce = policy.map { PolicyInForce($0, today: today) }
    if let left = inForce?.exclude(from: walked) { walked = left }
    let progress = ScanProgress(isQuiet: output.printsDocument)
    let interruption = Interruption()
    let (tree, gaps) = (walked, inForce?.gaps ?? [])
    let outcome = try await interruption.watch {
      try await scan(tree, chosen, audit, gaps, toolbox, progress)
    }
    progress.clear()
    let (report, decision) = outcome.value.report(
      of: VisibleText.escaped(self.tree), in: tree, gate: gate,
      policy: inForce.map { ($0, toolNames.isEmpty) }, baseline: known)
    try output.write(report) { tree.source(at: $0) }
    throw ExitCode(outcome.signal.map { 128 + $0 } ?? decision.code)
  }

  private func scan(
    _ tree: FileTree, _ chosen: [ChosenTool], _ audit: PackageAudit?,
    _ gaps: [ScanPolicy.Exception], _ toolbox: Toolbox, _ progress: ScanProgress
  ) async throws -> ScanResult {
    let pipeline = ScanPipeline(runner: toolbox.runner) { progress.note($0) }
    let options = ScanOptions(
      parallelism: Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      wallMilliseconds: toolTimeout.map { Int($0.milliseconds) }, gaps: gaps, packages: audit)
    async let _: Void = progress.tick()
    do {
      let result = try await pipeline.scan(tree, with: chosen, options)
      return result
    } catch {
      throw ExitFailure(code: ScanExit.of(error), message: error.description)
    }
  }

  // MARK: Options

  private func resolveTree() throws -> BytePath {
    do {
      let root = try FileSystem.resolve(BytePath(tree))
      guard try FileStatus.of(root).kind == .directory else {
        throw ExitFailure.usage(
          "\(VisibleText.escaped(tree)) is not a folder; name the tree to scan")
      }
      return root
    } catch let failure as KernelFailure {
      throw ExitFailure.usage(
        "\(VisibleText.escaped(tree)): \(failure.reason); name the tree to scan")
    }
  }

  private func replacements() throws -> [String: String] {
    var found: [String: String] = [:]
    for entry in toolPath {
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw ExitFailure.usage(
          "--tool-path \"\(VisibleText.escaped(entry))\": write NAME=EXECUTABLE")
      }
      found[String(parts[0])] = String(parts[1])
    }
    return found
  }

  /// The names of `--tools`; none where all are meant.
  private var toolNames: [String] {
    tools?.split(separator: ",").map(String.init) ?? []
  }

  /// What is asked about packages; nil where `--tools` leaves it out.
  private func packageAudit() throws -> PackageAudit? {
    if let asOf, !CalendarDay.isValid(asOf) {
      throw ExitFailure.usage(
        "--as-of \"\(VisibleText.escaped(asOf))\": write a day as YYYY-MM-DD, such as 2026-06-30")
    }
    let isWanted = toolNames.isEmpty || toolNames.contains(PackageAudit.name)
    guard isWanted else {
      guard advisories == nil, asOf == nil else {
        throw ExitFailure.usage(
          "--advisories and --as-of need \(PackageAudit.name) among --tools, or no --tools")
      }
      return nil
    }
    let store = try advisories.map(AdvisoryData.store(in:)) ?? AdvisoryData.userStore()
    return PackageAudit(store: store, moment: asOf)
  }

  private func choose(_ toolbox: Toolbox) async throws -> [ChosenTool] {
    let names = toolNames
    let replaced = try replacements()
    let scanners = names.filter { $0 != PackageAudit.name }
    let chosen = scanners.isEmpty && !names.isEmpty ? [] : try toolbox.scanners(scanners)
    for name in replaced.keys where toolbox.tools[name] == nil { _ = try toolbox.chosen([name]) }
    var result: [ChosenTool] = []
    for tool in chosen {
      result.append(ChosenTool(tool, await installation(of: tool, replaced, toolbox)))
    }
    return result
  }

  private func installation(
    of tool: ToolSet.Tool, _ replaced: [String: String], _ toolbox: Toolbox
  ) async -> Result<InstalledTool, ScanError> {
    do throws(ScanError) {
      if let path = replaced[tool.descriptor.name] {
        let current = (try? FileSystem.currentFolder()) ?? "/"
        let absolute = current.appending(BytePath(path)).normalised
        return .success(try await toolbox.provisioning.replaced(tool, by: absolute.bytes))
      }
      return .success(try toolbox.folder.locate(tool))
    } catch {
      return .failure(error)
    }
  }
}
