package import Patches
internal import Text

/// Finds the pieces of a change that do harm, leaves them out, and says why.
///
/// The pieces are tried as ever longer beginnings of their list, by halves (delta debugging's search
/// for a failing subset, Zeller 1999, with the order kept): the last piece of the shortest beginning
/// that does harm is left out, and the rest tried. One harmful piece of n takes log2(n) + 1 trials.
/// Two that are harmful only together lose one. Where the rest without a piece heals nothing any more,
/// that piece is needed: it stays, and what does harm beside it is looked for.
package struct PatchMinimizer: PartSearch {
  /// The most trials of one search.
  package var mostTrials: Int
  /// Whether a piece that was left out is tried by itself, to say whether it fails alone.
  package var triesAlone: Bool

  /// A search.
  ///
  /// - Parameters:
  ///   - mostTrials: its bound.
  ///   - triesAlone: whether each piece that is left out costs one more trial, for a better reason.
  package init(mostTrials: Int = 16, triesAlone: Bool = false) {
    self.mostTrials = mostTrials
    self.triesAlone = triesAlone
  }

  /// See ``PartSearch/part(of:after:tryOut:)``; splits the change at the lines that it leaves.
  package func part(
    of changes: ChangeSet, after report: TrialReport,
    tryOut: @Sendable (ChangeSet) async -> TrialReport?
  ) async -> KeptPart? {
    await part(of: PieceSet(splitting: changes), after: report, tryOut: tryOut)
  }

  /// The same for a change whose pieces are known.
  ///
  /// - Parameters:
  ///   - pieces: the pieces of the whole.
  ///   - report: how the whole failed.
  ///   - tryOut: tries one part; nil when nothing more may be tried, which ends the search.
  /// - Returns: the largest part that was found to hold; nil when none is.
  package func part(
    of pieces: PieceSet, after report: TrialReport,
    tryOut: @Sendable (ChangeSet) async -> TrialReport?
  ) async -> KeptPart? {
    guard pieces.pieces.count > 1, Harm(report.outcome, whole: report.outcome) == .harmful else {
      return nil
    }
    var search = Search(pieces: pieces, whole: report, mostTrials: mostTrials)
    return await search.run(triesAlone: triesAlone, tryOut)
  }
}

/// What a trial says of a part.
private enum Harm {
  case holds
  /// It breaks nothing, and heals nothing either.
  case harmless
  case harmful
  /// Nothing: the machine was at fault.
  case unknown

  init(_ outcome: AttemptOutcome, whole: AttemptOutcome) {
    switch outcome {
    case .accepted: self = .holds
    case .stillReproduces: self = .harmless
    // Of a part, that it lacks the safe shape says that the piece which makes it is missing.
    case .postCondition: self = whole == .postCondition ? .harmful : .harmless
    case .environment: self = .unknown
    default: self = .harmful
    }
  }
}

/// One search.
private struct Search {
  let pieces: PieceSet
  let whole: TrialReport
  let mostTrials: Int
  /// What may still stay, the needed pieces first.
  private var order: [Int]
  /// How many pieces at the start of the order are known to be needed.
  private var needed = 0
  private var dropped: [(piece: Int, reason: String)] = []
  private var trials = 0

  init(pieces: PieceSet, whole: TrialReport, mostTrials: Int) {
    self.pieces = pieces
    self.whole = whole
    self.mostTrials = mostTrials
    order = Array(pieces.pieces.indices)
  }

  /// Why a search ends before it has found anything.
  private struct Ended: Error {}

  mutating func run(
    triesAlone: Bool, _ tryOut: @Sendable (ChangeSet) async -> TrialReport?
  ) async -> KeptPart? {
    var report = whole
    var harmless = 0
    do throws(Ended) {
      while true {
        // The whole of the order does harm; that many pieces at its start do not.
        let (length, failing) = try await shortestHarm(from: harmless, report, tryOut)
        guard length > needed else { return nil }
        let culprit = order.remove(at: length - 1)
        harmless = length - 1
        guard !order.isEmpty else { return nil }
        let rest = try await attempt(order, tryOut)
        switch Harm(rest.outcome, whole: whole.outcome) {
        case .harmless:
          order.insert(culprit, at: 0)
          needed += 1
          harmless = 0
          continue
        case .holds, .harmful:
          var reason = Self.reason(failing)
          if length > 1 {
            reason = "together with what stands before it: \(reason)"
            if triesAlone {
              let alone = try await attempt([culprit], tryOut)
              let isHarmful = Harm(alone.outcome, whole: whole.outcome) == .harmful
              reason =
                isHarmful
                ? "by itself: \(Self.reason(alone))" : "not by itself, but \(reason)"
            }
          } else {
            reason = "by itself: \(reason)"
          }
          dropped.append((culprit, reason))
          if rest.outcome == .accepted { return kept(rest) }
          report = rest
        case .unknown: return nil
        }
      }
    } catch {
      return nil
    }
  }

  /// The length of the shortest beginning of the order that does harm, with its trial.
  private mutating func shortestHarm(
    from harmless: Int, _ all: TrialReport,
    _ tryOut: @Sendable (ChangeSet) async -> TrialReport?
  ) async throws(Ended) -> (Int, TrialReport) {
    var (low, high, failing) = (harmless, order.count, all)
    while high - low > 1 {
      let middle = (low + high) / 2
      let report = try await attempt(Array(order[..<middle]), tryOut)
      if Harm(report.outcome, whole: whole.outcome) == .harmful {
        (high, failing) = (middle, report)
      } else {
        low = middle
      }
    }
    return (high, failing)
  }

  private mutating func attempt(
    _ kept: [Int], _ tryOut: @Sendable (ChangeSet) async -> TrialReport?
  ) async throws(Ended) -> TrialReport {
    trials += 1
    guard trials <= mostTrials, let changes = pieces.changes(keeping: kept),
      let report = await tryOut(changes), report.outcome != .environment
    else { throw Ended() }
    return report
  }

  private func kept(_ report: TrialReport) -> KeptPart? {
    guard let changes = pieces.changes(keeping: order) else { return nil }
    return KeptPart(
      changes: changes, report: report,
      dropped: dropped.map { "\(pieces.pieces[$0.piece].name): \($0.reason)" })
  }

  /// The outcome with what is known of it; of a held-back check no more than that one failed.
  private static func reason(_ report: TrialReport) -> String {
    let outcome = report.outcome.rawValue
    if report.outcome == .hiddenCheck { return outcome }
    let tests = report.failingTests.prefix(3).joined(separator: ", ")
    let words = tests.isEmpty ? report.messages.first ?? "" : tests
    return words.isEmpty ? outcome : "\(outcome): \(VisibleText.line(String(words.prefix(300))))"
  }
}
