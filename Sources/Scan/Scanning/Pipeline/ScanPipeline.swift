import Findings
internal import Kernel
internal import Sandbox

/// Runs chosen tools over a tree and accounts for every file.
package struct ScanPipeline: Sendable {
  private let runner: any ToolRunner
  private let events: @Sendable (ScanEvent) -> Void

  /// Makes a pipeline; `events` is called in order, from one task at a time.
  package init(runner: any ToolRunner, events: @escaping @Sendable (ScanEvent) -> Void = { _ in }) {
    self.runner = runner
    self.events = events
  }

  /// How the names of scratch folders begin.
  private static let scratchKind = "sentinel-scan"

  /// Scans; what single tools do wrong is part of the result.
  ///
  /// Cancelling the task ends the running processes and leaves no scratch folder behind; the result
  /// then holds what was found so far, and is incomplete.
  ///
  /// - Throws: `failed` when no scratch folder can be made.
  package func scan(
    _ tree: FileTree, with tools: [ChosenTool], _ options: ScanOptions
  ) async throws(ScanError) -> ScanResult {
    let place = BytePath(options.workFolder)
    WorkFolder.sweep(Self.scratchKind, in: place)
    let work: WorkFolder
    // The folder of each tool in it is closed to others.
    do throws(KernelFailure) {
      work = try WorkFolder(Self.scratchKind, in: place, mode: OwnFolders.mode)
    } catch {
      throw ScanError(
        .failed,
        "no scratch folder can be made: \(error.reason); free space or choose another folder",
        context: TreePath(options.workFolder).text)
    }
    defer { withExtendedLifetime(work) {} }
    var books = ScanAccounts(tree: tree, options)
    if let audit = options.packages {
      let outcome = audit.run(tree)
      books.packages = outcome
      announce(outcome.run)
    }
    let jobs = plan(tools, tree, options, work.path.bytes, &books)
    await execute(jobs, options.parallelism, &books)
    return books.result()
  }

  /// Decides about every tool and lines the batches up, those of the slowest tools first.
  private func plan(
    _ tools: [ChosenTool], _ tree: FileTree, _ options: ScanOptions, _ work: [UInt8],
    _ books: inout ScanAccounts
  ) -> [Job] {
    var jobs: [Job] = []
    for chosen in tools {
      var descriptor = chosen.tool.descriptor
      descriptor.command.wallMilliseconds =
        options.wallMilliseconds ?? descriptor.command.wallMilliseconds
      let ledger = FileAccount(descriptor, tree: tree)
      guard ledger.isApplicable else {
        announce(books.close(descriptor.name, .notApplicable, "no file is of a kind that it reads"))
        continue
      }
      guard case .success(let installed) = chosen.installation else {
        books.open(ledger, nil, batches: 0)
        announce(books.closeMissing(descriptor.name, chosen.installation))
        continue
      }
      let pieces = BatchPreparation.pieces(
        ledger.wanted, batchFiles: descriptor.command.batchFiles)
      books.open(ledger, installed, batches: pieces.count)
      events(.queued(tool: descriptor.name, files: ledger.wanted.count, batches: pieces.count))
      // Everything it should read may have been unreadable.
      if pieces.isEmpty, let run = books.run(of: descriptor.name) { announce(run) }
      let preparation = BatchPreparation(
        descriptor: descriptor, installed: installed, rules: chosen.tool.rules, tree: tree)
      jobs += pieces.enumerated().map { number, entries in
        Job(
          preparation: preparation, entries: entries,
          scratch: work + Array("/\(descriptor.name)-\(number)".utf8))
      }
    }
    return jobs.sorted { $0.cost > $1.cost }
  }

  private func execute(_ jobs: [Job], _ parallelism: Int, _ books: inout ScanAccounts) async {
    var waiting = jobs[...]
    await withTaskGroup(of: (String, BatchVerdict).self) { group in
      for _ in 0..<parallelism { start(&waiting, in: &group, &books) }
      while let (tool, verdict) = await group.next() {
        for event in books.add(verdict, of: tool) { events(event) }
        start(&waiting, in: &group, &books)
      }
    }
  }

  private func start(
    _ waiting: inout ArraySlice<Job>, in group: inout TaskGroup<(String, BatchVerdict)>,
    _ books: inout ScanAccounts
  ) {
    guard !Task.isCancelled, let job = waiting.popFirst() else { return }
    let name = job.preparation.descriptor.name
    if books.begin(name) { events(.started(tool: name)) }
    let runner = runner
    group.addTask { (name, await job.verdict(runner)) }
  }

  private func announce(_ run: ToolRun) { events(.finished(run)) }
}

/// One batch that waits for its turn.
private struct Job: Sendable {
  let preparation: BatchPreparation
  let entries: [FileEntry]
  let scratch: [UInt8]

  /// What the batch probably costs: its share of a large run's usual time.
  var cost: Int {
    preparation.descriptor.command.expectedMilliseconds * (entries.count + 100)
  }

  @concurrent
  func verdict(_ runner: any ToolRunner) async -> BatchVerdict {
    do throws(ScanError) {
      let batch = try preparation.batch(entries, scratch: scratch)
      let outcome = await runner.run(batch.invocation)
      var verdict = BatchVerdict.judge(outcome, of: batch, preparation.descriptor)
      let given = Set(batch.inputs.map(\.entry.path))
      verdict.unseen += entries.map(\.path).filter { !given.contains($0) }
      try? FileSystem.remove(BytePath(scratch))
      return verdict
    } catch {
      return .unprepared(error, entries: entries)
    }
  }
}
