package import Healing
internal import Patches
internal import Signals
internal import Text

/// Proposes to take back the commit that broke tests, and nothing else.
///
/// The proposal is the exact inverse of the commit on today's tree; where later commits touched the
/// same lines there is none, and the culprit is named instead. That a proven revert is not undone again
/// in the name of the same incident is remembered, with what has to hold before it may be.
package struct RevertActor: FixActor {
  /// See ``/Healing/FixActor/name``.
  package let name = "revert"
  /// The digest of how a culprit is looked for.
  package let version = SHA256.hex(of: Array("revert 1".utf8))
  private let finder: CulpritFinder
  private let memory: (any Memory)?
  private let now: @Sendable () -> Int64

  /// Makes an actor.
  ///
  /// - Parameters:
  ///   - finder: looks for the culprit; may be another actor's too.
  ///   - memory: remembers what was taken back; nil remembers nothing.
  ///   - now: milliseconds since 1970.
  package init(
    _ finder: CulpritFinder, memory: (any Memory)?, now: @escaping @Sendable () -> Int64
  ) {
    self.finder = finder
    self.memory = memory
    self.now = now
  }

  /// See ``/Healing/FixActor/propose(_:)``; it has one proposal.
  package func propose(_ request: ActorRequest) async -> ActorAnswer {
    guard request.turn == 1 else {
      return .abstains(Abstention(reason: "The revert was tried.", inspected: []))
    }
    let culprit: CulpritFinder.Culprit
    switch await finder.culprit(of: request.healingCase, budget: request.budget) {
    case .found(let found): culprit = found
    case .none(let abstention): return .abstains(abstention)
    case .unavailable(let reason, let message): return .unavailable(reason, message)
    }
    let short = culprit.commit.prefix(12)
    do throws(PatchRefusal) {
      let changes = try Candidate(reading: culprit.inverse).applied(to: request.tree)
      let tests = request.healingCase.tests.prefix(3).joined(separator: ", ")
      return .candidates([
        ProposedText(
          text: changes.rendered(),
          rationale: "Commit \(short) is the first at which \(tests) fails; this takes it back.",
          origin: "revert of \(culprit.commit), made again \(Self.again(changes))",
          highestLevel: 2, culprit: culprit.forward)
      ])
    } catch {
      return .abstains(
        Abstention(
          reason: "Commit \(short) broke it and cannot be taken back exactly: "
            + VisibleText.line(error.description),
          inspected: culprit.paths.prefix(50).map { "\($0)" }))
    }
  }

  /// The identity of the change that would make again what a revert takes back.
  private static func again(_ revert: ChangeSet) -> String {
    ChangeSet(
      revert.files.map { file in ChangeSet.File(path: file.path, old: file.new, new: file.old) }
    ).syntaxDigest()
  }

  /// Remembers that the culprit's change must not be made again for this incident.
  package func wasProven(
    _ proposal: ProposedText, for healingCase: HealingCase
  ) async throws(MemoryFailure) {
    let words = proposal.origin.split(separator: " ")
    guard let memory, words.count == 6, words[0] == "revert" else { return }
    let tests = healingCase.tests
    try await memory.bar(
      ReapplicationBar(
        fingerprint: healingCase.incident.fingerprint, changeDigest: String(words[5]),
        reason: "Commit \(words[2].prefix(12)) was taken back, since it broke "
          + "\(tests.prefix(3).joined(separator: ", ")).",
        until: "each of these tests passes with the change: "
          + tests.prefix(20).joined(separator: ", "),
        milliseconds: now()))
  }
}
