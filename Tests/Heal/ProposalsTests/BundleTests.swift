import Audit
import FoundationEssentials
import Healing
import Judging
import Kernel
import Patches
import State
import TestSupport
import Testing
import Text

@testable import Proposals

@Suite("A stranger checks a bundle and takes nothing of it on trust")
struct BundleTests {
  private let fixture: Fixture
  private let folder: BytePath

  init() async throws {
    fixture = try Fixture()
    let published = try await fixture.publisher().publish(
      fixture.fix(
        rationale: "because", documents: [.init(name: "junit.xml", content: Array("<x/>".utf8))]))
    folder = BytePath(try #require(published.folder))
  }

  private func check(key: VerifierKey? = nil) throws -> BundleCheck {
    BundleCheck(try BundleFolder(folder), constitution: try Fixture.constitution(), key: key)
  }

  private func failures(_ report: BundleReport) -> [String] {
    report.checks.filter { !$0.holds }.map(\.name)
  }

  @Test("What was published holds, beside its base")
  func holds() throws {
    let key = try fixture.state.log.verifier()
    let report = try check(key: key).report(base: fixture.tree)
    #expect(failures(report) == [], "\(report.checks)")
    #expect(report.holds && report.unchecked.isEmpty && !report.wasRun)
    let names = report.checks.map(\.name)
    #expect(names == ["documents", "signature", "patch", "base", "applies", "judge"])
    #expect(report.document["complete"] == true)
    #expect(report.document["run"] == false)
    #expect(try check().report().document["complete"] == false, "no key, no base")
  }

  @Test("Any byte of any file that is changed is noticed, and the file is named")
  func tampered() throws {
    let evidence = folder.appending("evidence")
    let names = try FileManager.default.contentsOfDirectory(atPath: evidence.description)
    #expect(names.count >= 8)
    let key = try fixture.state.log.verifier()
    for path in names.sorted().map({ evidence.appending($0) }) + [
      folder.appending("0001-fix.patch")
    ] {
      let original = try FileSystem.read(path)
      for place in [0, original.count / 2, original.count - 1] {
        var bytes = original
        bytes[place] ^= 0x11
        try FileSystem.write(bytes, to: path)
        let report = try? check(key: key).report(base: fixture.tree)
        #expect(report?.holds != true, "\(path) at \(place)")
        if let report, report.checks.first?.holds == false {
          #expect(report.checks[0].found.contains(path.name.description))
        }
      }
      try FileSystem.write(original, to: path)
    }
    #expect(
      try check(key: key).report(base: fixture.tree).holds, "the control is the bundle itself")
  }

  @Test("Files that are gone or added are noticed")
  func files() throws {
    let evidence = folder.appending("evidence")
    try FileSystem.write([1], to: evidence.appending("extra"))
    #expect(try failures(check().report()) == ["documents"])
    try FileSystem.remove(evidence.appending("extra"))
    try FileSystem.remove(evidence.appending("candidate.txt"))
    let report = try check().report()
    #expect(failures(report) == ["documents"])
    #expect(report.checks[0].found.contains("candidate.txt is missing"))
  }

  @Test("A bundle that somebody else has signed is theirs, not ours")
  func forged() throws {
    let other = try Scratch("forger")
    let log = LogFolder(BytePath(other.url.appending(path: "audit").path), anchors: nil)
    let bundle = try BundleFolder(folder)
    var forger = try AuditLog(log)
    try forger.append([
      AuditEntry(
        .decision, at: 0, by: .init(kind: "controller", id: "autonomy"),
        [
          "evidence": .text(SHA256.hex(of: bundle.manifestBytes)),
          "patch": .text(bundle.manifest["patch"]?["sha256"]?.string ?? ""),
        ])
    ])
    let proof = try LogProof(log)
    let evidence = folder.appending("evidence")
    try FileSystem.write(try proof.record(1), to: evidence.appending("entry.json"))
    try FileSystem.write(
      Array(try proof.inclusion(of: 1).utf8), to: evidence.appending("entry.proof"))
    try FileSystem.write(
      Array("\(forger.verifier.description)\n".utf8), to: evidence.appending("vkey"))
    let trusted = try fixture.state.log.verifier()
    #expect(try failures(check(key: trusted).report()) == ["signature"])
    let report = try check().report()
    #expect(report.holds && report.unchecked.contains { $0.contains("--key") })
  }

  @Test("Another tree than the base is named, file by file")
  func otherBase() throws {
    var other = fixture
    other.files["README"] = "other\n"
    let report = try check().report(base: other.tree)
    #expect(failures(report) == ["base"])
    #expect(report.checks.contains { $0.found.contains("README") })
    other.files["src/app.py"] = "nothing\n"
    #expect(try failures(check().report(base: other.tree)) == ["base", "applies"])
  }

  @Test("Articles that reject what the bundle says was accepted win")
  func otherArticles() throws {
    let article =
      #"{"id": "a", "version": 2, "verdict": "reject", "message": "m", "check": "lines", "lines": ["a * 3"]}"#
    let constitution = try Constitution(parsing: Array("{\"articles\": [\(article)]}".utf8))
    let check = BundleCheck(try BundleFolder(folder), constitution: constitution)
    #expect(failures(check.report(base: fixture.tree)) == ["judge"])
  }

  /// A trial that answers as it is told.
  private struct OneTrial: TrialRunner {
    var tree: any SourceTree
    var refusal: ExitReason?
    var outcome = AttemptOutcome.accepted
    var isGood = true

    func baseline(of cases: [HealingCase]) async -> BaselineReport {
      var report = BaselineReport()
      for found in cases { report.refusals[found.id] = refusal }
      return report
    }

    func tryOut(
      _ changes: ChangeSet, rationale: String?, for healingCase: HealingCase
    ) async -> TrialReport {
      var report = TrialReport(
        rationale == "because" && changes.files.count == 1 ? outcome : .syntax)
      report.checks = [.init(name: "test_size", before: "", after: "", isGood: isGood)]
      return report
    }
  }

  @Test("The proof is run again, and any other outcome is told")
  func again() async throws {
    let benches: [(OneTrial, [String])] = [
      (OneTrial(tree: fixture.tree), []),
      (OneTrial(tree: fixture.tree, refusal: .notReproduced), ["baseline"]),
      (OneTrial(tree: fixture.tree, outcome: .regression), ["trial"]),
      (OneTrial(tree: fixture.tree, isGood: false), ["checks"]),
    ]
    for (trialRunner, wanted) in benches {
      let check = try check()
      var report = check.report(base: fixture.tree)
      await check.add(trialOn: trialRunner, to: &report)
      #expect(failures(report) == wanted && report.wasRun)
    }
  }

  @Test("A trial that cannot look for the finding is told as not run")
  func unseen() async throws {
    let check = try check()
    var report = check.report(base: fixture.tree)
    await check.add(trialOn: OneTrial(tree: fixture.tree, refusal: .noScanner), to: &report)
    #expect(!report.wasRun && report.holds)
    #expect(report.unchecked.contains { $0.hasPrefix("The trial was not run again") })
  }

  @Test("A case is read from its manifest as it was written")
  func cases() throws {
    let written = try fixture.fix().healingCase
    let read = try #require(CaseDocument.read(CaseDocument.write(written)))
    #expect(read.id == written.id && read.signal == written.signal && read.tests == written.tests)
  }

  @Test("What is no bundle is refused with what to name instead")
  func none() throws {
    #expect(throws: BundleFolder.Problem.self) { try BundleFolder("/nonexistent") }
    #expect(throws: BundleFolder.Problem.self) {
      try BundleFolder(BytePath(fixture.root.path))
    }
    try FileSystem.write([], to: folder.appending("0002.patch"))
    #expect(throws: BundleFolder.Problem.self) { try BundleFolder(folder) }
  }
}
