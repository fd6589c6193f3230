internal import Kernel
internal import Patches
internal import Sandbox

/// One run of the project's tests: the record, and what was read from it.
struct SuiteRun: Sendable {
  /// What the sandbox left.
  var record: RunRecord
  /// The project's tests, without planted ones.
  var reading: SuiteReading
  /// Whether the planted tests ended as they must; nil when none was planted.
  var isCanaryWell: Bool?
  /// The paths that the run wrote, without caches and the report; sorted, for reports.
  var written: [String] = []

  /// Runs the tests on a tree.
  ///
  /// - Parameters:
  ///   - command: the user's command.
  ///   - runner: where it runs.
  ///   - request: the changes, further files and the time limit; the command in it is replaced.
  ///   - files: test files to run in place of those that the command names.
  ///   - canary: tests to plant.
  ///   - isNamed: whether their file has to be named to be collected.
  /// - Returns: the run.
  static func run(
    _ command: TestCommand, on runner: TrialRun, _ request: TrialRun.Request,
    only files: [PatchPath]? = nil, planting canary: CanaryTests? = nil,
    naming isNamed: Bool = false
  ) async -> SuiteRun {
    var request = request
    let report = PatchPath(ofWalk: Array(".report-\(WorkFolder.nonce())".utf8))
    if let canary { request.additions[canary.path] = canary.content }
    let planted = isNamed || files != nil ? canary.map { [$0.path] } : nil
    request.command = command.arguments(
      reportingTo: report, only: files, besides: planted ?? [])
    request.wanted = command.reportFile(report).map { [$0] } ?? []
    request.wantsChanges = true
    request.variables += ["PYTHONDONTWRITEBYTECODE=1", "NO_COLOR=1"]
    let record = await runner.run(request)
    var reading = SuiteReading(record, of: command, report: report)
    let isWell = canary.map { $0.isWell(in: reading) }
    if let canary { reading.remove(where: canary.owns) }
    var run = SuiteRun(record: record, reading: reading, isCanaryWell: isWell)
    run.written = Self.written(record, besides: report.text, command.buildFolder)
    return run
  }

  private static func written(
    _ record: RunRecord, besides report: String, _ buildFolder: String?
  ) -> [String] {
    let caches: Set<Substring> = ["__pycache__", ".pytest_cache", ".hypothesis", ".benchmarks"]
    return record.changes.filter { change in
      !change.path.hasPrefix(report) && change.path != "."
        && (buildFolder == nil || change.path.split(separator: "/").first != buildFolder?[...])
        && !change.path.split(separator: "/").contains(where: caches.contains)
    }.map { "\($0.kind.rawValue) \($0.path)" }.sorted()
  }
}
