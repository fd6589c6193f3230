package import Audit
package import Healing
package import Judging
package import Patches
internal import Text

/// Checks what a bundle claims, with nothing of it taken on trust: digests, signature, patch, base,
/// judge, and the trial itself, where one is made.
package struct BundleCheck: Sendable {
  private let bundle: BundleFolder
  private let constitution: Constitution
  private let key: VerifierKey?

  /// A check.
  ///
  /// - Parameters:
  ///   - bundle: the files.
  ///   - constitution: the articles by which the change is judged again.
  ///   - key: the key that the caller trusts; nil takes the bundle's own, which shows only that
  ///     nothing was changed since it was signed.
  package init(_ bundle: BundleFolder, constitution: Constitution, key: VerifierKey? = nil) {
    self.bundle = bundle
    self.constitution = constitution
    self.key = key
  }

  /// What the files alone show.
  package func report() -> BundleReport {
    var report = BundleReport()
    report.incident = bundle.manifest["incident"]?["id"]?.string
    report.commit = bundle.manifest["base"]?["commit"]?.string
    checkDocuments(&report)
    checkSignature(&report)
    checkPatch(&report)
    return report
  }

  /// What the files show beside the tree that the change is for.
  package func report(base tree: any SourceTree) -> BundleReport {
    var report = report()
    checkBase(tree, &report)
    checkJudge(tree, &report)
    return report
  }

  /// The change and its case, when both can be read; for one who tries it again.
  package func subject(
    on tree: any SourceTree
  ) -> (changes: ChangeSet, rationale: String?, healingCase: HealingCase)? {
    guard let changes = changes(on: tree),
      let healingCase = bundle.manifest["incident"].flatMap(CaseDocument.read)
    else { return nil }
    return (changes, rationale, healingCase)
  }

  /// The commit that the change is for, as the bundle has it; nil for a tree without one.
  package var commit: String? { bundle.manifest["base"]?["commit"]?.string }

  /// Whether a tree is the base, file by file.
  package func isBase(_ tree: any SourceTree) -> Bool {
    TreeListing(tree).digest == bundle.manifest["base"]?["tree"]?.string
  }

  /// The command that runs the tests, as the bundle has it.
  package var testCommand: String? { bundle.manifest["test"]?.string }

  /// The folder of the tree in its repository; empty for the whole of it.
  package var folder: String { bundle.manifest["base"]?["folder"]?.string ?? "" }

  /// Tries the change again and compares; `tree` is the one that it is tried on.
  package func add(trialOn trialRunner: any TrialRunner, to report: inout BundleReport) async {
    guard let subject = subject(on: trialRunner.tree) else {
      report.add("trial", false, "the bundle has no case that could be tried again")
      return
    }
    report.wasRun = true
    let baseline = await trialRunner.baseline(of: [subject.healingCase])
    let id = subject.healingCase.id
    let refusal = baseline.refusals[id]
    if refusal == .noScanner {
      report.wasRun = false
      report.unchecked.append(
        "The trial was not run again: \(baseline.explanations[id] ?? "a scanner is missing").")
      return
    }
    report.add(
      "baseline", refusal == nil,
      refusal == nil
        ? "the trouble is there before the change"
        : "\(refusal?.rawValue ?? ""): \(baseline.explanations[id] ?? "it could not be reproduced")"
    )
    guard refusal == nil else { return }
    let trial = await trialRunner.tryOut(
      subject.changes, rationale: subject.rationale, for: subject.healingCase)
    let claimed = bundle.manifest["trial"]?["outcome"]?.string ?? ""
    report.add(
      "trial", trial.outcome.rawValue == claimed && trial.outcome == .accepted,
      "it ended as \(trial.outcome.rawValue), the bundle says \(claimed)")
    compare(trial, &report)
  }

  // MARK: Checks

  private func checkDocuments(_ report: inout BundleReport) {
    var problems: [String] = []
    var named: Set<String> = [
      EvidenceBundle.recordName, EvidenceBundle.proofName, EvidenceBundle.keyName,
    ]
    for document in bundle.manifest["documents"]?.elements ?? [] {
      let name = document["name"]?.string ?? ""
      if !named.insert(name).inserted { problems.append("\(name) is named twice") }
      guard let content = bundle.files[name] else {
        problems.append("\(name) is missing")
        continue
      }
      if SHA256.hex(of: content) != document["sha256"]?.string {
        problems.append("\(name) is not what the manifest names")
      }
    }
    for name in [EvidenceBundle.changeName, EvidenceBundle.baseName] where !named.contains(name) {
      problems.append("\(name) is not named")
    }
    problems += bundle.files.keys.filter { !named.contains($0) }.sorted().map {
      "\($0) is in no manifest"
    }
    report.add(
      "documents", problems.isEmpty,
      problems.isEmpty
        ? "\(named.count) files are what the manifest names" : problems.joined(separator: "; "))
  }

  private func checkSignature(_ report: inout BundleReport) {
    guard let record = bundle.files[EvidenceBundle.recordName],
      let proof = bundle.files[EvidenceBundle.proofName],
      let named = bundle.files[EvidenceBundle.keyName]
    else {
      report.add("signature", false, "the log's entry, its proof or its key is missing")
      return
    }
    do throws(AuditError) {
      let entry = try EntryProof(record: record, proof: proof, key: named)
      report.key = entry.key.description
      if let key, key != entry.key {
        report.add(
          "signature", false, "signed by \(entry.key.description), not by \(key.description)")
        return
      }
      let digest = SHA256.hex(of: bundle.manifestBytes)
      let isSame =
        entry.content["evidence"]?.text == digest
        && entry.content["patch"]?.text == bundle.manifest["patch"]?["sha256"]?.string
      report.add(
        "signature", isSame,
        isSame
          ? "entry \(entry.number) of the log \(entry.key.name) names this manifest"
          : "the log's entry names another manifest: what is here was changed")
      if key == nil {
        report.unchecked.append(
          "Whether the key is whose it should be: compare it with one that you trust, by --key.")
      }
    } catch {
      report.add("signature", false, error.description)
    }
  }

  private func checkPatch(_ report: inout BundleReport) {
    let diff = bundle.files[EvidenceBundle.changeName] ?? []
    guard SHA256.hex(of: diff) == bundle.manifest["patch"]?["sha256"]?.string else {
      report.add("patch", false, "\(EvidenceBundle.changeName) is another change than was signed")
      return
    }
    guard let mail = bundle.mail else {
      report.unchecked.append("The patch of the proposal: it is not beside the evidence.")
      return
    }
    let isSame = SHA256.hex(of: mail) == bundle.manifest["patch"]?["mail"]?.string
    report.add(
      "patch", isSame,
      isSame ? "the patch is the one that was proposed" : "the patch is another than was proposed")
  }

  private func checkBase(_ tree: any SourceTree, _ report: inout BundleReport) {
    guard let listing = TreeListing(bundle.files[EvidenceBundle.baseName] ?? []),
      listing.digest == bundle.manifest["base"]?["tree"]?.string
    else {
      report.add("base", false, "\(EvidenceBundle.baseName) is another listing than was signed")
      return
    }
    let found = TreeListing(tree)
    let differ = Set(listing.files.keys).union(found.files.keys)
      .filter { listing.files[$0] != found.files[$0] }.sorted()
    let shown = differ.prefix(5).joined(separator: ", ")
    report.add(
      "base", differ.isEmpty,
      differ.isEmpty
        ? "\(found.files.count) files are those of the base"
        : "\(differ.count) files differ from the base: \(shown)")
  }

  private func checkJudge(_ tree: any SourceTree, _ report: inout BundleReport) {
    guard let subject = subject(on: tree) else {
      report.add("applies", false, "the change does not apply to the tree")
      return
    }
    let isSame = bundle.mail == nil || mailed(on: tree) == subject.changes
    report.add(
      "applies", isSame,
      isSame ? "the change applies to the tree" : "the patch makes another change than was tried")
    let judgement = constitution.judge(
      subject.changes, of: tree, signal: subject.healingCase.signal, rationale: subject.rationale)
    let claimed = bundle.manifest["judge"]
    let verdict = claimed?["verdict"]?.string ?? "none"
    guard claimed?["constitution"]?.string == judgement.constitution else {
      report.add(
        "judge", judgement.verdict.rawValue == verdict && judgement.verdict == .accept,
        "by other articles than the bundle's, \(judgement.verdict.rawValue); it says \(verdict)")
      return
    }
    let agrees = judgement.document == claimed && judgement.verdict == .accept
    report.add(
      "judge", agrees, "\(judgement.verdict.rawValue); the bundle says \(verdict)")
  }

  /// Every check that both trials made must have ended alike.
  private func compare(_ trial: TrialReport, _ report: inout BundleReport) {
    let claimed = Dictionary(
      (bundle.manifest["trial"]?["checks"]?.elements ?? []).map {
        ($0["name"]?.string ?? "", $0["isGood"]?.bool ?? false)
      }, uniquingKeysWith: { $0 && $1 })
    let made = Dictionary(
      trial.checks.map { ($0.name, $0.isGood) }, uniquingKeysWith: { $0 && $1 })
    let differ = claimed.keys.filter { made[$0] != nil && made[$0] != claimed[$0] }.sorted()
    report.add(
      "checks", differ.isEmpty,
      differ.isEmpty
        ? "\(claimed.keys.count { made[$0] != nil }) of \(claimed.count) checks were made again, and agree"
        : "other outcomes than the bundle says: \(differ.joined(separator: ", "))")
    for name in claimed.keys.filter({ made[$0] == nil }).sorted() {
      report.unchecked.append("\(VisibleText.line(name)): it could not be made here.")
    }
  }

  // MARK: Parts

  private var rationale: String? {
    bundle.files[EvidenceBundle.rationaleName].map { String(decoding: $0, as: UTF8.self) }
  }

  private func changes(on tree: any SourceTree) -> ChangeSet? {
    let diff = bundle.files[EvidenceBundle.changeName] ?? []
    guard let candidate = try? Candidate(reading: diff) else { return nil }
    return try? candidate.applied(to: tree)
  }

  /// What the mail does to the tree, with paths from the tree's root; nil when it does not apply.
  private func mailed(on tree: any SourceTree) -> ChangeSet? {
    guard let mail = bundle.mail, var candidate = try? Candidate(reading: mail) else { return nil }
    for index in candidate.edits.indices {
      guard let path = shortened(candidate.edits[index].path) else { return nil }
      candidate.edits[index].path = path
      if case .rename(let from) = candidate.edits[index].operation {
        guard let old = shortened(from) else { return nil }
        candidate.edits[index].operation = .rename(from: old)
      }
    }
    return try? candidate.applied(to: tree)
  }

  private func shortened(_ path: PatchPath) -> PatchPath? {
    guard path.bytes.starts(with: folder.utf8) else { return nil }
    return PatchPath(path.bytes.dropFirst(folder.utf8.count))
  }
}
