import Findings

/// Accounts for one tool: which files it should see, and what became of each.
struct FileAccount: Sendable {
  let descriptor: ToolDescriptor
  /// The files it is given.
  let wanted: [FileEntry]
  /// Files that are its input and that it is not given, with the reason.
  let ignored: [(path: TreePath, reason: String)]
  /// Files that are its input and could not be read, with the reason.
  let unreadable: [(path: TreePath, reason: String)]

  private(set) var verdicts: [BatchVerdict] = []

  init(_ descriptor: ToolDescriptor, tree: FileTree) {
    self.descriptor = descriptor
    var wanted: [FileEntry] = []
    var ignored: [(path: TreePath, reason: String)] = []
    for entry in tree.files {
      switch descriptor.interest(in: entry) {
      case .none: break
      case .wanted: wanted.append(entry)
      case .ignored(let reason): ignored.append((entry.path, reason))
      }
    }
    self.wanted = wanted
    self.ignored = ignored
    unreadable = tree.skipped.compactMap { skipped in
      guard skipped.isBlind, !skipped.isFolder, descriptor.wants(unread: skipped.path) else {
        return nil
      }
      return (skipped.path, skipped.reason.words)
    }
  }

  /// Whether the tree holds anything for the tool.
  var isApplicable: Bool { !wanted.isEmpty || !unreadable.isEmpty }

  mutating func add(_ verdict: BatchVerdict) { verdicts.append(verdict) }

  /// The findings of all batches: as many as the bare tool reports on the same files.
  var findings: [ToolFinding] { verdicts.flatMap(\.report.findings) }

  /// The files that the tool could not examine, with the reason.
  var failed: [(path: TreePath, reason: String)] {
    unreadable
      + verdicts.flatMap { $0.report.failed.map { (path: $0.key, reason: $0.value) } }
      .sorted { $0.path < $1.path }
  }

  /// The files about which the tool is silent, or which it never got, as in a scan that was cut short.
  var unseen: [TreePath] {
    let accounted = verdicts.reduce(into: seen) { $0.formUnion($1.report.failed.keys) }
    let silent = verdicts.flatMap(\.unseen) + wanted.map(\.path).filter { !accounted.contains($0) }
    return Set(silent).sorted()
  }

  /// The files that it examined.
  var seen: Set<TreePath> {
    verdicts.reduce(into: []) { $0.formUnion($1.report.seen) }
  }

  /// The record for the report.
  func run(_ installed: InstalledTool, _ options: ScanOptions) -> ToolRun {
    let worst = verdicts.filter { $0.state != .completed }
      .max { Self.gravity($0.state) < Self.gravity($1.state) }
    var run = ToolRun(
      name: descriptor.name, version: installed.version, state: worst?.state ?? .completed,
      reason: worst?.reason, milliseconds: verdicts.reduce(0) { $0 + $1.milliseconds },
      findings: findings.count,
      notes: installed.notes + verdicts.reduce(into: Set()) { $0.formUnion($1.notes) }.sorted())
    if run.state == .completed { judgeCoverage(&run, options) }
    return run
  }

  /// A tool that ended well may still have missed something.
  private func judgeCoverage(_ run: inout ToolRun, _ options: ScanOptions) {
    if let first = unseen.first {
      run.state = .blind
      run.reason = "is silent about \(unseen.count) of \(wanted.count) files, such as \(first.text)"
      return
    }
    let all = failed
    let failed = all.filter { file in
      !options.gaps.contains { $0.covers(file.path.text, of: descriptor.name) }
    }
    if failed.count < all.count {
      let files = all.count - failed.count == 1 ? "file" : "files"
      run.notes.append("\(all.count - failed.count) \(files) not examined, as the policy accepts")
    }
    guard let first = failed.first else { return }
    let total = wanted.count + unreadable.count
    let reason =
      "could not examine \(failed.count) of \(total) files, such as \(first.path.text): \(first.reason)"
    if options.toleratesUnexamined {
      run.notes.append("\(reason); tolerated by request")
    } else {
      run.state = .blind
      run.reason = reason
    }
  }

  private static func gravity(_ state: ToolRun.State) -> Int {
    switch state {
    case .denied: 4
    case .failed: 3
    case .timedOut: 2
    case .blind: 1
    case .completed, .notApplicable, .missing: 0
    }
  }
}

extension SkippedPath.Reason {
  /// The reason in words.
  var words: String {
    switch self {
    case .excludedFolder: "a folder of dependencies, caches or version control"
    case .symbolicLink: "a symbolic link, not followed"
    case .specialFile: "a device, pipe or socket"
    case .unreadable: "not readable"
    case .tooLarge: "larger than the limit"
    case .tooDeep: "deeper than the limit"
    }
  }
}
