package import Judging
package import Patches

/// What a run is put together from; every effect outside is one of these.
package struct LoopParts: Sendable {
  /// The run's name, as memories and proposals tell it.
  package var run: String
  /// Where candidates are tried.
  package var trialRunner: any TrialRunner
  /// Who proposes, in the order in which they are asked.
  package var actors: [any FixActor]
  /// Where proven fixes go; nil for nowhere.
  package var publisher: (any ProposalPublishing)?
  /// Whether ``ProposalPublishing/closeObsolete(open:)`` is called: only right when the cases are all
  /// that is wrong.
  package var closesObsolete = false
  /// What is known of earlier cases.
  package var memory: (any Memory)?
  /// Under what cases are remembered, and what is recalled; without it nothing is recalled.
  package var scope: MemoryScope?
  /// Who looks for the part of a failed change that holds.
  package var partSearch: (any PartSearch)?
  /// Where the run writes what it has done.
  package var journal: any RecordLog
  /// Who is told of each step before the next begins.
  package var record: any HealingRecord = NoRecord()
  /// What may be spent.
  package var budget: RunBudget
  /// The judge's answer to a candidate that was refused when it was read or applied.
  package var judgeRefusal: @Sendable (PatchRefusal) -> Judgement
  /// Whether everything must stop; asked before each effect outside and four times a second.
  package var isHalted: @Sendable () -> Bool
  /// How many trials may run at once.
  package var width = 1
  /// Milliseconds since 1970, UTC.
  package var now: @Sendable () -> Int64
  /// Who watches.
  package var observe: @Sendable (HealEvent) -> Void = { _ in }

  /// Puts the parts together that a run cannot be without.
  package init(
    run: String, trialRunner: any TrialRunner, actors: [any FixActor], journal: any RecordLog,
    budget: RunBudget, judgeRefusal: @escaping @Sendable (PatchRefusal) -> Judgement,
    isHalted: @escaping @Sendable () -> Bool, now: @escaping @Sendable () -> Int64
  ) {
    self.run = run
    self.trialRunner = trialRunner
    self.actors = actors
    self.journal = journal
    self.budget = budget
    self.judgeRefusal = judgeRefusal
    self.isHalted = isHalted
    self.now = now
  }
}
