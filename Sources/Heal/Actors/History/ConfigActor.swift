package import Git
package import Healing
internal import Judging
package import Kernel
internal import Patches
internal import Signals
internal import Text

/// Proposes to take back a change of configuration that broke something: the one key, or the file.
///
/// Where tests fail, the culprit must have changed configuration alone. Where the signal itself says that
/// a configuration broke and names the file, the last change of that file is taken back.
package struct ConfigActor: FixActor {
  /// See ``/Healing/FixActor/name``.
  package let name = "config"
  /// The digest of how a change of configuration is found.
  package let version = SHA256.hex(of: Array("config 1".utf8))
  private let finder: CulpritFinder
  private let source: SourceRepository
  private let git: any ConfinedGit
  private let scratch: BytePath

  /// Makes an actor.
  ///
  /// - Parameters:
  ///   - finder: looks for the culprit; may be another actor's too.
  ///   - source: the repository of the tree.
  ///   - git: reads its history.
  ///   - scratch: a folder for a repository with its history; what is made in it is removed.
  package init(
    _ finder: CulpritFinder, source: SourceRepository, by git: any ConfinedGit, scratch: BytePath
  ) {
    self.finder = finder
    self.source = source
    self.git = git
    self.scratch = scratch
  }

  /// See ``/Healing/FixActor/propose(_:)``; everything comes on the first turn.
  package func propose(_ request: ActorRequest) async -> ActorAnswer {
    guard request.turn == 1 else {
      return .abstains(Abstention(reason: "Every roll-back was tried.", inspected: []))
    }
    if request.healingCase.signal.kind == .configuration { return named(request) }
    let culprit: CulpritFinder.Culprit
    switch await finder.culprit(of: request.healingCase, budget: request.budget) {
    case .found(let found): culprit = found
    case .none(let abstention): return .abstains(abstention)
    case .unavailable(let reason, let message): return .unavailable(reason, message)
    }
    let others = culprit.paths.filter { !ConfigurationFiles.holds($0) }
    guard others.isEmpty else {
      return .abstains(
        Abstention(
          reason: "Commit \(culprit.commit.prefix(12)) broke it and changed more than settings.",
          inspected: others.prefix(50).map { "\($0)" }))
    }
    return candidates(
      culprit.inverse, of: culprit.commit, request, taking: culprit.forward)
  }

  /// The roll-back of a file that the signal names.
  private func named(_ request: ActorRequest) -> ActorAnswer {
    let places = request.healingCase.signal.places.filter { ConfigurationFiles.holds($0.path) }
    guard let path = places.first?.path else {
      return .abstains(
        Abstention(
          reason: "The signal names no file of settings.",
          inspected: request.healingCase.signal.places.map { "\($0.path)" }))
    }
    do throws(GitFailure) {
      guard let head = try source.head() else { throw .repository("there is no commit yet") }
      let own = try OwnRepository(
        head, of: source, history: .whole, by: git, in: scratch)
      guard
        let (commit, parent) = try own.lastChange(
          of: BytePath(path.bytes), from: head)
      else {
        return .abstains(
          Abstention(
            reason: "No commit is known that changed \(path) and could be taken back.",
            inspected: ["\(path)"]))
      }
      let inverse = try own.difference(
        from: commit, to: parent, only: BytePath(path.bytes))
      return candidates(inverse, of: commit, request)
    } catch {
      return .abstains(
        Abstention(
          reason: "The history cannot be read: \(VisibleText.line(error.description))",
          inspected: ["\(path)"]))
    }
  }

  /// The one key that the case tells of, where there is one, and then the whole change.
  private func candidates(
    _ inverse: [UInt8], of commit: String, _ request: ActorRequest, taking culprit: [UInt8]? = nil
  ) -> ActorAnswer {
    let short = commit.prefix(12)
    let changes: ChangeSet
    do throws(PatchRefusal) {
      changes = try Candidate(reading: inverse).applied(to: request.tree)
    } catch {
      return .abstains(
        Abstention(
          reason: "The settings of commit \(short) cannot be taken back exactly: "
            + VisibleText.line(error.description),
          inspected: []))
    }
    let pieces = PieceSet(splitting: changes)
    let told = Self.told(pieces, request)
    var proposals: [ProposedText] = []
    if let only = told.first, told.count == 1, pieces.pieces.count > 1,
      let part = pieces.changes(keeping: [only])
    {
      proposals.append(
        ProposedText(
          text: part.rendered(),
          rationale: "The case tells of one setting that commit \(short) changed; it gets back its "
            + "value of before.",
          origin: "part of the roll-back of \(commit)", highestLevel: 2))
    }
    proposals.append(
      ProposedText(
        text: changes.rendered(),
        rationale: "Commit \(short) changed settings alone; they get back their values of before.",
        origin: "roll-back of \(commit)", highestLevel: 2, culprit: culprit))
    return .candidates(proposals)
  }

  /// The pieces at a place that the signal names, or with a word that its messages have.
  private static func told(_ pieces: PieceSet, _ request: ActorRequest) -> [Int] {
    let incident = request.healingCase.incident
    let texts = [incident.title] + incident.signals.flatMap { [$0.message, $0.detail ?? ""] }
    let words = Set(texts.flatMap { Self.words($0) })
    let places = request.healingCase.signal.places
    return pieces.pieces.indices.filter { index in
      pieces.pieces[index].edits.contains { edit in
        guard let old = request.tree.entry(at: edit.path)?.content else { return false }
        let first = old[..<edit.range.lowerBound].count { $0 == 0x0A } + 1
        let last = first + max(0, old[edit.range].count { $0 == 0x0A } - 1)
        let isNamed = places.contains { place in
          place.path == edit.path && place.line.map { (first...last).contains($0) } ?? false
        }
        let text = String(decoding: Array(old[edit.range]) + edit.replacement, as: UTF8.self)
        return isNamed || !words.isDisjoint(with: Self.keys(text))
      }
    }
  }

  /// Words of at least four letters, which settings' names are made of.
  private static func words(_ text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.filter { $0.count > 3 }
  }

  /// The names that lines of settings give values to.
  private static func keys(_ text: String) -> Set<Substring> {
    Set(
      text.split(separator: "\n").compactMap { line in
        line.split { ":=".contains($0) }.first.flatMap { words(String($0)).last }
      })
  }
}
