import Findings

/// The accounts of one scan: every tool, every file, every batch.
struct ScanAccounts {
  private struct Account {
    var ledger: FileAccount
    var installed: InstalledTool?
    var batches: Int
    var hasBegun = false
  }

  private let tree: FileTree
  private let options: ScanOptions
  private var accounts: [String: Account] = [:]
  private var closed: [String: ToolRun] = [:]
  /// What was found out about the packages that the tree names.
  var packages: PackageAudit.Outcome?

  init(tree: FileTree, _ options: ScanOptions) {
    self.tree = tree
    self.options = options
  }

  /// Opens the account of a tool that has input.
  mutating func open(_ ledger: FileAccount, _ installed: InstalledTool?, batches: Int) {
    accounts[ledger.descriptor.name] = Account(
      ledger: ledger, installed: installed, batches: batches)
  }

  /// Records a tool that does not run.
  mutating func close(_ name: String, _ state: ToolRun.State, _ reason: String) -> ToolRun {
    let run = ToolRun(name: name, state: state, reason: reason)
    closed[name] = run
    return run
  }

  /// Records a tool that should run and is not there.
  mutating func closeMissing(
    _ name: String, _ installation: Result<InstalledTool, ScanError>
  ) -> ToolRun {
    guard case .failure(let error) = installation else {
      preconditionFailure("only failed installations are closed as missing")
    }
    return close(name, .missing, error.message)
  }

  /// Notes that a process of the tool starts; true for the first.
  mutating func begin(_ name: String) -> Bool {
    let isFirst = accounts[name]?.hasBegun == false
    accounts[name]?.hasBegun = true
    return isFirst
  }

  /// Enters a verdict; the events tell how far the tool is.
  mutating func add(_ verdict: BatchVerdict, of name: String) -> [ScanEvent] {
    guard var account = accounts[name] else { return [] }
    account.ledger.add(verdict)
    accounts[name] = account
    let done = account.ledger.verdicts.count
    var events: [ScanEvent] = [
      .progress(
        tool: name, batchesDone: done, batches: account.batches,
        findings: account.ledger.findings.count)
    ]
    if done == account.batches, let run = run(of: name) { events.append(.finished(run)) }
    return events
  }

  /// The record of a tool as it stands.
  func run(of name: String) -> ToolRun? {
    if let run = closed[name] { return run }
    guard let account = accounts[name], let installed = account.installed else { return nil }
    return account.ledger.run(installed, options)
  }

  /// Closes all accounts.
  func result() -> ScanResult {
    var runs = closed
    for name in accounts.keys { runs[name] = run(of: name) }
    if let packages { runs[PackageAudit.name] = packages.run }
    let ledgers = accounts.values.map(\.ledger)
      .sorted { $0.descriptor.name < $1.descriptor.name }
    let verdicts = ledgers.flatMap(\.verdicts)
    return ScanResult(
      tools: runs.values.sorted { $0.name < $1.name },
      findings: (packages?.findings ?? []) + ledgers.flatMap(\.findings),
      coverage: coverage(ledgers),
      isUnsafe: verdicts.contains { $0.isSandboxFailure || $0.isPolicyBreach })
  }

  /// The name under which the walk itself accounts for paths.
  static let walk = "walk"

  private func coverage(_ ledgers: [FileAccount]) -> Coverage {
    var files = packages?.files ?? []
    var parsed = packages?.parsed ?? []
    var coverage = Coverage(skipped: packages?.skipped ?? [])
    for ledger in ledgers {
      let name = ledger.descriptor.name
      files.formUnion(ledger.wanted.map(\.path))
      files.formUnion(ledger.unreadable.map(\.path))
      parsed.formUnion(ledger.seen)
      coverage.skipped += (ledger.ignored + ledger.failed).map {
        Coverage.Skipped(path: $0.path.text, tool: name, reason: $0.reason)
      }
      let silent = closed[name] == nil ? ledger.unseen : ledger.wanted.map(\.path)
      coverage.unseen += silent.map { Coverage.Unseen(path: $0.text, tool: name) }
    }
    for skipped in tree.skipped {
      let path = skipped.path.text.isEmpty ? "." : skipped.path.text
      if skipped.isBlind && skipped.isFolder {
        coverage.unseen.append(Coverage.Unseen(path: path, tool: Self.walk))
      } else {
        coverage.skipped.append(
          Coverage.Skipped(path: path, tool: Self.walk, reason: skipped.reason.words))
      }
    }
    coverage.files = files.count
    coverage.parsed = parsed.count
    return coverage
  }
}
