import CommandSupport
import Findings
import Glibc
import Healing
import Judging
import Kernel
import Patches
import Scanning
import Signals
import State
internal import Text
import Verification

/// From the signal of a run to its cases.
struct HealSignals {
  let plan: HealPlan
  let folder: RunFolder
  let copy: WorkCopy
  let display: HealDisplay

  /// The most bytes of all reports together.
  private static let mostBytes = SignalFile.mostBytes
  /// What the signal of a run is kept as.
  private static let kept = "signal"

  /// What was read: cases, or why there are none.
  enum Read {
    case cases([HealingCase])
    case nothing(ExitReason)
  }

  // MARK: Reports

  /// Reads the reports once; a resumed run reads what the first part kept.
  ///
  /// In one of our own scan each finding stands under the rule that fixers know best.
  func reports() throws -> [[UInt8]] {
    if let kept = try folder.document(Self.kept) {
      return try Self.parted(kept).map(Self.preferring)
    }
    let reports = try Self.files(plan.report, option: Self.option(of: plan))
    try folder.keep(Self.joined(reports), as: Self.kept)
    return reports.map(Self.preferring)
  }

  /// Refuses a report that is not there.
  static func requireReport(_ plan: HealPlan) throws {
    guard !plan.report.isEmpty, plan.report != "-" else { return }
    do throws(KernelFailure) { _ = try FileStatus.of(BytePath(plan.report), following: true) } catch
    {
      throw ExitFailure.usage("\(option(of: plan)) \(VisibleText.escaped(plan.report)): \(error)")
    }
  }

  private static func option(of plan: HealPlan) -> String {
    switch plan.source {
    case .sarif: "--sarif"
    case .testLog: "--test-log"
    default: "--signal"
    }
  }

  private static func files(_ name: String, option: String) throws -> [[UInt8]] {
    let fail = { (failure: any Error) in
      ExitFailure.usage("\(option) \(VisibleText.escaped(name)): \(failure)")
    }
    if name == "-" {
      do {
        return [try Descriptor.open("/dev/stdin", O_RDONLY).readAll(limit: mostBytes)]
      } catch { throw fail(error) }
    }
    let path = BytePath(name)
    do throws(KernelFailure) {
      guard try FileStatus.of(path, following: true).kind == .directory else {
        return [try FileSystem.read(path, limit: mostBytes)]
      }
      let opened = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
      var reports: [[UInt8]] = []
      for name in try opened.entries().sorted() {
        guard try opened.status(of: name).kind == .regular else { continue }
        reports.append(
          try FileSystem.read(
            path.appending(name), limit: mostBytes - reports.map(\.count).reduce(0, +)))
      }
      return reports
    } catch { throw fail(error) }
  }

  private static func joined(_ reports: [[UInt8]]) -> [UInt8] {
    reports.flatMap { Array("\($0.count)\n".utf8) + $0 }
  }

  private static func parted(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var reports: [[UInt8]] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      guard let count = Int(String(decoding: rest[..<end], as: UTF8.self)), count >= 0,
        rest.count - (end + 1 - rest.startIndex) >= count
      else { throw ExitFailure(code: 3, message: "the kept signal of the run is damaged") }
      reports.append(Array(rest[(end + 1)..<(end + 1 + count)]))
      rest = rest[(end + 1 + count)...]
    }
    return reports
  }

  /// Reads what reports say is wrong.
  func read(_ reports: [[UInt8]]) throws -> Read {
    var signals: [Signal] = []
    var tests = 0
    for bytes in reports {
      let reading = SignalReader().read(bytes)
      if plan.source == .sarif && !reading.formats.contains(.sarif) {
        throw ExitFailure.usage("--sarif: not a SARIF document; pass other reports with --signal")
      }
      for cut in reading.cuts { display.note(.warning("the signal: \(cut.description)")) }
      signals += reading.signals
      tests += reading.tests.count
    }
    if plan.source == .testLog {
      let isOfTests = signals.contains { $0.kind == .testFailure }
      if isOfTests { signals.removeAll { $0.kind != .testFailure } }
      if signals.isEmpty && tests == 0 { return .nothing(.noTests) }
    }
    return signals.isEmpty ? .nothing(.clean) : .cases(cases(of: signals))
  }

  /// A report of our own scan with each finding under the rule that fixers and scanners know best:
  /// where several tools see one defect, Bandit's, then ruff's.
  private static func preferring(_ bytes: [UInt8]) -> [UInt8] {
    guard case .object(var report)? = try? JSONValue(parsing: bytes),
      report["schema"]?.string?.hasPrefix("sentinel.scan/") == true
    else { return bytes }
    let findings = (report["findings"]?.elements ?? []).map { finding -> JSONValue in
      guard case .object(var members) = finding else { return finding }
      let sources = members["sources"]?.elements ?? []
      for tool in ["bandit", "ruff"] {
        guard let source = sources.first(where: { $0["tool"]?.string == tool }),
          let rule = source["rule"]?.string
        else { continue }
        members["tool"] = .string(tool)
        members["ruleID"] = .string(rule)
        break
      }
      return .object(members)
    }
    report["findings"] = .array(findings)
    return JSONValue.object(report).serialized()
  }

  // MARK: Scans and tests

  /// Scans the copy with every scanner that is installed.
  func scan(_ toolbox: Toolbox) async throws -> Read {
    if try folder.document(Self.kept) == nil {
      let chosen = try toolbox.scanners([]).map { tool in
        ChosenTool(tool, Result { () throws(ScanError) in try toolbox.folder.locate(tool) })
      }
      let installed = chosen.count { (try? $0.installation.get()) != nil }
      guard installed > 0 else {
        throw ExitFailure(
          code: 3, message: "no scanner is installed; run: sentinel tools install")
      }
      display.stage(
        "scanning with \(installed == chosen.count ? "" : "\(installed) of ")\(chosen.count) tools")
      let report: [UInt8]
      do {
        let walked = try FileTree.walk(copy.root.bytes)
        let options = ScanOptions(parallelism: Self.processors, wallMilliseconds: nil)
        let result = try await ScanPipeline(runner: toolbox.runner).scan(
          walked, with: chosen, options)
        try Task.checkCancellation()
        for tool in result.tools where !tool.state.isComplete {
          display.note(
            .warning(
              "nothing was seen by \(tool.name): \(tool.reason ?? "it ended as \(tool.state.rawValue)")"
            ))
        }
        report = result.report(of: plan.path, in: walked, gate: try Gate(parsing: "info")).report
          .json()
      } catch let error as ScanError {
        throw ExitFailure(code: ScanExit.of(error), message: error.description)
      }
      try folder.keep(Self.joined([report]), as: Self.kept)
    }
    return try read(try reports())
  }

  /// Runs the tests of the base; each trouble that makes some of them fail is a case.
  func tests(_ trialRunner: any TrialRunner) async throws -> Read {
    if try folder.document(Self.kept) == nil {
      display.stage("running the tests as they are")
      // A case that names no test stands for whatever fails.
      let any = cases(of: [Signal(.testFailure, message: "tests")])
      let report = await trialRunner.baseline(of: any)
      try Task.checkCancellation()
      if let one = any.first, let reason = report.refusals[one.id], reason != .notReproduced {
        display.note(.warning(report.explanations[one.id] ?? reason.rawValue))
        return .nothing(reason)
      }
      let output = report.documents.first { $0.name == "tests-before.txt" }?.content ?? []
      let names = report.failingTests.map { JSONValue.string($0) }
      try folder.keep(
        Self.joined([output, JSONValue.array(names).serialized()]), as: Self.kept)
    }
    let kept = try reports()
    let names = try (kept.last.map { try JSONValue(parsing: $0).elements } ?? []).compactMap(
      \.string)
    guard !names.isEmpty else { return .nothing(.clean) }
    return .cases(cases(of: Self.signals(names, output: kept[0])))
  }

  /// What the runner said of each failing test; of one that it said nothing of, its name.
  private static func signals(_ names: [String], output: [UInt8]) -> [Signal] {
    var missing = Set(names)
    var signals = SignalReader().read(output).signals.filter { signal in
      guard signal.kind == .testFailure, let test = signal.test else { return false }
      return missing.contains(test.canonical)
    }
    for signal in signals { if let test = signal.test { missing.remove(test.canonical) } }
    signals += missing.sorted().map {
      Signal(.testFailure, message: "fails", test: TestID(name: $0), outcome: .failed)
    }
    return signals
  }

  private static var processors: Int { Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  // MARK: Cases

  private func cases(of signals: [Signal]) -> [HealingCase] {
    let tree = copy.tree
    let paths = ProjectPaths(listing: tree.paths.map(\.text), root: plan.path)
    let incidents = IncidentBuilder(paths: paths).incidents(of: signals) { name in
      PatchPath(name).flatMap { tree.entry(at: $0)?.content }.map { SourceText(bytes: $0) }
    }
    return incidents.map { incident in
      HealingCase(
        incident: incident, signal: SignalFile.signal(of: incident.signals, paths: paths))
    }
  }
}
