package import Advisories
internal import Findings
internal import Packages
internal import Text

/// Asks a store of advisories about every package that the lock files of a tree name.
///
/// Works in this process: what it reads is text, and its readers are written for hostile text.
package struct PackageAudit: Sendable {
  /// The name under which reports account for it.
  package static let name = "packages"

  /// What one audit found and could not find out.
  struct Outcome: Equatable, Sendable {
    /// The record for the report.
    var run: ToolRun
    /// One finding for each package, advisory and file.
    var findings: [ToolFinding] = []
    /// The files that name packages.
    var files: Set<TreePath> = []
    /// Those of them that could be read.
    var parsed: Set<TreePath> = []
    /// What nothing could be asked about, with the reason.
    var skipped: [Coverage.Skipped] = []
  }

  private let store: AdvisoryStore?
  private let moment: String?

  /// Makes an audit.
  ///
  /// - Parameters:
  ///   - store: The advisories; without any, files that name packages are skipped and said to be.
  ///   - moment: The date or moment in ISO 8601 of whose knowledge the answers are; nil for all that
  ///     the store knows.
  package init(store: AdvisoryStore?, moment: String? = nil) {
    self.store = store
    self.moment = moment
  }

  /// Audits a tree.
  func run(_ tree: FileTree) -> Outcome {
    let found = tree.files.compactMap { entry in
      PackageFile.kind(of: entry.path.bytes).map { (entry, $0) }
    }
    let unreadable = tree.skipped.filter {
      $0.isBlind && !$0.isFolder && PackageFile.kind(of: $0.path.bytes) != nil
    }
    guard !found.isEmpty || !unreadable.isEmpty else {
      return Outcome(
        run: ToolRun(name: Self.name, state: .notApplicable, reason: "no file names packages"))
    }
    guard let store else { return skippingAll(found.map(\.0), unreadable) }
    let start = ContinuousClock.now
    var audit = Audit(store: store, moment: moment)
    for skipped in unreadable { audit.fail(skipped.path, skipped.reason.words) }
    for (entry, kind) in found {
      guard !Task.isCancelled else {
        audit.fail(entry.path, "the scan was interrupted before")
        continue
      }
      guard let bytes = try? tree.content(of: entry) else {
        audit.fail(entry.path, "gone or changed since the walk")
        continue
      }
      audit.read(bytes, at: entry.path, as: kind)
    }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    return audit.outcome(milliseconds: milliseconds)
  }

  private func skippingAll(_ entries: [FileEntry], _ unreadable: [SkippedPath]) -> Outcome {
    let paths = entries.map(\.path) + unreadable.map(\.path)
    var outcome = Outcome(
      run: ToolRun(
        name: Self.name, state: .notApplicable,
        reason: "no advisories are here to ask about the packages of "
          + (paths.count == 1 ? "one file" : "\(paths.count) files")
          + "; bring some with `sentinel advisories import`"))
    outcome.skipped = paths.sorted().map {
      Coverage.Skipped(path: $0.text, tool: Self.name, reason: "no advisories to ask")
    }
    return outcome
  }
}

/// One audit in progress.
private struct Audit {
  let store: AdvisoryStore
  let moment: String?
  private var answers: [Question: Result<PackageAnswer, AdvisoryStoreFailure>] = [:]
  private var failed: [(path: TreePath, reason: String)] = []
  private var packages = 0
  private var outcome = PackageAudit.Outcome(
    run: ToolRun(name: PackageAudit.name, state: .completed))

  private struct Question: Hashable {
    var ecosystem: Ecosystem
    var name: String
    var version: String
  }

  init(store: AdvisoryStore, moment: String?) {
    self.store = store
    self.moment = moment
  }

  mutating func fail(_ path: TreePath, _ reason: String) {
    outcome.files.insert(path)
    failed.append((path, reason))
    outcome.skipped.append(
      Coverage.Skipped(path: path.text, tool: PackageAudit.name, reason: reason))
  }

  mutating func read(_ bytes: [UInt8], at path: TreePath, as kind: PackageFile) {
    let list: PackageList
    do throws(PackageFileError) {
      list = try kind.read(bytes)
    } catch {
      return fail(path, "not read as \(kind.format): \(error.description)")
    }
    outcome.files.insert(path)
    packages += list.packages.count
    for package in list.packages {
      switch answer(about: package) {
      case .success(let answer):
        outcome.findings += answer.findings(of: package, in: path.text)
        outcome.skipped += answer.undecided.map { skip(path, package.name, $0) }
      case .failure(let failure):
        return fail(path, failure.description)
      }
    }
    outcome.parsed.insert(path)
    outcome.skipped += list.omissions.map { skip(path, $0.name, $0.words) }
  }

  private func skip(_ path: TreePath, _ name: String, _ reason: String) -> Coverage.Skipped {
    Coverage.Skipped(path: path.text, tool: PackageAudit.name, reason: "\(name): \(reason)")
  }

  private mutating func answer(
    about package: LockedPackage
  ) -> Result<PackageAnswer, AdvisoryStoreFailure> {
    let question = Question(
      ecosystem: package.ecosystem, name: package.name, version: package.version)
    if let known = answers[question] { return known }
    let answer = Result { () throws(AdvisoryStoreFailure) in
      PackageAnswer(
        to: package, at: moment,
        from: try store.advisories(about: package.name, in: package.ecosystem.name))
    }
    answers[question] = answer
    return answer
  }

  /// Closes the audit.
  func outcome(milliseconds: Int) -> PackageAudit.Outcome {
    var outcome = outcome
    outcome.run.version = String(store.manifest.made.prefix(10))
    outcome.run.milliseconds = milliseconds
    outcome.run.findings = outcome.findings.count
    let day = moment.map { ", as known on \($0)" } ?? ""
    outcome.run.notes = ["\(packages) packages asked about\(day)"]
    if let first = failed.first {
      outcome.run.state = .blind
      outcome.run.reason =
        "could not examine \(failed.count) of \(outcome.files.count) files, such as "
        + "\(first.path.text): \(VisibleText.line(first.reason))"
    }
    return outcome
  }
}

extension Omission {
  /// Why nothing could be asked, in words.
  fileprivate var words: String {
    switch reason {
    case .unpinned(let text): "no single version to ask about: \(text)"
    case .source(let text): "not from a registry: \(text)"
    case .unresolved(let text): "its version is not known here: \(text)"
    }
  }
}
